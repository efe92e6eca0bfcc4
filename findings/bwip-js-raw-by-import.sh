#!/bin/sh
# bwip-js 4.11.4: `raw` is two functions, by how the package is loaded.
# The documentation calls `raw(options)` the low-level interface that returns a symbol's modules. Loaded by require(), the named
# property is that. The ES module also exports one function for each symbology, and there is a symbology called "raw": the named
# export `raw` is this one, has no return value for a caller that waits for modules, and refuses every text that is not digits 1 to 9,
# in a promise, so that a caller who does not await it sees an unhandled rejection. `default.raw` is the low-level one in both.
# A program that moves from CommonJS to ES modules (a bundler, Vitest in place of Jest) changes its behaviour with the same source.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent bwip-js@4.11.4
cat > look.mjs <<'JS'
import { createRequire } from 'node:module'
import bwipjs, { raw as named } from 'bwip-js/node'
const required = createRequire(import.meta.url)('bwip-js/node')
const given = { bcid: 'qrcode', text: 'A' }
const tell = async (name, run) => {
  try {
    const found = await run()
    console.log(`${name}: ${Array.isArray(found) ? `modules ${found[0].pixx} wide` : typeof found}`)
  } catch (error) {
    console.log(`${name}: ${(error.message ?? error).replace(/#\d+/, '')}`)
  }
}
await tell('require, raw', () => required.raw(given))
await tell('import, default.raw', () => bwipjs.raw(given))
await tell('import, named raw', () => named(given))
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
require, raw: modules 21 wide
import, default.raw: modules 21 wide
import, named raw: bwipp.rawBadCharacter: Raw must contain only digits 1 to 9
TEXT
diff wanted seen && echo 'as stated'
