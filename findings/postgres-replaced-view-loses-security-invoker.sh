#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): CREATE OR REPLACE VIEW without its WITH clause takes security_invoker off a view that
# had it. Grants, owner and column defaults of the old view stay, so one takes it for a change of the query alone; options are replaced
# as a whole, and none given means none. From then on the view reads its tables as its owner, past the policies of who asks: a migration that
# adds one column to a report shows each tenant the rows of all, with no error, no notice, and the same rights as before. Nor does
# a test that compares columns or privileges see it. ALTER VIEW … RENAME or SET keep the option. What helps: the WITH clause in each
# replacement, and a check of the catalogue: no view of the application whose pg_class.reloptions lacks security_invoker.
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
  CREATE TABLE sale (tenant int, id int, cents bigint); INSERT INTO sale VALUES (1, 1, 100), (1, 2, 200), (2, 3, 300);
  ALTER TABLE sale ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own ON sale USING (tenant = current_setting('app.tenant')::int);
  CREATE VIEW report WITH (security_invoker = true) AS SELECT id, cents FROM sale;
  CREATE ROLE seller; GRANT SELECT ON sale, report TO seller; SET app.tenant = 1`)
async function look(when) {
  const { rows: [view] } = await db.query(`SELECT coalesce(array_to_string(reloptions, ','), 'none') AS options,
    has_table_privilege('seller', oid, 'SELECT') AS granted FROM pg_class WHERE relname = 'report'`)
  await db.exec('SET ROLE seller')
  const { rows } = await db.query('SELECT FROM report')
  await db.exec('RESET ROLE')
  console.log(`${when}: options ${view.options}, granted ${view.granted}, seller of 2 rows sees ${rows.length}`)
}
await look('created')
await db.exec('CREATE OR REPLACE VIEW report AS SELECT id, cents, cents / 100 AS reais FROM sale')
await look('replaced')
await db.exec('CREATE OR REPLACE VIEW report WITH (security_invoker = true) AS SELECT id, cents, cents / 100 AS reais FROM sale')
await look('replaced with its option')
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
created: options security_invoker=true, granted true, seller of 2 rows sees 2
replaced: options none, granted true, seller of 2 rows sees 3
replaced with its option: options security_invoker=true, granted true, seller of 2 rows sees 2
TEXT
diff wanted seen && echo 'as stated'
