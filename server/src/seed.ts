// `npm run seed -- FILE [--ratings N]`: loads a catalogue straight into the configured database.
import { explain } from './cli/run.ts';
import { seed } from './cli/seed.ts';
import { processTerminal } from './cli/terminal.ts';

process.exitCode = await explain(processTerminal, () => seed.run(process.argv.slice(2), processTerminal));
