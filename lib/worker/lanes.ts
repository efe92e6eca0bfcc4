import 'server-only'
import type { TaskList } from 'graphile-worker'
import type { Lane } from './work-jobs'

/** Tasks of seconds for which somebody waits: emails, webhooks both ways, labels and the day's dispatch, orders, and what plans other work. */
export const SHORT_TASKS = [
  'send-mail',
  'deliver-webhooks',
  'work-webhook-events',
  'fetch-lost-webhook-events',
  'sync-orders',
  'plan-listing-updates',
  'send-listing-updates',
  'change-prices',
  'confirm-miss',
  'dispatch-ship',
  'dispatch-labels',
  'dispatch-invoices',
  'dispatch-prepare',
  'import-expire',
  'withdraw-grant',
  'tell-alarms',
  'schedule-syncs',
  'schedule-reconcile',
]

const PLACES = 5

/** Imports, exports, histories, health runs and the night's work in one lane, so that however many they are the short tasks go on. */
export function lanesOf(tasks: TaskList): Lane[] {
  const isShort = ([name]: [string, unknown]) => SHORT_TASKS.includes(name)
  const entries = Object.entries(tasks)
  return [
    { taskList: Object.fromEntries(entries.filter(isShort)), places: PLACES },
    { taskList: Object.fromEntries(entries.filter((entry) => !isShort(entry))), places: PLACES },
  ]
}
