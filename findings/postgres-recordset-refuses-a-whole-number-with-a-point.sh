#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): jsonb_to_recordset reads a number of JSON by its text, a cast reads its value, and the
# two disagree about the same value. 12.0, which writers of Python or Java send for a whole amount and jsonb keeps with its point, ends the
# whole statement for a column of bigint (all rows of the batch with it), while 1e2 is read as 100; `('12.0'::jsonb)::bigint` is 12. jsonb
# itself holds 12.0 and 12 to be equal. The cast is no way out for money: it rounds 12.5 to 13
# without a word, where the record set at least refuses. JSON.stringify never writes 12.0, so that no test whose input is made in JavaScript
# meets it; a payload that is passed on as its own text (or by a parser that keeps numbers exact) does.
# What helps: declare the column numeric, refuse what has a part behind the point, and cast then.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
const ask = (sql) => db.query(sql, []).then(({ rows }) => rows.map((row) => Object.values(row).join(' ')).join(', '), ({ message }) => message)
for (const cents of ['12', '12.0', '1e2', '12.5']) {
  const rows = `'[{"cents":7},{"cents":${cents}}]'::jsonb`
  console.log(`${cents} as record set: ${await ask(`SELECT cents FROM jsonb_to_recordset(${rows}) AS x(cents bigint)`)}`)
  console.log(`${cents} as cast: ${await ask(`SELECT (x -> 'cents')::bigint FROM jsonb_array_elements(${rows}) x`)}`)
}
console.log(`equal: ${await ask(`SELECT '12.0'::jsonb = '12'::jsonb, '12.0'::jsonb::text`)}`)
console.log(`numeric: ${await ask(`SELECT cents::bigint FROM jsonb_to_recordset('[{"cents":12.0},{"cents":12.5}]') AS x(cents numeric) WHERE cents = trunc(cents)`)}`)
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
12 as record set: 7, 12
12 as cast: 7, 12
12.0 as record set: invalid input syntax for type bigint: "12.0"
12.0 as cast: 7, 12
1e2 as record set: 7, 100
1e2 as cast: 7, 100
12.5 as record set: invalid input syntax for type bigint: "12.5"
12.5 as cast: 7, 13
equal: true 12.0
numeric: 12
TEXT
diff wanted seen && echo 'as stated'
