#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): the check of a foreign key (tenant, id) is a query that is planned like any other,
# and need not use the primary key that it refers to. Where the statistics know one row, each index that begins with the tenant costs the
# same, and of equal ones the index made last is taken, here (tenant, title): every check reads all rows of the tenant and filters by id.
# Two thousand rows that refer to two thousand others read two million index entries in place of two thousand, and the plan stays in the
# session. It is so in the first minutes of a new database: analysed with its first row, then filled by an import.
# What helps: ANALYZE between the batches of an import. It plans the checks of open sessions again.
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
  CREATE TABLE product (tenant int, id int, title text, PRIMARY KEY (tenant, id));
  CREATE INDEX by_title ON product (tenant, title);
  CREATE TABLE cost (tenant int, product int, cents int, FOREIGN KEY (tenant, product) REFERENCES product);
  INSERT INTO product VALUES (1, 1, 'first'); ANALYZE product;
  INSERT INTO product SELECT 2, n, 'title ' || n FROM generate_series(1, 2000) n;`)
const READ = `SELECT pg_stat_get_xact_tuples_returned('product_pkey'::regclass)::int AS key, pg_stat_get_xact_tuples_returned('by_title'::regclass)::int AS title`
async function refer(when) {
  await db.transaction(async (tx) => {
    const [before] = (await tx.query(READ)).rows
    await tx.exec('INSERT INTO cost SELECT 2, n, 100 FROM generate_series(1, 2000) n')
    const [after] = (await tx.query(READ)).rows
    const size = (n) => (n > 1_000_000 ? 'millions' : n === 0 ? 'none' : n === 2000 ? 'one a row' : n)
    console.log(`${when}: entries of the primary key ${size(after.key - before.key)}, of (tenant, title) ${size(after.title - before.title)}`)
  })
}
await refer('statistics of one row')
await db.exec('ANALYZE product')
await refer('statistics of today')
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
statistics of one row: entries of the primary key none, of (tenant, title) millions
statistics of today: entries of the primary key one a row, of (tenant, title) none
TXT
diff wanted seen && echo 'as stated'
