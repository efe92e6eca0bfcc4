import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../scripts/processes.mjs'
import { benchmarkEnvironment, startProduct } from '../bench/product'
import { untilAtWork } from './at-work'
import { keepWeb, keepWorker } from './kept-process'
import { claimDatabase, keysOf } from './own-database'
import { folderOf, freshProgram, productLog, started, untilHealthy, type Stage } from './stage'

const [PORT, PORT_BESIDE] = [3297, 3298]

export type Keys = Record<string, string>
export const makeKey = () => randomBytes(32).toString('base64')

/**
 * Two machines of one installation, an app process and a worker on each, with one data folder and a database of their own. `change`
 * gives them other keys as docs/operations.md says it: machine by machine, while the other one serves.
 */
export async function openMachines({ settings, platform }: Stage) {
  const database = await claimDatabase(settings, 'mascate_keys')
  const folder = folderOf('torture-keys')
  const first: Keys = keysOf(settings)
  const own = { MASCATE_DATA: folder, LOG_LEVEL: 'warn', SHOPEE_CALLS_PER_SECOND: '100', ...platform }
  // It makes the database.
  const fresh = { ...own, ...first, ...database.addresses() }
  await (await startProduct(PORT, { program: freshProgram, env: fresh, log: productLog })).stop()
  const { DATABASE_URL, DATABASE_WORKER_URL: workerUrl } = database.addresses()
  const ports = [await freePort(PORT), await freePort(PORT_BESIDE)]
  const apps = ports.map((port) => `http://127.0.0.1:${port}`)
  const webEnv = (app: string, keys: Keys) => ({ ...own, ...keys, DATABASE_URL, NEXTAUTH_URL: app })
  const workerEnv = (app: string, keys: Keys) => ({ ...webEnv(app, keys), DATABASE_URL: workerUrl })
  const machines = apps.map((app, machine) => ({
    app,
    web: keepWeb(ports[machine]!, webEnv(app, first), productLog),
    worker: keepWorker(workerEnv(app, first), productLog),
  }))
  const stop = async () => {
    started.delete(running)
    await Promise.all(machines.flatMap(({ web, worker }) => [web.stop(), worker.stop()]))
    rmSync(folder, { recursive: true, force: true })
  }
  const running = { stop }
  started.add(running)
  await Promise.all(apps.map((app) => untilHealthy(app)))
  return {
    apps,
    platform,
    stop,
    enter: database.enter,
    /** Between one machine and the other `pauseMs` pass, in which both serve. */
    async change(keys: Keys, pauseMs: number): Promise<void> {
      for (const { app, web, worker } of machines) {
        await Promise.all([web.changeTo(webEnv(app, keys)), worker.changeTo(workerEnv(app, keys))])
        await untilHealthy(app)
        await untilAtWork(machines.length)
        await wait(pauseMs)
      }
    },
    /** The environment of an operator's command. */
    commandEnv: (keys: Keys): NodeJS.ProcessEnv => ({
      ...benchmarkEnvironment(),
      ...own,
      ...keys,
      ...database.addresses(),
      NEXTAUTH_URL: apps[0],
    }),
  }
}
