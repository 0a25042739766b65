// A new column of tools whose values only the code can work out.
import { type Kysely, sql } from 'kysely';

const TOOLS_PER_STATEMENT = 1000;

/** Fills `column` of every tool from its other columns `from`; memory does not grow with the catalogue. */
export async function fillTools<Row extends object>(
  db: Kysely<unknown>,
  column: string,
  from: readonly (keyof Row & string)[],
  valueOf: (row: Row) => number,
): Promise<void> {
  const columns = sql.join(from.map((name) => sql.ref(name)));
  for (let last = 0; ;) {
    const { rows } = await sql<Row & { id: number }>`
      select id, ${columns} from tools where id > ${last} order by id limit ${TOOLS_PER_STATEMENT}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    const values = rows.map((row) => sql`(cast(${row.id} as bigint), cast(${valueOf(row)} as bigint))`);
    await sql`with made (id, value) as (values ${sql.join(values)})
      update tools set ${sql.ref(column)} = made.value from made where tools.id = made.id`.execute(db);
  }
}
