#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): ALTER TABLE … ADD FOREIGN KEY, and VALIDATE CONSTRAINT after NOT VALID, look at the rows
# by a query of their own, as the owner. Under FORCE ROW LEVEL SECURITY the owner has policies too, and in a migration no tenant is set: the
# query sees no row, finds nothing that violates the key, and the constraint is recorded as validated, with orphans in the table. From
# then on the planner, dumps (whose restore fails) and everybody's joins rely on it. The same command refuses the same rows when the policies
# are only enabled, and ADD CHECK refuses them in each case, since it reads the table itself. Foreign keys of new rows work: their
# trigger lifts FORCE for its own query, the validation does not. What helps: NO FORCE around it, in the migration's transaction.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
const refusal = (sql) => db.exec(sql).then(() => 'done', ({ message }) => message.split(' on table ')[0])
await db.exec(`CREATE ROLE migrator; CREATE SCHEMA app AUTHORIZATION migrator; SET ROLE migrator; SET search_path = app;
  CREATE TABLE shop (tenant int, id int, PRIMARY KEY (tenant, id)); INSERT INTO shop VALUES (1, 1);
  CREATE TABLE sale (tenant int, shop int, cents bigint); INSERT INTO sale VALUES (1, 1, 100), (1, 99, -1);`)
for (const table of ['shop', 'sale'])
  await db.exec(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON ${table} USING (tenant = nullif(current_setting('app.tenant', true), '')::int)`)
const key = 'ALTER TABLE sale ADD CONSTRAINT of_shop FOREIGN KEY (tenant, shop) REFERENCES shop'
console.log(`policies enabled, foreign key: ${await refusal(key)}`)
await db.exec('ALTER TABLE shop FORCE ROW LEVEL SECURITY; ALTER TABLE sale FORCE ROW LEVEL SECURITY')
console.log(`policies forced, foreign key: ${await refusal(key)}`)
console.log(`policies forced, check: ${(await refusal('ALTER TABLE sale ADD CHECK (cents > 0)')).slice(0, 16)}…`)
await db.exec('ALTER TABLE sale DROP CONSTRAINT of_shop')
console.log(`policies forced, in two steps: ${await refusal(`${key} NOT VALID; ALTER TABLE sale VALIDATE CONSTRAINT of_shop`)}`)
const { rows: [{ convalidated }] } = await db.query(`SELECT convalidated FROM pg_constraint WHERE conname = 'of_shop'`)
await db.exec('RESET ROLE')
const { rows } = await db.query('SELECT FROM sale o WHERE NOT EXISTS (SELECT FROM shop s WHERE (s.tenant, s.id) = (o.tenant, o.shop))')
console.log(`recorded as validated: ${convalidated}, orphans: ${rows.length}`)
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
policies enabled, foreign key: insert or update
policies forced, foreign key: done
policies forced, check: check constraint…
policies forced, in two steps: done
recorded as validated: true, orphans: 1
TEXT
diff wanted seen && echo 'as stated'
