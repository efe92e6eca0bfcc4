#!/bin/sh
# pg 8.23.1 (with its pg-types 2.2.0): a numeric comes as a string with each of its digits, an array of numeric as JavaScript numbers. So
# `SELECT sum(amount)` is exact, and `SELECT array_agg(amount)`, the same amounts grouped by order or payout, has them rounded to 16 digits and
# without their trailing zeros, with no error. bigint[] keeps strings as bigint does, which makes one trust the rest. Parsers that a program
# sets for the single types reach no array: with 20 set to BigInt, int8[] has strings still, and with 1082 (date) set to text, date[] has
# Date objects at midnight of the machine's zone, which in another zone are the day before. The arrays have numbers of their own: 1231
# (numeric[]), 1016 (int8[]), 1182 (date[]), 1115 and 1185 (timestamps); set those too, or unnest before reading. pg-types 4 reads numeric[] as text.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent pg@8.23.1 @electric-sql/pglite@0.5.17
cat > look.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
// The server's own texts, read by the parsers that pg uses for an answer.
const db = new PGlite()
const { getTypeParser, setTypeParser } = pg.types
const show = (value) => {
  if (Array.isArray(value)) return `[${value.map(show).join(' ')}]`
  return value instanceof Date ? `Date ${value.toISOString()}` : `${typeof value} ${value}`
}
async function read(expression) {
  const { rows: [{ text, oid }] } = await db.query(`SELECT (${expression})::text AS text, pg_typeof(${expression})::oid::int AS oid`)
  console.log(`${expression}: ${show(getTypeParser(oid, 'text')(text))}`)
}
const amounts = `'{12345678901234567.89,10.10}'::numeric[]`
await read(`(${amounts})[1]`)
await read(amounts)
await read(`'{9007199254740993}'::int8[]`)
setTypeParser(20, BigInt)
setTypeParser(1082, String)
console.log('with parsers of its own for int8 and date:')
for (const kind of ['int8', 'int8[]', 'date', 'date[]']) {
  const value = kind.startsWith('int8') ? '9007199254740993' : '2026-11-29'
  await read(kind.endsWith('[]') ? `'{${value}}'::${kind}` : `'${value}'::${kind}`)
}
JS
TZ=Asia/Tokyo node look.mjs | tee seen
cat > wanted <<'TEXT'
('{12345678901234567.89,10.10}'::numeric[])[1]: string 12345678901234567.89
'{12345678901234567.89,10.10}'::numeric[]: [number 12345678901234568 number 10.1]
'{9007199254740993}'::int8[]: [string 9007199254740993]
with parsers of its own for int8 and date:
'9007199254740993'::int8: bigint 9007199254740993
'{9007199254740993}'::int8[]: [string 9007199254740993]
'2026-11-29'::date: string 2026-11-29
'{2026-11-29}'::date[]: [Date 2026-11-28T15:00:00.000Z]
TEXT
diff wanted seen && echo 'as stated'
