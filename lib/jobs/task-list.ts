import 'server-only'
import type { Task } from './task'
import { costTasks } from './tasks/costs'
import { dispatchTasks } from './tasks/dispatch'
import { exportTasks } from './tasks/exports'
import { feeTasks } from './tasks/fees'
import { importTasks } from './tasks/imports'
import { mappingTasks } from './tasks/mapping'
import { deskTasks } from './tasks/orders-desk'
import { reconcileTasks } from './tasks/reconcile'
import { sendMailTask } from './tasks/send-mail'
import { syncTaskList } from './tasks/sync'

/** Every background task by the name under which it is enqueued. */
export const tasks: Record<string, Task> = {
  ...importTasks,
  ...exportTasks,
  ...dispatchTasks,
  ...syncTaskList,
  ...mappingTasks,
  ...costTasks,
  ...feeTasks,
  ...deskTasks,
  ...reconcileTasks,
  'send-mail': sendMailTask,
}
