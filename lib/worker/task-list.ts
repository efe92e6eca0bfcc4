import 'server-only'
import type { Task } from '@/lib/core/queue/task'
import { agentTasks } from './tasks/agent-tasks'
import { costTasks } from './tasks/costs'
import { dispatchTasks } from './tasks/dispatch'
import { driveTasks } from './tasks/drive'
import { exportTasks } from './tasks/exports'
import { feeTasks } from './tasks/fees'
import { healthCheckTasks } from './tasks/health-checks'
import { importTasks } from './tasks/imports'
import { mappingTasks } from './tasks/mapping'
import { orderListTasks } from './tasks/order-list'
import { reconcileTasks } from './tasks/reconcile'
import { sendMailTask } from './tasks/send-mail'
import { syncTaskList } from './tasks/sync'
import { webhookTasks } from './tasks/webhooks'

/** Every background task by the name under which it is enqueued. */
export const tasks: Record<string, Task> = {
  ...importTasks,
  ...exportTasks,
  ...dispatchTasks,
  ...driveTasks,
  ...syncTaskList,
  ...mappingTasks,
  ...costTasks,
  ...feeTasks,
  ...orderListTasks,
  ...reconcileTasks,
  ...webhookTasks,
  ...agentTasks,
  ...healthCheckTasks,
  'send-mail': sendMailTask,
}
