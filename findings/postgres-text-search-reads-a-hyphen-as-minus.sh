#!/bin/sh
# PostgreSQL (18.7, here as @electric-sql/pglite 0.5.17): full text search takes the hyphen before a number for a minus. The default parser, with the
# configuration "simple" too, makes 'CAMISETA-42' the words 'camiseta' and '-42'. So a product is found by its whole code, which is how one
# tries it, and neither by '42' nor by 'camiseta 42', the two ways in which people search. '042' is a word of its own beside '42'. With
# an underscore the same code is found by each of the three, and with a slash by the whole alone, since 'CAMISETA/42' is read as
# the path of a file. What helps: an index of trigrams on the code, or to replace all but letters and digits by blanks before to_tsvector.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = new PGlite()
const one = async (sql, values) => Object.values((await db.query(sql, values)).rows[0])[0]
for (const code of ['CAMISETA-42', 'CAMISETA_42', 'CAMISETA/42', 'CAMISETA-042']) {
  const words = await one(`SELECT tsvector_to_array(to_tsvector('simple', $1))::text`, [code])
  const found = []
  for (const typed of [code, 'camiseta 42', '42'])
    if (await one(`SELECT to_tsvector('simple', $1) @@ websearch_to_tsquery('simple', $2)`, [code, typed])) found.push(typed)
  const blank = await one(
    `SELECT to_tsvector('simple', regexp_replace($1, '[^[:alnum:]]+', ' ', 'g')) @@ websearch_to_tsquery('simple', 'camiseta 42')`,
    [code],
  )
  console.log(`${code} ${words}: found by ${found.join(', ')}; without its separator by "camiseta 42": ${blank}`)
}
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
CAMISETA-42 {-42,camiseta}: found by CAMISETA-42; without its separator by "camiseta 42": true
CAMISETA_42 {42,camiseta}: found by CAMISETA_42, camiseta 42, 42; without its separator by "camiseta 42": true
CAMISETA/42 {camiseta/42}: found by CAMISETA/42; without its separator by "camiseta 42": true
CAMISETA-042 {-042,camiseta}: found by CAMISETA-042; without its separator by "camiseta 42": false
TXT
diff wanted seen && echo 'as stated'
