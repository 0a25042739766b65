// The OpenAPI 3.1 description. As a program: prints it, or with --check tells whether the committed openapi.json is it.
import { readFileSync } from 'node:fs';
import { createOpenApi } from '@toolscore/contract/openapi';

const committed = new URL('../../openapi.json', import.meta.url);
const current = `${JSON.stringify(createOpenApi(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  process.stdout.write(current);
} else if (readFileSync(committed, 'utf8') !== current) {
  process.stderr.write('openapi.json is not what the contract says; run `npm run openapi` and commit it\n');
  process.exitCode = 1;
}
