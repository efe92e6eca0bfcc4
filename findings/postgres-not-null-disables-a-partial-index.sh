#!/bin/sh
# PostgreSQL (18, here as @electric-sql/pglite 0.5.17): SET NOT NULL on a column takes an index `WHERE column IS NOT NULL` away from the queries
# that say just that. Since 17 the planner drops `column IS NOT NULL` as always true where the column is NOT NULL, before it asks whether
# the query implies the predicate of the index; then nothing is left that proves it, and the query sorts the whole table. The index looks
# healthy, and the same query with `column > 0` or `column = x` uses it, as these imply the predicate by themselves. So a migration that
# only tightens a column (back-filled, then NOT NULL) can turn a page of the newest rows into a sequential scan. Make the index again
# without its predicate in the same migration.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
await db.exec(`
  CREATE TABLE sale (id int PRIMARY KEY, paid_cents int, paid_at timestamptz);
  INSERT INTO sale SELECT n, n % 900 + 1, now() - n * interval '1 minute' FROM generate_series(1, 50000) n;
  CREATE INDEX newest_paid ON sale (paid_at DESC) WHERE paid_cents IS NOT NULL;
  ANALYZE sale;`)
async function look(when, condition) {
  const { rows } = await db.query(`EXPLAIN (COSTS OFF) SELECT id FROM sale WHERE ${condition} ORDER BY paid_at DESC LIMIT 20`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  console.log(`${when}, ${condition}: ${/using newest_paid/.test(plan) ? 'the partial index' : /Sort/.test(plan) ? 'scan and sort' : plan}`)
}
const { rows } = await db.query('SHOW server_version_num')
console.log(`server ${Math.floor(rows[0].server_version_num / 10000)}`)
await look('nullable', 'paid_cents IS NOT NULL')
await db.exec('ALTER TABLE sale ALTER COLUMN paid_cents SET NOT NULL; ANALYZE sale')
await look('not null', 'paid_cents IS NOT NULL')
await look('not null', 'paid_cents > 0')
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
server 18
nullable, paid_cents IS NOT NULL: the partial index
not null, paid_cents IS NOT NULL: scan and sort
not null, paid_cents > 0: the partial index
TXT
diff wanted seen && echo 'as stated'
