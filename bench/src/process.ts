// The processes that are measured: the service as it is shipped, and a bare node:http server to compare it with.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;
/** Started as `npm start` does, flags included. */
const start: string = JSON.parse(readFileSync(`${root}package.json`, 'utf8')).scripts.start;
const main = start.split(' ').slice(1);
const bare = new URL('./bare.ts', import.meta.url).pathname;

export interface Running {
  url: string;
  /** Milliseconds from the start of the process to its first answer with status 200. */
  startMs: number;
  /** Resident memory in megabytes. */
  memory: () => number;
  /** Open files and sockets. */
  handles: () => number;
  stop: () => Promise<void>;
  /** Ends it as a power failure does. */
  kill: () => Promise<void>;
}

async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function run(args: string[], port: number, environment: Record<string, string>, probe: string): Promise<Running> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await firstAnswer(child, url + probe);
  return {
    url,
    startMs: performance.now() - began,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    handles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

export const startService = (port: number, environment: Record<string, string>) =>
  run(main, port, { LOG_LEVEL: 'error', NODE_ENV: 'production', ...secrets, ...environment }, '/api/healthz');

const secrets = { SESSION_SECRET: 'bench'.repeat(8), VOTER_SECRET: 'bench'.repeat(8) };

/** A server that answers every request alike, with an `Answer` that it reads from a file. */
export const startBare = (port: number, file: string) => run([bare], port, { ANSWER_FILE: file }, '/');
