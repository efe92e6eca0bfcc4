// The people at work on the cluster, seen from here: when their orders and pages were refused, and what they saw meanwhile.
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from '../data-folder.mjs'

/** Longer than two attempts of the same kind lie apart when all is well. */
const GAP_MS = 2000

export async function startLoad({ folder, env, certificate }) {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL } = env.operator
  const test = { template: '', DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL }
  const child = spawn(process.execPath, ['--conditions=react-server', '--import', 'tsx', 'e2e/cluster/load.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      ...env.operator,
      NODE_EXTRA_CA_CERTS: certificate,
      TEST_DATABASE: JSON.stringify(test),
      TEST_DATABASE_NAME: 'mascate',
      TEST_DATABASE_WORKER_URL: DATABASE_WORKER_URL,
    },
  })
  const attempts = []
  const troubles = []
  const kept = createWriteStream(join(folder, 'load.jsonl'))
  let result
  let ready
  const isReady = new Promise((done, fail) => {
    ready = done
    child.once('exit', (code) => fail(new Error(`The load ended with ${code}.`)))
  })
  isReady.catch(() => {})
  createInterface({ input: child.stdout }).on('line', (line) => {
    kept.write(`${line}\n`)
    if (!line.startsWith('{')) return void console.log(line)
    const one = JSON.parse(line)
    if (one.kind === 'ready') ready(one)
    else if (one.kind === 'result') result = one
    else if (one.kind === 'trouble') troubles.push(one.what)
    else attempts.push(one)
  })
  const { cookie } = await isReady
  return {
    cookie,
    attempts,
    troubles,
    /** No new orders; those in flight are repeated until each outcome is known. Answers what is stored of them. */
    async end() {
      child.stdin.end()
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done))
      if (!result) throw new Error('The load ended without a result.')
      return result
    },
  }
}

/** Milliseconds from the blow until attempts of that kind succeeded again, without a gap afterwards; 0 where none was felt. */
export function measureOutage(attempts, kind, blow) {
  const ends = attempts
    .filter((one) => one.kind === kind && one.ok && one.ended > blow)
    .map(({ ended }) => ended)
    .sort((a, b) => a - b)
  let again = blow
  let last = blow
  for (const at of ends) {
    if (at - last > GAP_MS) again = at
    last = at
  }
  return again - blow
}

/** The answers of the attempts that failed after the blow, counted. */
export function countAnswers(attempts, kind, blow) {
  const counts = {}
  for (const { kind: of, ok, ended, why } of attempts)
    if (of === kind && !ok && ended > blow) counts[why] = (counts[why] ?? 0) + 1
  return counts
}

/** The longest that an attempt after the blow waited for any answer. */
export const longestWait = (attempts, blow) =>
  attempts.reduce((longest, { begun, ended }) => (ended > blow ? Math.max(longest, ended - begun) : longest), 0)
