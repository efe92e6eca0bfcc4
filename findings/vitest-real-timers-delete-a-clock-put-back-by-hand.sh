#!/bin/sh
# vitest 4.1.12: where a test, a setup file or a helper has put the real `Date` and `setTimeout` back by itself (from a copy that it took
# before vi.useFakeTimers()), the vi.useRealTimers() that follows removes both from the process: "Date is not defined", and what was not put
# back by hand is restored. It asks the function that stands there now, not its own record, whether the name existed before, and the real one
# does not carry the mark. Good hygiene thus does the harm, and with `isolate: false` every later file of that process fails, in places that
# have nothing to do with time. Ask vi.isFakeTimers() or call vi.useRealTimers() first, and put the other globals back after it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent vitest@4.1.12
cat > clock.test.mjs <<'JS'
import { appendFileSync } from 'node:fs'
import { test, vi } from 'vitest'
const real = { Date, setTimeout }
const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
const say = (when) =>
  appendFileSync('seen', `${when}: ${['Date', 'setTimeout', 'setInterval'].map((name) => `${name} ${typeof globalThis[name]}`).join(', ')}\n`)
test('put back by hand, then by vitest', () => {
  vi.useFakeTimers()
  Object.assign(globalThis, real)
  say('put back by hand')
  vi.useRealTimers()
  say('then by vitest')
  for (const [name, value] of Object.entries(real)) put(name, value)
})
test('put back by vitest, then by hand', () => {
  vi.useFakeTimers()
  vi.useRealTimers()
  Object.assign(globalThis, real)
  say('by vitest first')
})
JS
npx vitest run clock.test.mjs >/dev/null
cat seen
cat > wanted <<'TEXT'
put back by hand: Date function, setTimeout function, setInterval function
then by vitest: Date undefined, setTimeout undefined, setInterval function
by vitest first: Date function, setTimeout function, setInterval function
TEXT
diff wanted seen && echo 'as stated'
