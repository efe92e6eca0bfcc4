#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): to_number() with a pattern checks nothing, and answers another number where text and pattern do
# not fit. to_number('100', '99') is 10: what is longer than its pattern is cut from the right, so that each amount above the largest that
# somebody thought of loses digits (to_char writes ##### there). D and G follow lc_numeric: on a server, or a copy of it, with C or en_US in place of
# pt_BR, '1.234,56' by the very pattern '9G999D99' is 1.23, and '1,50' by '999D99' is 150; a comma in the pattern is a place to skip, never
# decimals. Which of such texts raise "numeric field overflow" and which pass depends on the digits alone, so that an import of small
# amounts runs for months. What helps: replace(replace(text, '.', ''), ',', '.')::numeric, since a cast refuses what it cannot read.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
const ask = (sql) => db.query(sql).then(({ rows: [row] }) => row.x, ({ message }) => message)
console.log(`lc_numeric ${await ask(`SELECT current_setting('lc_numeric') AS x`)}`)
for (const [text, pattern] of [['99', '99'], ['100', '99'], ['12345', '999'], ['1.234,56', '9G999D99'], ['1,50', '999D99'], ['1,50', '9D99'], ['10,50', '99,99']])
  console.log(`to_number('${text}', '${pattern}'): ${await ask(`SELECT to_number('${text}', '${pattern}')::text AS x`)}`)
for (const text of ['1.234,56', '100', '1,5O'])
  console.log(`cast of '${text}': ${await ask(`SELECT replace(replace('${text}', '.', ''), ',', '.')::numeric::text AS x`)}`)
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
lc_numeric C
to_number('99', '99'): 99
to_number('100', '99'): 10
to_number('12345', '999'): 123
to_number('1.234,56', '9G999D99'): 1.23
to_number('1,50', '999D99'): 150
to_number('1,50', '9D99'): numeric field overflow
to_number('10,50', '99,99'): 1050
cast of '1.234,56': 1234.56
cast of '100': 100
cast of '1,5O': invalid input syntax for type numeric: "1.5O"
TEXT
diff wanted seen && echo 'as stated'
