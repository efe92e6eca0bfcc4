#!/bin/sh
# Node 20.20.2, the last of its line (22.23.3 and 24.21.0 no longer): AbortSignal.any([stop, AbortSignal.timeout(ms)]) may never abort.
# It is the usual way to give a call both a deadline and a way to stop it. The combined signal refers to its sources only weakly; a
# timeout's signal that nobody else holds is collected as garbage, and its timer is cleared with it, although the combined signal is
# held and has a listener. So the deadline is lost on the first collection that comes before it: a long call to a bank or a tax office then
# waits for ever, on busy servers first, and in no test, where deadlines are short and memory is not full. A timeout used alone, with a listener,
# is kept. The collection is asked for here, so that it is seen each time. What helps: hold the timeout's own signal until the call has ended
# (read deadline.aborted afterwards), or a controller and setTimeout.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent node@20.20.2
cat > look.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises'
const stop = new AbortController()
const held = []
const ways = {
  'timeout alone': () => AbortSignal.timeout(300),
  'any of stop and timeout': () => AbortSignal.any([stop.signal, AbortSignal.timeout(300)]),
  'any, the timeout held elsewhere': () => {
    held.push(AbortSignal.timeout(300))
    return AbortSignal.any([stop.signal, held[0]])
  },
  'any of stop and a controller with setTimeout': () => {
    const deadline = new AbortController()
    setTimeout(() => deadline.abort(), 300)
    return AbortSignal.any([stop.signal, deadline.signal])
  },
}
const looks = Object.entries(ways).map(([name, make]) => {
  const look = { name, signal: make(), heard: 0 }
  look.signal.addEventListener('abort', () => (look.heard += 1))
  return look
})
for (const ms of [50, 50, 1000]) {
  await wait(ms)
  gc()
}
for (const { name, signal, heard } of looks) console.log(`${name}: aborted ${signal.aborted}, listener called ${heard} times`)
JS
node_modules/.bin/node --expose-gc look.mjs | tee seen
cat > wanted <<'TEXT'
timeout alone: aborted true, listener called 1 times
any of stop and timeout: aborted false, listener called 0 times
any, the timeout held elsewhere: aborted true, listener called 1 times
any of stop and a controller with setTimeout: aborted true, listener called 1 times
TEXT
diff wanted seen && echo 'as stated'
