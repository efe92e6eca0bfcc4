import 'server-only'
import { z } from 'zod'
import { refreshProductOrders } from '../../orders-desk/refresh-product'
import { refreshDeskTask } from '../../orders-desk/schema'
import { defineTask, type Task } from '../task'

export const deskTasks: Record<string, Task> = {
  [refreshDeskTask]: defineTask(z.object({ productId: z.uuid() }), (renamed) => refreshProductOrders(renamed)),
}
