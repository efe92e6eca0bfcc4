#!/bin/sh
# lossless-json 4.3.3 with pg 8.23.1: an answer of a marketplace that was parsed with lossless-json, so that amounts and ids of 19 digits stay
# exact, is sent by pg as a jsonb parameter in which each number is an object {"value":"…","isLosslessNumber":true}. pg writes objects with
# JSON.stringify, and LosslessNumber has no toJSON. It has valueOf, so sums and comparisons made before and after in JavaScript look right;
# in the database `(answer->>'amount')::numeric` fails or an index over it holds text of an object. Send the text of lossless-json's own
# stringify instead: pg passes a string on as it is, and PostgreSQL's jsonb keeps every digit.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent lossless-json@4.3.3 pg@8.23.1
cat > look.mjs <<'JS'
import { createRequire } from 'node:module'
import { parse, stringify } from 'lossless-json'
// What pg puts on the wire for a parameter, without a server.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils')
const answer = parse('{"order_id": 9223372036854775807, "amount": 1234.50}')
console.log('compares and adds as a number:', answer.amount > 1234, answer.amount + 0.25)
console.log('as an object:', prepareValue(answer))
console.log('as its own text:', prepareValue(stringify(answer)))
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
compares and adds as a number: true 1234.75
as an object: {"order_id":{"value":"9223372036854775807","isLosslessNumber":true},"amount":{"value":"1234.50","isLosslessNumber":true}}
as its own text: {"order_id":9223372036854775807,"amount":1234.50}
TEXT
diff wanted seen && echo 'as stated'
