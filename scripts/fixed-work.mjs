import { createHash } from 'node:crypto'
import { isMainThread, Worker } from 'node:worker_threads'

const ROUNDS = 600_000
/** Seconds that the work takes on a quiet machine of the kind that the budgets are made for: two cores, nothing beside it. */
export const QUIET_SECONDS = 0.7

function hashOn() {
  let digest = Buffer.alloc(32)
  for (let round = 0; round < ROUNDS; round += 1) digest = createHash('sha256').update(digest).digest()
}

/** Seconds of a fixed piece of work on two cores at once: it tells a slow machine from a slow suite. */
export async function timeFixedWork() {
  const since = performance.now()
  const once = () =>
    new Promise((done, fail) => new Worker(new URL(import.meta.url)).once('exit', done).once('error', fail))
  await Promise.all([once(), once()])
  return (performance.now() - since) / 1000
}

if (!isMainThread) hashOn()
