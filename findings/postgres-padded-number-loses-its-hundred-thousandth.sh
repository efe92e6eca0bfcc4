#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): neither of the two usual ways to write a running number with leading zeros pads
# only. lpad('100000', 5, '0') cuts to '10000', which is number 10,000 again (JavaScript's padStart never cuts), and
# to_char(100000, 'FM00000') writes '#####', the same for every number that is too long. Neither raises an error: a unique code refuses the
# 100,000th order of a year, and one that is not unique names two. No test has so many rows.
# What helps: digits that may be left out before those that must stand, as in to_char(n, 'FM9999900000').
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
await db.exec(`CREATE TABLE code (way text, n int, code text, UNIQUE (way, code))`)
const ways = { lpad: `lpad(n::text, 5, '0')`, to_char: `to_char(n, 'FM00000')`, longer: `to_char(n, 'FM9999900000')` }
for (const [way, code] of Object.entries(ways)) {
  const codes = await db.query(`SELECT array_agg(${code} ORDER BY n) AS codes FROM unnest(ARRAY[7, 10000, 99999, 100000, 100001]) n`)
  const kept = await db.query(`INSERT INTO code SELECT '${way}', n, ${code} FROM unnest(ARRAY[10000, 99999, 100000, 100001]) n ON CONFLICT DO NOTHING`)
  console.log(`${way}: ${codes.rows[0].codes.join(' ')}, of the last four ${kept.affectedRows} have a code of their own`)
}
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
lpad: 00007 10000 99999 10000 10000, of the last four 2 have a code of their own
to_char: 00007 10000 99999 ##### #####, of the last four 3 have a code of their own
longer: 00007 10000 99999 100000 100001, of the last four 4 have a code of their own
TEXT
diff wanted seen && echo 'as stated'
