// What is run. Most of a start is compiling: what has been compiled once is kept for the next one, where the folder can be written.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./start.ts');
// Not at the end of the process, which may be a sudden one.
flushCompileCache();
