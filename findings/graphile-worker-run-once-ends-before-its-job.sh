#!/bin/sh
# graphile-worker 0.17.3, here on @electric-sql/pglite 0.5.17 behind the few methods of a pool that it calls: `await runOnce(…)`, which is
# what tests and scripts call to "run what waits, then go on", resolves when the last task function has returned, not when the end of its
# job is written. That statement is sent and not awaited: where it takes a moment, the job is still there, locked, with its queue locked
# too. A program that then deletes or adds jobs, closes the pool, or calls runOnce again meets a queue that nothing works any more for a while: a
# test failed once in many runs by it, with jobs that "wait" for ever. What helps: wait until no row of _private_jobs has a locked_by.
# Here the statement that ends the job is held up by 300 ms, so that the order is seen every time.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @electric-sql/pglite@0.5.17 graphile-worker@0.17.3
cat > look.mjs <<'JS'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker'
const db = new PGlite()
let holdUp = false
async function query(given, values) {
  const { text, values: own } = typeof given === 'string' ? { text: given } : given
  const list = values ?? own
  if (holdUp && /delete from/i.test(text)) await wait(300)
  if (!list?.length && /;\s*\S/.test(text)) return (await db.exec(text)).at(-1)
  const { rows, affectedRows } = await db.query(text, list)
  return { rows, rowCount: rows.length || affectedRows }
}
const emitter = () => new EventEmitter().on('error', () => {}).on('connect', () => {})
const client = Object.assign(emitter(), { query, release() {} })
const pgPool = Object.assign(emitter(), { query, connect: async () => client, end: async () => {}, options: { max: 10 } })
const logger = new Logger(() => () => {})
const look = async (when) => {
  const { rows } = await db.query('SELECT locked_by IS NOT NULL AS locked FROM graphile_worker._private_jobs')
  console.log(`${when}: ${JSON.stringify(rows)}`)
}
const utils = await makeWorkerUtils({ pgPool, logger })
await utils.migrate()
await utils.addJob('work', {}, { queueName: 'one' })
holdUp = true
await runOnce({ pgPool, logger, taskList: { work: () => console.log('the task has returned') } })
await look('runOnce has ended, jobs')
await wait(600)
await look('a moment later, jobs')
process.exit(0)
JS
node look.mjs | tee seen
cat > wanted <<'TXT'
the task has returned
runOnce has ended, jobs: [{"locked":true}]
a moment later, jobs: []
TXT
diff wanted seen && echo 'as stated'
