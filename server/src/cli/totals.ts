// SQL that recomputes the totals of categories and labels from the tools, for checking and repairing them.
import { sql } from 'kysely';
import type { Db } from '../database/index.ts';
import { scoreColumns, SLOTS } from '../features/tools/totals.ts';

export interface TotalDifference {
  /** A row of totals, such as `category Ops, part 3` or `tag metrics`, and its column. */
  what: string;
  stored: number;
  counted: number;
  table: 'category_totals' | 'label_totals';
  key: { category: string; slot: number } | { kind: 'tag' | 'feature'; label: string };
  column: string;
}

/** What totals should be: a query for each table. Slots as the totals of the tools themselves are spread over them. */
const expected = {
  category_totals: sql`select category, id % ${sql.lit(SLOTS)} as slot, 1 as tool_count, ${sql.join(scoreColumns.map((c) => sql.ref(c)))}
    from tools where deleted_at is null`,
  label_totals: sql`select kind, label, 1 as tool_count
    from tool_labels join tools on tools.id = tool_labels.tool_id where deleted_at is null`,
};
const keys = { category_totals: ['category', 'slot'], label_totals: ['kind', 'label'] } as const;
const columns = { category_totals: ['tool_count', ...scoreColumns], label_totals: ['tool_count'] } as const;

async function compare(db: Db, table: keyof typeof expected): Promise<TotalDifference[]> {
  const names = sql.join(keys[table].map((name) => sql.ref(name)));
  const list = (side: 'stored' | 'counted', from: typeof side) =>
    sql.join(
      columns[table].map((c) =>
        side === from ? sql`${sql.ref(c)} as ${sql.ref(`${side}_${c}`)}` : sql`0 as ${sql.ref(`${side}_${c}`)}`,
      ),
    );
  const sums = sql.join(
    columns[table].flatMap((c) =>
      [sql.ref(`stored_${c}`), sql.ref(`counted_${c}`)].map((ref) => sql`sum(${ref}) as ${ref}`),
    ),
  );
  // One statement, so one moment: what is written meanwhile is in both sides or in neither.
  const { rows } = await sql<Record<string, string | number>>`
    select ${names}, ${sums} from (
      select ${names}, ${list('stored', 'stored')}, ${list('counted', 'stored')} from ${sql.table(table)}
      union all
      select ${names}, ${list('stored', 'counted')}, ${list('counted', 'counted')} from (${expected[table]}) as found
    ) as sides group by ${names} order by ${names}`.execute(db);
  return rows.flatMap((row) =>
    columns[table]
      .map((column) => ({
        what: `${table === 'category_totals' ? `category ${row.category}, part ${row.slot}` : `${row.kind} ${row.label}`}, ${column}`,
        stored: Number(row[`stored_${column}`]),
        counted: Number(row[`counted_${column}`]),
        table,
        key: Object.fromEntries(keys[table].map((name) => [name, row[name]])) as TotalDifference['key'],
        column,
      }))
      .filter(({ stored, counted }) => stored !== counted),
  );
}

/** Where the totals of categories and labels differ from the tools. */
export async function listTotalDifferences(db: Db): Promise<TotalDifference[]> {
  return [...(await compare(db, 'category_totals')), ...(await compare(db, 'label_totals'))];
}

/** Adds to the totals what they lack, so that what is written meanwhile stays counted. */
export async function repairTotals(trx: Db, differences: readonly TotalDifference[]): Promise<void> {
  for (const { table, key, column, stored, counted } of differences) {
    const zeros = Object.fromEntries(columns[table].map((name) => [name, 0]));
    const target = sql.join(keys[table].map((name) => sql.ref(name)));
    const row = { ...key, ...zeros, [column]: counted - stored };
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})
      on conflict (${target}) do update
      set ${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`.execute(trx);
  }
}
