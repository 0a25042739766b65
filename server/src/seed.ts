// `npm run seed -- FILE [--ratings N]`: loads a catalogue straight into the configured database.
import { seed } from './cli/seed.ts';

process.exitCode = await seed(process.argv.slice(2));
