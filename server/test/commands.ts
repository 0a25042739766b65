// Commands as tests run them: within the test, with streams of their own, beside a service that has the same database open.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { explain, toolscore } from '../src/cli/run.ts';
import { seed } from '../src/cli/seed.ts';
import type { ExitCode, Terminal } from '../src/cli/terminal.ts';
import { appForTest, PASSWORD, type TestApp } from './harness.ts';

type Environment = Record<string, string>;
interface Ended {
  code: ExitCode;
  stdout: string;
  stderr: string;
}

/** Runs a command with streams of its own; on a terminal, when `isTTY`. */
async function act(
  environment: Environment,
  command: (terminal: Terminal) => Promise<ExitCode>,
  { input = '', isTTY = false, output }: { input?: string; isTTY?: boolean; output?: Writable } = {},
): Promise<Ended> {
  const ownOutput = new PassThrough();
  const errors = Object.assign(new PassThrough(), { isTTY });
  const texts = Promise.all([text(ownOutput), text(errors)]);
  const code = await command({ environment, input: Readable.from([input]), output: output ?? ownOutput, errors });
  ownOutput.end();
  errors.end();
  const [stdout, stderr] = await texts;
  return { code, stdout, stderr };
}
/** Runs `toolscore` with these arguments. */
export const run = (environment: Environment, args: string[], options = {}) =>
  act(environment, (terminal) => toolscore(args, terminal), options);
/** Runs `npm run seed`. */
export const runSeed = (environment: Environment, args: string[]) =>
  act(environment, (terminal) => explain(terminal, () => seed.run(args, terminal)));

/** A service that listens, and who may import there. */
export async function listen() {
  const started = await appForTest();
  const admin = await started.admin();
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(started.app.server.address() as AddressInfo).port}`;
  const account = { TOOLSCORE_USERNAME: admin.user?.username as string, TOOLSCORE_PASSWORD: PASSWORD };
  const remote = (args: string[], options = {}) => run(account, [...args, '--url', url], options);
  return { started, admin, url, account, remote };
}

/** The path of a file in the folder of the service. */
export const file = (started: TestApp, name: string) => join(started.environment.DATA_DIR as string, name);
export const catalogue = 'name,description,category\nAlpha,first,Letters\nBeta,second,Letters\n';
