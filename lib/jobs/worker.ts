import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { makeWorkerUtils, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { closeDatabase } from '../db'
import { env } from '../env'
import { logger } from '../logger'
import { requestPlans } from '../sync/plan-pushes'
import { requestDeliveries } from '../webhooks/deliver'
import { tasks } from './task-list'
import { deleteOrganizations } from './tasks/delete-organizations'
import { confirmAllRulesTask } from './tasks/fees'
import { checkEveryCompanyTask } from './tasks/health-checks'
import { forgetExpired, sealAndFold } from './tasks/keep-house'
import { expireCasesTask } from './tasks/expire-cases'
import { makeExpensesTask } from './tasks/make-expenses'
import { mapBySkuTask } from './tasks/mapping'
import { markOverdueTask, scheduleReconcileTask } from './tasks/reconcile'
import { tellDigestsTask } from './tasks/tell-digests'
import { fetchLostPushesTask, scheduleSyncsTask } from './tasks/sync'
import { watchGrantsTask } from './tasks/watch-grants'

// A first history or two go on without anybody else waiting for their end.
const CONCURRENCY = 6
const HOUSEKEEPING_MS = 2000
// Held as long as this worker lives; who can take it alone knows that no other worker holds a job.
const LIVENESS_LOCK = 7_261_120

const crontab = [
  '17 3 * * * forget-expired ?fill=1d',
  '43 3 * * * make-expenses ?fill=1d',
  '0 * * * * tell-digests ?fill=6h',
  '5 * * * * expire-cases ?fill=6h',
  '29 * * * * delete-organizations ?fill=1h',
  '41 */6 * * * watch-grants ?fill=1d',
  '* * * * * schedule-syncs ?max=1',
  '*/10 * * * * fetch-lost-pushes ?max=3',
  '23 * * * * map-by-sku ?max=1',
  '* * * * * schedule-reconcile ?max=1',
  // Of every time zone of the country, shortly after its day begins.
  '7 3,4,5,6 * * * mark-overdue ?fill=1d',
  '7 4 * * * confirm-all-fee-rules ?fill=1d',
  // After the night's other work, whose results it looks at.
  '37 6 * * * check-every-company ?fill=1d',
].join('\n')

async function main() {
  const connectionString = env().DATABASE_URL
  const liveness = new pg.Client({ connectionString })
  await liveness.connect()
  await releaseDeadWorkers(liveness, connectionString)

  const taskList: TaskList = {
    ...tasks,
    'forget-expired': forgetExpired,
    'make-expenses': makeExpensesTask,
    'tell-digests': tellDigestsTask,
    'expire-cases': expireCasesTask,
    'delete-organizations': deleteOrganizations,
    'watch-grants': watchGrantsTask,
    'schedule-syncs': scheduleSyncsTask,
    'fetch-lost-pushes': fetchLostPushesTask,
    'map-by-sku': mapBySkuTask,
    'schedule-reconcile': scheduleReconcileTask,
    'mark-overdue': markOverdueTask,
    'confirm-all-fee-rules': confirmAllRulesTask,
    'check-every-company': checkEveryCompanyTask,
  }
  const runner = await run({
    connectionString,
    taskList,
    crontab,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1000,
  })
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  logger().info({ tasks: Object.keys(taskList) }, 'worker ready')

  await keepHouse(stopping.signal)
  await runner.stop()
  await liveness.end()
  await closeDatabase()
}

async function keepHouse(signal: AbortSignal) {
  while (!signal.aborted) {
    await sealAndFold().catch((error: unknown) => logger().error({ err: error }, 'housekeeping failed'))
    await requestPlans().catch((error: unknown) => logger().error({ err: error }, 'pushes could not be planned'))
    await requestDeliveries().catch((error: unknown) => logger().error({ err: error }, 'webhooks could not be planned'))
    await wait(HOUSEKEEPING_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** A worker that was killed leaves its jobs locked for hours; when nobody else lives, all locks are dead ones. */
async function releaseDeadWorkers(liveness: pg.Client, connectionString: string) {
  const { rows } = await liveness.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [LIVENESS_LOCK])
  const utils = await makeWorkerUtils({ connectionString })
  await utils.migrate()
  if (rows[0]?.alone) {
    const locked = await liveness.query<{ id: string }>(
      'SELECT DISTINCT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL UNION SELECT DISTINCT locked_by FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL',
    )
    await utils.forceUnlockWorkers(locked.rows.map(({ id }) => id))
    await liveness.query('SELECT pg_advisory_unlock($1)', [LIVENESS_LOCK])
  }
  await liveness.query('SELECT pg_advisory_lock_shared($1)', [LIVENESS_LOCK])
  await utils.release()
}

main().catch((error: unknown) => {
  logger().fatal({ err: error }, 'worker stopped')
  process.exit(1)
})
