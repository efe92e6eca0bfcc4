import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { isUnreachable } from '@/lib/core/database/database-errors'
import { closeDatabase } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { allowOnlyPictures } from '@/lib/core/files/encode-picture'
import { logger } from '@/lib/core/logging/logger'
import { requestPlans } from '@/lib/connect/sync/listing-updates/plan-listing-updates'
import { requestDeliveries } from '@/lib/assist/webhooks/deliver'
import { tasks } from './task-list'
import { deleteOrganizations } from './tasks/delete-organizations'
import { confirmAllRulesTask } from './tasks/fees'
import { checkEveryCompanyTask } from './tasks/health-checks'
import { purgeExpired, chainAndFold } from './tasks/maintenance'
import { expireCasesTask } from './tasks/expire-cases'
import { makeExpensesTask } from './tasks/make-expenses'
import { mapBySkuTask } from './tasks/mapping'
import { markOverdueTask, scheduleReconcileTask } from './tasks/reconcile'
import { notifyAlarmsTask } from './tasks/notify-alarms'
import { notifyDigestsTask } from './tasks/notify-digests'
import { fetchLostWebhookEventsTask, scheduleSyncsTask } from './tasks/sync'
import { watchGrantsTask } from './tasks/watch-grants'
import { lanesOf } from './lanes'
import { workJobs } from './work-jobs'

const HOUSEKEEPING_MS = 2000
const AGAIN_MS = 1000

const crontab = [
  '17 3 * * * forget-expired ?fill=1d',
  '43 3 * * * make-expenses ?fill=1d',
  // Tried again for little more than an hour: a later summary of the morning would be of no use.
  '0 * * * * tell-digests ?fill=6h&max=9',
  '*/5 * * * * tell-alarms ?max=1',
  '5 * * * * expire-cases ?fill=6h',
  '29 * * * * delete-organizations ?fill=1h',
  '41 */6 * * * watch-grants ?fill=1d',
  '* * * * * schedule-syncs ?max=1',
  '*/10 * * * * fetch-lost-webhook-events ?max=3',
  '23 * * * * map-by-sku ?max=1',
  '* * * * * schedule-reconcile ?max=1',
  // For every time zone of the country, shortly after its day begins.
  '7 3,4,5,6 * * * mark-overdue ?fill=1d',
  '7 4 * * * confirm-all-fee-rules ?fill=1d',
  // After the night's other work, whose results it looks at.
  '37 6 * * * check-every-company ?fill=1d',
].join('\n')

async function main() {
  allowOnlyPictures()
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  const taskList: TaskList = {
    ...tasks,
    'forget-expired': purgeExpired,
    'make-expenses': makeExpensesTask,
    'tell-digests': notifyDigestsTask,
    'tell-alarms': notifyAlarmsTask,
    'expire-cases': expireCasesTask,
    'delete-organizations': deleteOrganizations,
    'watch-grants': watchGrantsTask,
    'schedule-syncs': scheduleSyncsTask,
    'fetch-lost-webhook-events': fetchLostWebhookEventsTask,
    'map-by-sku': mapBySkuTask,
    'schedule-reconcile': scheduleReconcileTask,
    'mark-overdue': markOverdueTask,
    'confirm-all-fee-rules': confirmAllRulesTask,
    'check-every-company': checkEveryCompanyTask,
  }
  const jobs = { connectionString: env().DATABASE_URL, lanes: lanesOf(taskList), crontab, runMaintenance }
  while (!stopping.signal.aborted) {
    await workJobs(jobs, stopping.signal).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error
      logger().warn({ err: error }, 'worker waits for the database')
    })
    await wait(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
  await closeDatabase()
  process.exit(0)
}

async function runMaintenance(signal: AbortSignal) {
  while (!signal.aborted) {
    await chainAndFold(signal).catch((error: unknown) => logger().error({ err: error }, 'housekeeping failed'))
    await requestPlans().catch((error: unknown) => logger().error({ err: error }, 'pushes could not be planned'))
    await requestDeliveries().catch((error: unknown) => logger().error({ err: error }, 'webhooks could not be planned'))
    await wait(HOUSEKEEPING_MS, undefined, { signal }).catch(() => undefined)
  }
}

main().catch((error: unknown) => {
  logger().fatal({ err: error }, 'worker stopped')
  process.exit(1)
})
