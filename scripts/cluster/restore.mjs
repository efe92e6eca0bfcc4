// A restore to a moment from pgBackRest on a machine of its own, while the cluster runs on.
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUser } from '../postgres.mjs'
import { withClient } from '../roles.mjs'
import { say } from '../steps.mjs'
import { pgbackrest, writeBackupSettings } from './backup.mjs'
import { BIN, findPrimary } from './database-nodes.mjs'
import { startLoad } from './load.mjs'
import { verify } from './product.mjs'

const LOAD_MS = 15_000
const READY_WITHIN_MS = 60_000

/** Restores to a moment on `machine` and starts PostgreSQL there; answers when it takes writes. */
async function restore(machine, folder, passwords, moment) {
  const { uid, gid } = databaseUser()
  const [own, data] = [join(folder, machine.name), join(folder, machine.name, 'postgres')]
  for (const path of [own, data]) {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, uid, gid)
  }
  writeBackupSettings(folder, machine.name)
  pgbackrest(
    machine,
    'restore',
    '--type=time',
    `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`,
    '--target-action=promote',
  )
  // The settings of the lost nodes are Patroni's: this one stands alone.
  writeFileSync(join(data, 'postgresql.conf'), `hba_file = '${join(own, 'hba.conf')}'\nident_file = '/dev/null'\n`)
  writeFileSync(join(own, 'hba.conf'), 'host all all 10.77.0.0/24 scram-sha-256\n')
  const settings = {
    listen_addresses: machine.address,
    unix_socket_directories: own,
    timezone: 'UTC',
    max_connections: 120,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  machine.start('postgres', [join(BIN, 'postgres'), '-D', data, ...flags], { user: 'postgres' })
  const config = { host: machine.address, user: 'postgres', password: passwords.superuser, database: 'mascate' }
  for (const until = Date.now() + READY_WITHIN_MS; ; await sleep(250)) {
    const isInRecovery = await withClient(config, async (client) => {
      const { rows } = await client.query('select pg_is_in_recovery() as yes')
      return rows[0].yes
    }).catch((error) => error.message)
    if (isInRecovery === false) return
    if (Date.now() > until) throw new Error(`The restored database does not take writes: ${isInRecovery}`)
  }
}

/** A backup under load, a moment, more orders, and a restore to that moment beside the running cluster. */
export async function runRestore(cluster) {
  const { nodes, folder, env, passwords } = cluster
  const load = await startLoad(cluster)
  await sleep(LOAD_MS)
  let since = Date.now()
  pgbackrest(await findPrimary(nodes), '--type=full', 'backup')
  say(`backup in ${(Date.now() - since) / 1000} s`)
  await sleep(LOAD_MS)
  const moment = new Date()
  await sleep(LOAD_MS)
  const orders = await load.end()
  const primary = await findPrimary(nodes)
  await withClient(
    { host: primary.address, user: 'postgres', password: passwords.superuser, database: 'mascate' },
    (client) => client.query('select pg_switch_wal()'),
  )
  pgbackrest(primary, 'check')
  since = Date.now()
  const machine = cluster.add('restore', 60)
  await restore(machine, folder, passwords, moment)
  say(`restored to ${moment.toISOString()} in ${(Date.now() - since) / 1000} s`)
  const direct = (url) => Object.assign(new URL(url), { hostname: machine.address, port: '5432' }).toString()
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL } = env.operator
  const restored = {
    ...env.operator,
    DATABASE_URL: direct(DATABASE_URL),
    DATABASE_OWNER_URL: direct(DATABASE_OWNER_URL),
    DATABASE_WORKER_URL: direct(DATABASE_WORKER_URL),
  }
  const count = await withClient(
    { host: machine.address, user: 'postgres', password: passwords.superuser, database: 'mascate' },
    async (client) => (await client.query('select count(*)::int as n, max(created_at) as last from orders')).rows[0],
  )
  // An order whose answer came before the moment was committed before it.
  const before = load.attempts.filter((one) => one.kind === 'write' && one.ok && one.ended < moment.getTime()).length
  const started = load.attempts.filter((one) => one.kind === 'write' && one.begun < moment.getTime()).length
  const figures = verify({ operator: restored }, 'db-verify')
  const isWhole = count.n >= before && count.n <= started
  say(`${count.n} orders: ${before} acknowledged before the moment, ${orders.acknowledged} in all`)
  say(`db:verify of the restored database: ${figures.said}`)
  const holds = isWhole && figures.holds && orders.acknowledged > count.n
  say(holds ? 'holds' : 'DOES NOT HOLD')
  return holds
}
