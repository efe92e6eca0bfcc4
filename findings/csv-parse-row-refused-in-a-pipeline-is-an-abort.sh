#!/bin/sh
# csv-parse 7.0.3 with stream/promises pipeline() of Node 22.23.3 (20.20.2 too; 24.21.0 no longer): a reader that refuses a row by throwing
# out of `for await` loses its error, but only in long files. In a short one, which the parser has read to its end, pipeline() rejects with
# the reader's error; in a long one with "AbortError: The operation was aborted". Leaving `for await` destroys the unfinished parser, that
# counts as the pipeline's first error, and the reader's own comes second. An importer that maps its errors to words ("row 12: no such SKU")
# works in each test with a small sample and says "aborted" for the seller's real file. With pipe() and `for await` beside it the reader's
# error arrives in both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent csv-parse@7.0.3 node@22.23.3
cat > look.mjs <<'JS'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
function* lines(count) {
  for (let line = 1; line <= count; line += 1) yield `SKU-${line};${line}\n`
}
async function refuseSecondRow(rows) {
  let row = 0
  for await (const _ of rows) if ((row += 1) === 2) throw new RangeError('row 2 is refused')
}
const inPipeline = (count) => pipeline(Readable.from(lines(count)), parse({ delimiter: ';' }), refuseSecondRow)
const beside = (count) => refuseSecondRow(Readable.from(lines(count)).pipe(parse({ delimiter: ';' })))
for (const [name, run] of Object.entries({ inPipeline, beside }))
  for (const count of [3, 100_000]) console.log(`${name} ${count}: ${await run(count).catch(String)}`)
JS
node_modules/.bin/node look.mjs | tee seen
cat > wanted <<'TEXT'
inPipeline 3: RangeError: row 2 is refused
inPipeline 100000: AbortError: The operation was aborted
beside 3: RangeError: row 2 is refused
beside 100000: RangeError: row 2 is refused
TEXT
diff wanted seen && echo 'as stated'
