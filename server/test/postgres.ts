// `npm run test:postgres`: the server's suite on the PostgreSQL that TEST_DATABASE_URL names. It makes databases of its own
// there, with unique names, and drops them.
import { spawnSync } from 'node:child_process';

if (!process.env.TEST_DATABASE_URL) {
  console.error('TEST_DATABASE_URL is not set: name a PostgreSQL whose user may create databases');
  process.exit(1);
}
const run = spawnSync('vitest', ['run', '--maxWorkers=100%', '--project', 'server', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_ENGINE: 'postgres' },
});
process.exit(run.status ?? 1);
