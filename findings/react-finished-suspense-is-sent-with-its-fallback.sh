#!/bin/sh
# react-dom 19.3.1: a Suspense boundary in which nothing ever waited is sent to the browser as its fallback, with the content hidden at
# the end and a script that swaps them, once the page has more than some 12.8 kB (progressiveChunkSize) and the boundary more than 500
# bytes. It is so although the whole page was finished before the first byte went out (onAllReady, as for robots): without JavaScript the
# reader sees the fallback, and the fallback is rendered and sent for nothing. The documentation says that a fallback is shown while
# children are loading. Content that is there needs no boundary: leave it out then, or raise progressiveChunkSize where one can.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent react@19.3.1 react-dom@19.3.1
cat > look.cjs <<'JS'
const { createElement: h, Suspense } = require('react')
const { renderToPipeableStream } = require('react-dom/server.node')
const { text } = require('node:stream/consumers')
const { PassThrough } = require('node:stream')
const htmlOf = (page, options) =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, { ...options, onError: reject, onAllReady: () => resolve(text(pipe(new PassThrough()))) })
  })
async function look(name, content, options) {
  const html = await htmlOf(h('main', null, content), options)
  console.log(`${name}: ${html.includes('waiting') ? 'fallback sent' : 'content alone'}`)
}
const long = h('b', null, 'x'.repeat(13000))
const around = (content) => h(Suspense, { fallback: h('i', null, 'waiting') }, content)
async function main() {
  await look('short, in a boundary', around(h('b', null, 'x'.repeat(400))))
  await look('long, in a boundary', around(long))
  await look('long, in a boundary, chunks of 1 MB', around(long), { progressiveChunkSize: 1e6 })
  await look('long, without one', long)
}
void main()
JS
NODE_ENV=production node look.cjs | tee seen
cat > wanted <<'TEXT'
short, in a boundary: content alone
long, in a boundary: fallback sent
long, in a boundary, chunks of 1 MB: content alone
long, without one: content alone
TEXT
diff wanted seen && echo 'as stated'
