import 'server-only'
import { makeLabels } from '@/lib/connect/sync/dispatch/make-labels'
import { prepareOrders } from '@/lib/connect/sync/dispatch/prepare-orders'
import { sendInvoices } from '@/lib/connect/sync/dispatch/send-invoices'
import { shipOrders } from '@/lib/connect/sync/dispatch/ship-orders'
import { failRun } from '@/lib/connect/sync/dispatch/work-run'
import type { Task } from '@/lib/core/queue/task'
import { runTask } from './run-task'

export const dispatchTasks: Record<string, Task> = {
  'dispatch-ship': runTask(shipOrders, failRun),
  'dispatch-labels': runTask((actor, runId) => makeLabels(actor, runId), failRun),
  'dispatch-invoices': runTask((actor, runId) => sendInvoices(actor, runId), failRun),
  'dispatch-prepare': runTask((actor, runId) => prepareOrders(actor, runId), failRun),
}
