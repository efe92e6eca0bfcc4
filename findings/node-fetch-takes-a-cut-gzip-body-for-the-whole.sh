#!/bin/sh
# undici 7.30.2, and fetch() of Node 20.20.2, 22.23.3 and 24.21.0: a compressed answer that ends in its middle is taken for the whole one. The HTTP body is
# complete, as it is when a server or proxy behind the connection dies and the front closes its chunks in good order; but the gzip in it
# lacks its end with length and checksum. fetch unpacks with finishFlush Z_SYNC_FLUSH, so that text() resolves with what was there, ok and
# status 200 beside it; deflate and brotli are the same. JSON breaks where it is parsed; a CSV, NDJSON or OFX file has only fewer rows, and an
# import of half a day's orders looks like a slow day. zlib's own gunzip says "unexpected end of file" for the same bytes.
# What helps: unpack the answer of node:http by createGunzip(), or hold the rows against a count or a last line that the sender gives.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent undici@7.30.2
cat > look.mjs <<'JS'
import { createServer, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, createGunzip, deflateSync, gzipSync } from 'node:zlib'
import { fetch } from 'undici'
const ROWS = 20_000
const csv = Array.from({ length: ROWS }, (_, row) => `ORDER-${row};${(row * 7919) % 100_000}\n`).join('')
const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
const server = createServer((request, response) => {
  const [encoding, part] = request.url.slice(1).split('-')
  const packed = packers[encoding](csv)
  response.setHeader('content-encoding', encoding)
  response.write(part === 'whole' ? packed : packed.subarray(0, packed.length / 2))
  response.end()
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${server.address().port}`
const rowsOf = (body) => {
  const rows = body.split('\n').length - 1
  return rows === ROWS ? 'all rows' : rows > 0 && rows < ROWS ? 'fewer rows' : `${rows} rows`
}
for (const path of ['gzip-whole', 'gzip-half', 'deflate-half', 'br-half']) {
  const response = await fetch(`${address}/${path}`)
  console.log(`fetch ${path}: ${response.status}, ${await response.text().then(rowsOf, String)}`)
}
const answer = await new Promise((resolve) => get(`${address}/gzip-half`, resolve))
console.log(`http and createGunzip gzip-half: ${await pipeline(answer, createGunzip(), text).then(rowsOf, ({ message }) => message)}`)
server.close()
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
fetch gzip-whole: 200, all rows
fetch gzip-half: 200, fewer rows
fetch deflate-half: 200, fewer rows
fetch br-half: 200, fewer rows
http and createGunzip gzip-half: unexpected end of file
TEXT
diff wanted seen && echo 'as stated'
