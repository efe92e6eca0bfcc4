import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { hasBouncer, openBouncer } from '../../lib/testing/fakes/bouncer'
import { freePort } from '../../scripts/processes.mjs'
import { adoptSettings, findChild, root, startProduct } from '../bench/product'
import { keepWeb, keepWorker, type KeptProcess } from './kept-process'
import { keysOf } from './own-database'

/** Where they are taken, the next free ones. */
const [PORT, PORT_BESIDE] = [3294, 3295]
const PARTNER_ID = '1000001'
const HEALTHY_WITHIN_MS = 60_000
const THERE_WITHIN_MS = 30_000
/** With this limit the sandbox is read as fast as it answers. */
const CALLS_PER_SECOND = '100'
/** As docs/operations.md says it. */
const BOUNCED_CONNECTIONS = 20

export const productLog = join(root, 'test-results/torture.log')
export const freshProgram = 'e2e/torture/fresh-product.mjs'
export const folderOf = (name: string) => join(root, '.data', name)

/** Started by this run, so that it stops with it. */
export const started = new Set<{ stop(): Promise<void> }>()

/** The secrets of the first product of this run, and so of each. */
let secrets = ''

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * The built product as `npm start` runs it, and beside it a second app process and a second worker on the same database and
 * data folder. `apps` are the addresses of both. The app process beside reaches the database through PgBouncer in transaction
 * mode, where that is installed.
 */
export async function openStage() {
  const folder = folderOf('torture')
  const env = { MASCATE_DATA: folder, SHOPEE_CALLS_PER_SECOND: CALLS_PER_SECOND, LOG_LEVEL: 'warn' }
  const product = await startProduct(PORT, {
    program: freshProgram,
    env: { ...env, TORTURE_SECRETS: secrets },
    log: productLog,
  })
  secrets ||= readFileSync(join(folder, 'secrets.json'), 'utf8')
  const address = product.address.replace('localhost', '127.0.0.1')
  const settings = adoptSettings(product.address, folder)
  const webhookUrl = `${product.address}/api/shopee/webhook`
  const platform = {
    SHOPEE_PARTNER_ID: PARTNER_ID,
    SHOPEE_PARTNER_KEY: settings.SHOPEE_SANDBOX_PARTNER_KEY!,
    SHOPEE_PUSH_PARTNER_KEY: settings.SHOPEE_SANDBOX_PUSH_KEY!,
    SHOPEE_API_URL: settings.SHOPEE_API_URL!,
    SHOPEE_PUSH_URL: webhookUrl,
    SHOPEE_SANDBOX: '1',
  }
  const portBeside = await freePort(PORT_BESIDE)
  const addressBeside = `http://127.0.0.1:${portBeside}`
  const bouncer = hasBouncer ? await openBouncer(settings.DATABASE_URL!, BOUNCED_CONNECTIONS) : null
  console.log(
    `the app beside reaches the database ${bouncer ? 'through PgBouncer' : 'directly: PgBouncer is not installed'}`,
  )
  const urls = { ...settings, DATABASE_URL: bouncer?.url ?? settings.DATABASE_URL! }
  const beside = startBeside(portBeside, { ...env, ...platform, NEXTAUTH_URL: addressBeside }, urls)
  const apps = [address, addressBeside]
  const [{ place }] = (await asAdministrator(
    settings,
    'select setting as place from pg_settings where name = $$data_directory$$',
  )) as [{ place: string }]
  const stop = async () => {
    started.delete(running)
    const { closeDatabase } = await import('../../lib/core/db')
    await closeDatabase()
    await Promise.all(beside.map((each) => each.stop()))
    await bouncer?.close()
    await product.stop()
    // The database lies elsewhere where its user may not enter the folder.
    for (const left of [dirname(place), folder]) rmSync(left, { recursive: true, force: true })
  }
  const running = { stop }
  started.add(running)
  try {
    await Promise.all(apps.map((app) => untilHealthy(app)))
  } catch (error) {
    await stop()
    throw error
  }
  const webOf = (app: number) => (app === 0 ? findChild(product, 'next-server') : beside[0].pid)
  return {
    apps,
    settings,
    folder,
    platform,
    stop,
    /** Both app processes, in the order of `apps`. */
    listWebs: () => [0, 1].map(webOf),
    killWeb: (app: number) => onceThere(() => process.kill(webOf(app), 'SIGKILL')),
    async killWorkers() {
      await onceThere(() => process.kill(findChild(product, 'lib/worker/worker.ts'), 'SIGKILL'))
      await onceThere(() => process.kill(beside[1].pid, 'SIGKILL'))
    },
    /** The app process and the worker that run beside the product. */
    beside: { web: beside[0], worker: beside[1] },
    stopDatabaseHard: () => onceThere(() => stopHard(settings)),
    /** Whatever the run's own roles may not. */
    asAdministrator: (sql: string) => asAdministrator(settings, sql),
    hasEnded: () => product.hasEnded(),
  }
}

function startBeside(
  port: number,
  own: Record<string, string>,
  settings: Record<string, string>,
): [KeptProcess, KeptProcess] {
  const env = { ...keysOf(settings), ...own }
  return [
    keepWeb(port, { ...env, DATABASE_URL: settings.DATABASE_URL! }, productLog),
    keepWorker({ ...env, DATABASE_URL: settings.DATABASE_WORKER_URL! }, productLog),
  ]
}

/** A process that is just being restarted is struck as soon as it is there. */
async function onceThere(strike: () => unknown): Promise<void> {
  const until = Date.now() + THERE_WITHIN_MS
  for (;;)
    try {
      await strike()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await wait(100)
    }
}

/** Milliseconds until the process says that it and its database answer. */
export async function untilHealthy(app: string, withinMs = HEALTHY_WITHIN_MS): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answer = await fetch(`${app}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return performance.now() - since
    if (performance.now() - since > withinMs) throw new Error(`${app} does not answer.`)
    await wait(50)
  }
}

/**
 * The server ends its processes where they stand and writes nothing more; what it has handed to the system is kept, which a power cut
 * would not leave.
 */
async function stopHard({ DATABASE_OWNER_URL }: Record<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_OWNER_URL })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${rows[0]!.pid}/status`, 'utf8'))![1]
  process.kill(Number(parent), 'SIGQUIT')
  await client.end().catch(() => undefined)
}

async function asAdministrator(settings: Record<string, string>, sql: string): Promise<Record<string, unknown>[]> {
  const { hostname, port, pathname } = new URL(settings.DATABASE_OWNER_URL!)
  const client = new pg.Client({
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: 'postgres',
    password: settings.databaseAdminPassword,
  })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
