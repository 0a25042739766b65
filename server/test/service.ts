// The service as a process of its own, and browsers that call it over a real socket; gone when the test is over.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@toolscore/contract/client';
import { onTestFinished } from 'vitest';

const main = new URL('../src/main.ts', import.meta.url).pathname;

/** Where work for the end is left: that of the test, unless several tests share what is started. */
export type AtEnd = (work: () => void | Promise<void>) => void;

export function newFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscore-process-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Service {
  child: ChildProcess;
  url: string;
  /** What it has written so far. */
  output: () => string;
}

export function launch(environment: Record<string, string>, atEnd: AtEnd = onTestFinished): Omit<Service, 'url'> {
  let text = '';
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', EVENT_LOOP_LIMIT: '0', ...environment },
  });
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return { child, output: () => text };
}

/** What `pattern` matches in the output of the process, as soon as it does. @throws Error when the process ends before */
export async function waitFor({ child, output }: Omit<Service, 'url'>, pattern: RegExp): Promise<string> {
  for (;;) {
    const match = pattern.exec(output());
    if (match) return match[1] ?? match[0];
    if (child.exitCode !== null) throw new Error(`exited with ${child.exitCode}: ${output()}`);
    await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data'),
      once(child.stderr as NodeJS.ReadableStream, 'data'),
      once(child, 'exit'),
    ]);
  }
}

export async function start(environment: Record<string, string>, atEnd?: AtEnd): Promise<Service> {
  const launched = launch(environment, atEnd);
  return { ...launched, url: await waitFor(launched, /ready on (http\S+)/) };
}

export async function exitOf(environment: Record<string, string>) {
  const { child, output } = launch(environment);
  const [code] = await once(child, 'close');
  return { code, lines: output().trim().split('\n') };
}

/** A client with a cookie jar, over a real socket. */
export function browser(url: string) {
  const jar = new Map<string, string>();
  return createClient(`${url}/api`, async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] as string).split(/=(.*)/s);
      jar.set(name, value);
    }
    return response;
  });
}
