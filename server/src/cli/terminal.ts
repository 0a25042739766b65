// What the commands have in common: how they end, what they print, and progress bars.
import { SingleBar } from 'cli-progress';

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
export function createProgress(unit: string): Progress {
  if (!process.stderr.isTTY) return { set: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: `{bar} {percentage}% | {value}/{total} ${unit} | {eta_formatted} left`,
    stream: process.stderr,
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

export interface Command {
  help: string;
  /** Runs with the arguments after the command's name. @throws UsageError, and Error whose text says what went wrong */
  run: (args: string[]) => Promise<ExitCode>;
}

/** The one argument that a command takes. @throws UsageError */
export function onlyArgument(positionals: string[], name: string): string {
  const [value] = positionals;
  if (value === undefined) throw new UsageError(`${name} is missing`);
  if (positionals.length > 1) throw new UsageError(`only one ${name} is expected`);
  return value;
}

/** Prints a result: as JSON, or as the lines that say the same. */
export function print(json: boolean | undefined, result: object, ...lines: string[]): void {
  console.log(json ? JSON.stringify(result) : lines.join('\n'));
}

/** All of standard input, without its last line break. */
export async function readInput(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text.replace(/\r?\n$/, '');
}
