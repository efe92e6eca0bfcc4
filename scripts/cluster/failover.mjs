// Blow after blow under load: which machine or program dies, how long orders and pages stay away, and that no acknowledged order is lost.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../data-folder.mjs'
import { say } from '../steps.mjs'
import { findPrimary, untilWhole } from './database-nodes.mjs'
import { countAnswers, longestWait, measureOutage, startLoad } from './load.mjs'
import { untilWebReady, verify } from './product.mjs'

const GOALS = { write: 30_000, read: 10_000 }
const CALM_MS = 8000
const STEADY_MS = 10_000
const RECOVERS_WITHIN_MS = 90_000

/** Each strikes, and answers how the machine comes back afterwards. */
const blows = {
  'primary killed': async ({ nodes }) => {
    const primary = await findPrimary(nodes)
    primary.kill()
    return () => primary.revive()
  },
  'primary cut off': async ({ nodes }) => {
    const primary = await findPrimary(nodes)
    primary.cut()
    return () => primary.mend()
  },
  'web machine killed': async ({ webs }) => {
    webs[0].kill()
    return async () => {
      webs[0].revive()
      await untilWebReady(webs[0])
    }
  },
  'worker killed': async ({ workers }) => {
    workers[0].kill()
    return () => workers[0].revive()
  },
  'proxy restarted': async ({ proxy }) => {
    await proxy.stop('haproxy', 'SIGKILL')
    proxy.startAgain('haproxy')
    return () => {}
  },
}

async function strike(name, cluster, load, round) {
  await sleep(CALM_MS)
  const blow = Date.now()
  const bringBack = await blows[name](cluster)
  await untilSteady(load, blow)
  const [write, read] = ['write', 'read'].map((kind) => measureOutage(load.attempts, kind, blow))
  const row = {
    round,
    blow: name,
    'orders again s': write / 1000,
    'pages again s': read / 1000,
    'longest wait s': longestWait(load.attempts, blow) / 1000,
    orders: countAnswers(load.attempts, 'write', blow),
    pages: countAnswers(load.attempts, 'read', blow),
    holds: write <= GOALS.write && read <= GOALS.read,
  }
  say(JSON.stringify(row))
  await bringBack()
  await untilWhole(cluster.nodes)
  return row
}

/** Orders and pages come without a failure for a while. */
async function untilSteady({ attempts }, blow) {
  for (const until = blow + RECOVERS_WITHIN_MS; Date.now() < until; await sleep(250)) {
    const recent = attempts.filter(({ ended }) => ended > Math.max(blow, Date.now() - STEADY_MS))
    const isCalm = (kind) =>
      recent.some((one) => one.kind === kind) && recent.every((one) => one.kind !== kind || one.ok)
    if (Date.now() - blow > STEADY_MS && isCalm('write') && isCalm('read')) return
  }
}

export async function runFailover(cluster, rounds) {
  const load = await startLoad(cluster)
  const started = new Date()
  const rows = []
  for (let round = 1; round <= rounds; round += 1)
    for (const name of Object.keys(blows)) rows.push(await strike(name, cluster, load, round))
  const orders = await load.end()
  const figures = verify(cluster.env, 'db-verify')
  const audit = verify(cluster.env, 'audit-verify')
  const isKept = orders.lost + orders.extra + orders.twice + orders.levels === 0 && load.troubles.length === 0
  const report = { started, rounds, rows, orders, troubles: load.troubles, figures, audit }
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, 'test-results/cluster.json'), `${JSON.stringify(report, null, 2)}\n`)
  say(`orders: ${JSON.stringify(orders)}${load.troubles.length > 0 ? `, ${load.troubles.join('; ')}` : ''}`)
  say(`db:verify: ${figures.said}`)
  say(`audit:verify: ${audit.said}`)
  const holds = isKept && figures.holds && audit.holds && rows.every((row) => row.holds)
  say(holds ? 'holds' : 'DOES NOT HOLD')
  return holds
}
