#!/bin/sh
# PostgreSQL (18, here as @electric-sql/pglite 0.5.17): a tenant set for row security in the same statement, by
# `WITH tenant AS MATERIALIZED (SELECT set_config(…)) SELECT r.* FROM tenant, LATERAL (…) r`, is not set before the rows are read.
# MATERIALIZED says that the CTE is read once, not when; LATERAL without a reference orders nothing; so the planner reads first what it
# takes for cheaper. A single row (a count) came after the CTE and was right in each test; the same door answered a join with no rows at
# all, without an error. A reference to the CTE inside the subquery is not enough where the subquery can be pulled up; with OFFSET 0 it
# stays a subquery, and the CTE is read before it.
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
  CREATE TABLE shop (tenant text NOT NULL, id int NOT NULL, PRIMARY KEY (tenant, id));
  CREATE TABLE state (tenant text NOT NULL, shop_id int NOT NULL, PRIMARY KEY (tenant, shop_id));
  INSERT INTO shop VALUES ('a', 1), ('a', 2), ('b', 3);
  INSERT INTO state VALUES ('a', 1), ('a', 2), ('b', 3);
  ALTER TABLE shop ENABLE ROW LEVEL SECURITY;
  ALTER TABLE state ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own ON shop USING (tenant = current_setting('app.tenant', true));
  CREATE POLICY own ON state USING (tenant = current_setting('app.tenant', true));
  CREATE ROLE app; GRANT SELECT ON shop, state TO app; SET ROLE app;`)
const tenant = `WITH tenant AS MATERIALIZED (SELECT count(set_config('app.tenant', 'a', true)) AS settings FROM generate_series(1, 1))`
const join = `SELECT y.shop_id FROM state y JOIN shop s ON s.tenant = y.tenant AND s.id = y.shop_id WHERE y.tenant = 'a'`
async function look(name, from) {
  const { rows } = await db.query(`${tenant} SELECT r.* FROM tenant, LATERAL ${from}`)
  console.log(`${name}: ${rows.length} rows`)
}
await look('beside it', `(${join}) r WHERE tenant.settings > 0`)
await look('with a reference', `(SELECT * FROM (${join}) x WHERE tenant.settings > 0) r`)
await look('with a reference and OFFSET 0', `(SELECT * FROM (${join}) x WHERE tenant.settings > 0 OFFSET 0) r`)
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
beside it: 0 rows
with a reference: 0 rows
with a reference and OFFSET 0: 2 rows
TXT
diff wanted seen && echo 'as stated'
