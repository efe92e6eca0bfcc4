#!/bin/sh
# p-queue 9.3.5: work that had to wait runs in the AsyncLocalStorage context of the work that ended before it, not of the caller that added it.
# One queue for all requests of a server (to limit costly work such as PDFs or password hashes) therefore shows waiting work the request,
# tenant or log fields of another caller, and only under load: with a free place the context is right. Reading the code suggests otherwise,
# because `await` keeps its context; p-queue starts the next function from the end of the last one. p-limit 7.3.3, by the same author and
# with the same purpose, keeps the context of each caller. With p-queue, bind the function: queue.add(AsyncResource.bind(work)).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent p-queue@9.3.5 p-limit@7.3.3
cat > look.mjs <<'JS'
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import PQueue from 'p-queue'
const request = new AsyncLocalStorage()
async function work() {
  await wait(5)
  return request.getStore()
}
const callers = ['one', 'two', 'three']
async function look(name, add) {
  const seen = await Promise.all(callers.map((caller) => request.run(caller, add)))
  console.log(`${name}: ${seen.join(' ')}`)
}
const [queue, bound, limit] = [new PQueue({ concurrency: 1 }), new PQueue({ concurrency: 1 }), pLimit(1)]
await look('p-queue', () => queue.add(work))
await look('p-queue, bound', () => bound.add(AsyncResource.bind(work)))
await look('p-limit', () => limit(work))
JS
node look.mjs | tee seen
cat > wanted <<'TEXT'
p-queue: one one one
p-queue, bound: one two three
p-limit: one two three
TEXT
diff wanted seen && echo 'as stated'
