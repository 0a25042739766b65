// Baselines for ratings: what the databases do when nothing but the statements of a rating is asked of them, and what SQLite
// does when a commit holds a single row.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Commits of one row each per second, synchronous=FULL. */
export function rowCommits(folder: string, seconds: number): number {
  const database = new DatabaseSync(join(folder, 'commits.sqlite'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists r (id integer primary key, a, b, c)',
  );
  const insert = database.prepare('insert into r (a, b, c) values (?, ?, ?)');
  const end = performance.now() + seconds * 1000;
  let commits = 0;
  while (performance.now() < end) {
    database.exec('begin');
    insert.run(commits, 'voter', 5);
    database.exec('commit');
    commits += 1;
  }
  database.close();
  return commits / seconds;
}

/** The statements of an anonymous rating, in the order of the service; named parameters. */
const statements = [
  `update tools set usefulness_4 = usefulness_4 + 1, usability_3 = usability_3 + 1
   where id = :tool and deleted_at is null returning id`,
  `insert into ratings (tool_id, voter, usefulness, usability, comment, reviewer_name, created_at)
   select id, :voter, 4, 3, null, null, :at from tools where id = :tool on conflict (tool_id, voter) do nothing
   returning id, tool_id, usefulness, usability, comment, reviewer_name, created_at`,
  `insert into attempts (key, count, resets_at) values (:key, 1, :resets) on conflict (key) do update
   set count = case when attempts.resets_at <= :at then 1 else attempts.count + 1 end,
   resets_at = case when attempts.resets_at <= :at then excluded.resets_at else attempts.resets_at end
   returning count, resets_at`,
  `insert into rating_days (tool_id, day, rating_count, sum_usefulness, sum_usability)
   select id, :day, 1, 4, 3 from tools where id = :tool
   on conflict (tool_id, day) do update set rating_count = rating_days.rating_count + excluded.rating_count,
   sum_usefulness = rating_days.sum_usefulness + excluded.sum_usefulness,
   sum_usability = rating_days.sum_usability + excluded.sum_usability`,
  `insert into audit_logs (entity_type, entity_id, action, user_id, username, changes, created_at)
   values ('rating', (select id from ratings where tool_id = :tool and voter = :voter), 'create', 'voter', 'voter', :changes, :at)`,
  `update category_totals set usefulness_4 = usefulness_4 + 1, usability_3 = usability_3 + 1
   where category = (select category from tools where id = :tool) and slot = :slot`,
];

const CHANGES = JSON.stringify({
  toolId: { from: null, to: 1 },
  usefulness: { from: null, to: 4 },
  usability: { from: null, to: 3 },
});
const DAY = '2026-01-31';
const AT = '2026-01-31T12:00:00.000Z';
const RESETS = '2026-01-31T13:00:00.000Z';

/** Ratings per second on a SQLite file of the service, by the bare statements, one commit each, synchronous=FULL. */
export function sqliteRatings(file: string, tools: number, seconds: number): number {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -8000');
  database.exec('pragma wal_autocheckpoint = 4000');
  const prepared = statements.map((text) => {
    const names = new Set([...text.matchAll(/:(\w+)/g)].map(([, name]) => name));
    const statement = database.prepare(text);
    return (values: Record<string, string | number>) =>
      statement.all(Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))));
  });
  const end = performance.now() + seconds * 1000;
  const run = process.pid * 1_000_000;
  let done = 0;
  while (performance.now() < end) {
    const tool = (done % tools) + 1;
    const values = { tool, voter: `bare-${run + done}-${end}`, at: AT, resets: RESETS, key: `bare-${tool}` };
    database.exec('begin immediate');
    for (const execute of prepared) execute({ ...values, day: DAY, changes: CHANGES, slot: tool % 8 });
    database.exec('commit');
    done += 1;
  }
  database.close();
  return done / seconds;
}

/** Ratings per second by pgbench with so many clients, the same statements, each prepared once. */
export function pgbenchRatings(url: string, tools: number, clients: number, seconds: number, folder: string): number {
  const script = join(folder, 'rating.sql');
  const lines = statements.map((text) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(':voter', `'bare-' || :client_id::text || '-' || :nonce::text`)
      .replaceAll(':key', `'bare-' || :tool::text`)
      .replaceAll(':slot', '(:tool::bigint % 8)'),
  );
  const sets = [`\\set tool random(1, ${tools})`, String.raw`\set nonce random(1, 9000000000000000)`];
  writeFileSync(script, [...sets, 'begin;', ...lines.map((line) => `${line};`), 'commit;'].join('\n'));
  const values = { at: AT, resets: RESETS, day: DAY, changes: CHANGES };
  const defined = Object.entries(values).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const args = ['-n', '-f', script, '-c', String(clients), '-T', String(seconds), '-M', 'prepared', ...defined, url];
  const output = execFileSync('pgbench', args, { encoding: 'utf8' });
  const rate = /tps = ([\d.]+) \(without initial connection time\)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(output);
  return Number(rate);
}
