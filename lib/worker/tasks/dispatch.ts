import 'server-only'
import { makeLabels } from '@/lib/connect/sync/make-labels'
import { prepareOrders } from '@/lib/connect/sync/prepare-orders'
import { sendInvoices } from '@/lib/connect/sync/send-invoices'
import { shipOrders } from '@/lib/connect/sync/ship-orders'
import { failRun } from '@/lib/connect/sync/work-run'
import type { Task } from '@/lib/core/queue/task'
import { runTask } from './run-task'

export const dispatchTasks: Record<string, Task> = {
  'dispatch-ship': runTask(shipOrders, failRun),
  'dispatch-labels': runTask((actor, runId) => makeLabels(actor, runId), failRun),
  'dispatch-invoices': runTask((actor, runId) => sendInvoices(actor, runId), failRun),
  'dispatch-prepare': runTask((actor, runId) => prepareOrders(actor, runId), failRun),
}
