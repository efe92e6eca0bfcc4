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
npm install --no-audit --no-fund --silent pg@8.23.1
cat > look.mjs <<'JS'
import pg from 'pg'
// The parsers that pg uses for an answer, by the number of the column's type; the texts are as the server sends them.
const { getTypeParser, setTypeParser } = pg.types
const numbers = { numeric: 1700, 'numeric[]': 1231, int8: 20, 'int8[]': 1016, date: 1082, 'date[]': 1182 }
const show = (value) => {
  if (Array.isArray(value)) return `[${value.map(show).join(' ')}]`
  return value instanceof Date ? `Date ${value.toISOString()}` : `${typeof value} ${value}`
}
const read = (type, text) => console.log(`${type} ${text}: ${show(getTypeParser(numbers[type], 'text')(text))}`)
read('numeric', '12345678901234567.89')
read('numeric[]', '{12345678901234567.89,10.10}')
read('int8[]', '{9007199254740993}')
setTypeParser(20, BigInt)
setTypeParser(1082, String)
console.log('with parsers of its own for int8 and date:')
read('int8', '9007199254740993')
read('int8[]', '{9007199254740993}')
read('date', '2026-11-29')
read('date[]', '{2026-11-29}')
JS
TZ=Asia/Tokyo node look.mjs | tee seen
cat > wanted <<'TEXT'
numeric 12345678901234567.89: string 12345678901234567.89
numeric[] {12345678901234567.89,10.10}: [number 12345678901234568 number 10.1]
int8[] {9007199254740993}: [string 9007199254740993]
with parsers of its own for int8 and date:
int8 9007199254740993: bigint 9007199254740993
int8[] {9007199254740993}: [string 9007199254740993]
date 2026-11-29: string 2026-11-29
date[] {2026-11-29}: [Date 2026-11-28T15:00:00.000Z]
TEXT
diff wanted seen && echo 'as stated'
