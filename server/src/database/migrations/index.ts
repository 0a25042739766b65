// Every migration by its number, oldest first. Forward only; one that has been released is never changed.
import type { Migration } from 'kysely/migration';
import type { Engine } from '../index.ts';
import { catalogue } from './0001_catalogue.ts';
import { imports } from './0002_imports.ts';
import { portfolio } from './0003_portfolio.ts';
import { textHashes } from './0004_text_hashes.ts';
import { apiTokens } from './0005_api_tokens.ts';
import { totals } from './0006_totals.ts';

export const migrations = (engine: Engine): Record<string, Migration> => ({
  '0001_catalogue': { up: (db) => catalogue(db, engine) },
  '0002_imports': { up: (db) => imports(db, engine) },
  '0003_portfolio': { up: (db) => portfolio(db, engine) },
  '0004_text_hashes': { up: textHashes },
  '0005_api_tokens': { up: (db) => apiTokens(db, engine) },
  '0006_totals': { up: (db) => totals(db, engine) },
});
