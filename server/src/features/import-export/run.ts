// One import: every row checked, the good ones written in short transactions, the bad ones reported.
import { setImmediate } from 'node:timers/promises';
import type { ImportResult } from '@toolscore/contract/schemas';
import { type Db, type Engine, inTransaction } from '../../database/index.ts';
import { type Actor, type Changes, diff, recordAudit } from '../audit/queries.ts';
import { insertTools, lockActiveTool, toFields, updateTool } from '../tools/queries.ts';
import type { ToolFields } from '../tools/rules.ts';
import type { Encoding } from './decode.ts';
import { findMatches, finishImport, identityOf, insertImport, lockImports, type Match } from './queries.ts';
import { createRowCheck, type ValidRow } from './rows.ts';
import { countRows, createBreather, type Source } from './source.ts';

/**
 * Rows written in one transaction. Many, because every commit writes the same pages of many indexes anew; but whoever else
 * writes waits for it, and updates take longer, each with statements of its own.
 */
const BATCH = { create: 150, upsert: 50 };

const FIRST_MANY_NEW = 1000;

export interface ImportOptions {
  mode: 'create' | 'upsert';
  dryRun: boolean;
  /** Report every row, not only those that failed. */
  reportAll: boolean;
  encoding: Encoding;
  actor: Actor;
  userId: number | null;
  /** Whether tools of others may be updated too. */
  mayEditAll: boolean;
  onProgress?: (done: number, total: number) => void;
}

type Reported = ImportResult['rows'][number];
type Status = Reported['status'];
interface Outcome {
  status: Status;
  id?: number;
  error?: string;
}

const SOMEBODY_ELSES = 'exists already as a tool that only its creator or an admin may change';

/** A tool as an upsert leaves it: what the file speaks of is replaced, the rest stays. */
function merge(before: ToolFields, { fields, given }: ValidRow): ToolFields {
  return { ...before, ...Object.fromEntries(given.map((field) => [field, fields[field]])) };
}

const isSame = (before: ToolFields, after: ToolFields) => Object.keys(diff(before, after)).length === 0;

/** What has been created or changed so far by a run that writes nothing. */
type Overlay = Map<string, Match>;

class Run {
  readonly #engine: Engine;
  readonly #clock: () => number;
  readonly #options: ImportOptions;
  readonly #overlay: Overlay = new Map();
  /** Where in the file each tool stands first. */
  readonly #places = new Map<string, string>();
  readonly counts: Record<Status, number> = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  readonly reported: Reported[] = [];
  importId: number | null = null;

  constructor(engine: Engine, clock: () => number, options: ImportOptions) {
    this.#engine = engine;
    this.#clock = clock;
    this.#options = options;
  }

  readonly now = () => new Date(this.#clock()).toISOString();

  report({ row, line }: { row: number; line: number }, name: string | undefined, outcome: Outcome): void {
    this.counts[outcome.status] += 1;
    if (outcome.status !== 'failed' && !this.#options.reportAll) return;
    this.reported.push({ row, line, ...(name !== undefined && { name }), ...outcome });
  }

  /** How many tools have to be new before the planner is told. */
  #manyNew = FIRST_MANY_NEW;

  async #tellPlanner(): Promise<void> {
    if (this.#options.dryRun || this.counts.created < this.#manyNew) return;
    this.#manyNew *= 2;
    await this.#engine.analyzeTools();
  }

  /** Writes the rows, or finds out what writing them would do. No two of them are the same tool. */
  async process(rows: ValidRow[]): Promise<void> {
    const outcomes = this.#options.dryRun
      ? await this.#preview(rows)
      : await inTransaction(this.#engine, (trx) => this.#write(trx, rows));
    for (const [index, row] of rows.entries()) {
      const key = identityOf(row.fields);
      if (this.#options.mode === 'upsert' && !this.#places.has(key)) {
        this.#places.set(key, `row ${row.row} (line ${row.line})`);
      }
      this.report(row, row.fields.name, outcomes[index] as Outcome);
    }
    await this.#tellPlanner();
  }

  /** An update by this row, unless it would undo what an earlier row of the same tool says: which of them is right? */
  #updateUnlessRepeated(row: ValidRow, id: number): Outcome {
    const place = this.#places.get(identityOf(row.fields));
    if (place === undefined) return { status: 'updated', id };
    return { status: 'failed', error: `says something else of the same tool than ${place}` };
  }

  readonly #mayEdit = ({ createdById }: Match) =>
    this.#options.mayEditAll || (createdById !== null && createdById === this.#options.userId);

  async #matches(db: Db, rows: ValidRow[]): Promise<Map<string, Match>> {
    if (this.#options.mode === 'create') return new Map();
    const names = rows.map(({ fields }) => fields.name);
    return findMatches(db, names, this.#mayEdit);
  }

  async #preview(rows: ValidRow[]): Promise<Outcome[]> {
    const matches = await this.#matches(this.#engine.reader, rows);
    return rows.map((row) => {
      const key = identityOf(row.fields);
      const match = this.#overlay.get(key) ?? matches.get(key);
      const outcome = this.#foresee(row, match);
      if (this.#options.mode === 'upsert' && (outcome.status === 'created' || outcome.status === 'updated')) {
        const createdById = match ? match.createdById : this.#options.userId;
        const fields = match ? merge(match.fields, row) : row.fields;
        this.#overlay.set(key, { id: match?.id ?? 0, createdById, fields });
      }
      return outcome.id === 0 ? { status: outcome.status } : outcome;
    });
  }

  #foresee(row: ValidRow, match: Match | undefined): Outcome {
    if (!match) return { status: 'created' };
    if (!this.#mayEdit(match)) return { status: 'failed', error: SOMEBODY_ELSES };
    if (isSame(match.fields, merge(match.fields, row))) return { status: 'unchanged', id: match.id };
    return this.#updateUnlessRepeated(row, match.id);
  }

  async #write(trx: Db, rows: ValidRow[]): Promise<Outcome[]> {
    const at = this.now();
    if (this.#options.mode === 'upsert') await lockImports(trx, at);
    const matches = await this.#matches(trx, rows);
    const isNew = ({ fields }: ValidRow) => !matches.has(identityOf(fields));
    // SQLite takes the thread: readers, who do not wait for the transaction, have their turn in between.
    const breathe = createBreather();
    const ids = await this.#insert(trx, rows.filter(isNew), at, breathe);
    const outcomes: Outcome[] = [];
    for (const row of rows) {
      const match = matches.get(identityOf(row.fields));
      if (!match) outcomes.push({ status: 'created', id: ids.shift() });
      else if (!this.#mayEdit(match)) outcomes.push({ status: 'failed', error: SOMEBODY_ELSES });
      else outcomes.push(await this.#update(trx, match, row, at));
      await breathe();
    }
    return outcomes;
  }

  async #insert(trx: Db, rows: ValidRow[], at: string, breathe: () => Promise<void> | undefined): Promise<number[]> {
    if (rows.length === 0) return [];
    const tools = rows.map(({ fields }) => fields);
    const ids = await insertTools(trx, tools, this.#options.userId, at, { importId: this.importId, breathe });
    await breathe();
    await recordAudit(
      trx,
      ...tools.map((fields, index) => this.#entry(ids[index] as number, 'create', diff(null, fields), at)),
    );
    return ids;
  }

  async #update(trx: Db, { id, fields }: Match, row: ValidRow, at: string): Promise<Outcome> {
    if (isSame(fields, merge(fields, row))) return { status: 'unchanged', id };
    const outcome = this.#updateUnlessRepeated(row, id);
    if (outcome.status === 'failed') return outcome;
    const current = await lockActiveTool(trx, id);
    if (!current) return { status: 'failed', error: 'was deleted while the import ran' };
    const before = toFields(current);
    const after = merge(before, row);
    const changes = diff(before, after);
    if (Object.keys(changes).length === 0) return { status: 'unchanged', id };
    await updateTool(trx, current, after, at);
    await recordAudit(trx, this.#entry(id, 'update', changes, at));
    return outcome;
  }

  #entry(entityId: number, action: 'create' | 'update', changes: Changes, at: string) {
    const withImport = { ...changes, importId: { from: null, to: this.importId } };
    return { actor: this.#options.actor, entityType: 'tool' as const, entityId, action, changes: withImport, at };
  }
}

/**
 * Imports a catalogue. A row that breaks a rule is reported and stops no other one. With `dryRun` nothing is written and the
 * answer is what the import would answer, but for the ids of what would be created.
 * @throws HttpError 400 when the file as a whole cannot be read; nothing has been written then
 */
export async function runImport(
  { engine, clock }: { engine: Engine; clock: () => number },
  source: Source,
  options: ImportOptions,
): Promise<ImportResult> {
  const total = await countRows(source);
  const run = new Run(engine, clock, options);
  const { actor, userId, dryRun } = options;
  if (!dryRun) run.importId = await inTransaction(engine, (trx) => insertImport(trx, userId, run.now()));
  await processRows(run, source, options.mode, (done) => options.onProgress?.(done, total));
  const { importId } = run;
  if (importId !== null) {
    await inTransaction(engine, async (trx) => {
      const at = run.now();
      await finishImport(trx, importId, at);
      const changes = diff(null, { format: source.format, mode: options.mode, ...run.counts });
      await recordAudit(trx, { actor, entityType: 'import', entityId: importId, action: 'import', changes, at });
    });
  }
  const columns = source.mapping.list();
  return {
    format: source.format,
    ...(source.delimiter !== undefined && { delimiter: source.delimiter }),
    encoding: options.encoding,
    dryRun,
    importId,
    ...run.counts,
    columns,
    unknownColumns: columns.flatMap(({ column, field }) => (field === null ? [column] : [])),
    rows: run.reported.toSorted((a, b) => a.row - b.row),
  };
}

async function processRows(
  run: Run,
  source: Source,
  mode: ImportOptions['mode'],
  onProgress: (done: number) => void,
): Promise<void> {
  const check = createRowCheck();
  let batch: ValidRow[] = [];
  let keys = new Set<string>();
  let count = 0;
  const flush = async () => {
    if (batch.length > 0) await run.process(batch);
    batch = [];
    keys = new Set();
    onProgress(count);
    await setImmediate();
  };
  for await (const raw of source.rows()) {
    const checked = check(raw, count + 1);
    if ('error' in checked) {
      run.report(checked, checked.name, { status: 'failed', error: checked.error });
    } else {
      const key = identityOf(checked.fields);
      if (batch.length === BATCH[mode] || (mode === 'upsert' && keys.has(key))) await flush();
      batch.push(checked);
      keys.add(key);
    }
    count += 1;
  }
  await flush();
}
