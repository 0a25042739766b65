// What the commands have in common: where they read and write, how they end, and how they show that work goes on.
import type { Readable, Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** What a command knows of the outside: of the process, or whatever a test makes up. */
export interface Terminal {
  environment: Record<string, string | undefined>;
  input: Readable & { isTTY?: boolean };
  output: Writable;
  errors: Writable & { isTTY?: boolean };
}

export const processTerminal: Terminal = {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
};

/** 0 done; 1 it did not work, or something was found; 2 the command was not understood. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command that was not understood; its text is followed by where to find help. */
export class UsageError extends Error {}

export interface Progress {
  set: (done: number, total: number) => void;
  stop: () => void;
}

/** A bar on standard error while that is a terminal, else nothing at all. */
export function createProgress({ errors }: Terminal, unit: string): Progress {
  if (!errors.isTTY) return { set: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: `{bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left`,
    stream: errors,
    hideCursor: true,
  });
  let started = false;
  return {
    set: (done, total) => {
      if (!started) bar.start(total, 0);
      started = true;
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

const TICK_MS = 250;

/**
 * For work of which only the other side knows how much is left: a line on standard error with the time it has taken and
 * what `state` says, while that is a terminal. Returns what ends it and wipes the line.
 */
export function showActivity({ errors }: Terminal, what: string, state: () => string = () => ''): () => void {
  if (!errors.isTTY) return () => undefined;
  const began = performance.now();
  const show = () => errors.write(`\r\u001b[K${what} … ${Math.floor((performance.now() - began) / 1000)} s${state()}`);
  show();
  const timer = setInterval(show, TICK_MS);
  return () => {
    clearInterval(timer);
    errors.write('\r\u001b[K');
  };
}

export interface Command {
  help: string;
  /** Runs with the arguments after the command's name. @throws UsageError, and Error whose text says what went wrong */
  run: (args: string[], terminal: Terminal) => Promise<ExitCode>;
}

/** The one argument that a command takes. @throws UsageError */
export function onlyArgument(positionals: string[], name: string): string {
  const [value] = positionals;
  if (value === undefined) throw new UsageError(`${name} is missing`);
  if (positionals.length > 1) throw new UsageError(`only one ${name} is expected`);
  return value;
}

/** What was given, if it is one of the choices. @throws UsageError */
export function choose<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of ${choices.join(', ')}`);
  return found;
}

/** Prints a result: as JSON, or as the lines that say the same. */
export function print({ output }: Terminal, json: boolean | undefined, result: object, ...lines: string[]): void {
  output.write(`${json ? JSON.stringify(result) : lines.join('\n')}\n`);
}

/** All of standard input, without its last line break. */
export async function readInput({ input }: Terminal): Promise<string> {
  input.setEncoding('utf8');
  let text = '';
  for await (const chunk of input) text += chunk;
  return text.replace(/\r?\n$/, '');
}
