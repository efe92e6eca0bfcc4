// All machines of the cluster, up and down.
import { randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { say } from '../steps.mjs'
import { withClient } from '../roles.mjs'
import { findPrimary, startDatabase } from './database-nodes.mjs'
import { Machine, openNetwork } from './machines.mjs'
import { migrate, productEnvironment, startStore, startWeb, startWorker, untilWebReady } from './product.mjs'
import { makeCertificate, startProxies } from './proxies.mjs'

const password = () => randomBytes(16).toString('hex')

/** The owner may make databases and roles; all else is the product's own command. */
async function makeOwner(nodes, passwords) {
  const primary = await findPrimary(nodes)
  const config = { host: primary.address, user: 'postgres', password: passwords.superuser, database: 'postgres' }
  await withClient(config, (client) =>
    client.query(
      `create role mascate_owner login createdb createrole password '${passwords.mascate_owner}'; alter role mascate_owner set timezone = 'UTC'`,
    ),
  )
}

export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'mascate-cluster-'))
  chmodSync(folder, 0o755)
  const stop = () => {
    // The processes end with the namespace; what they wrote goes with the folder.
    for (const machine of all) machine.kill()
    if (!process.env.KEEP_CLUSTER) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const all = []
  try {
    openNetwork()
    const add = (name, number) => {
      const machine = new Machine(name, number, folder)
      all.push(machine)
      return machine
    }
    const nodes = [1, 2, 3].map((n) => add(`db${n}`, 10 + n))
    const proxy = add('proxy', 20)
    const webs = [1, 2].map((n) => add(`web${n}`, 30 + n))
    const workers = [1, 2].map((n) => add(`worker${n}`, 40 + n))
    const store = add('store', 50)
    const passwords = Object.fromEntries(
      ['superuser', 'replication', 'mascate_owner', 'mascate_app', 'mascate_worker'].map((name) => [name, password()]),
    )
    say(`machines are ready; logs are in ${folder}`)
    await startDatabase(nodes, { folder, passwords })
    await makeOwner(nodes, passwords)
    say('three database nodes: one takes writes, one has each commit, one follows')
    const { certificate, both } = makeCertificate(folder, proxy.address)
    startProxies(proxy, {
      folder,
      webs,
      nodes,
      certificate: both,
      database: 'mascate',
      appPassword: passwords.mascate_app,
    })
    await startStore(store)
    const env = productEnvironment({ folder, proxy, store, passwords })
    say(migrate(env).trim().split('\n').at(-1))
    for (const machine of webs) startWeb(machine, env)
    for (const machine of workers) startWorker(machine, env)
    await Promise.all(webs.map(untilWebReady))
    const cluster = { folder, all, nodes, proxy, webs, workers, store, passwords, env, certificate, stop }
    say(`two web machines and two workers are ready: https://${proxy.address}`)
    return cluster
  } catch (error) {
    for (const machine of all) printTails(machine)
    stop()
    throw error
  }
}

/** The last lines of each program, for a start that failed. */
function printTails({ folder, name, programs }) {
  for (const title of programs.keys()) {
    const lines = execFileSync('tail', ['-n', '3', join(folder, `${name}-${title}.log`)], { encoding: 'utf8' })
    console.error(`--- ${name} ${title}\n${lines}`)
  }
}
