import 'server-only'
import { z } from 'zod'
import { refreshProductOrders } from '@/lib/sales/order-list/refresh-product'
import { refreshDeskTask } from '@/lib/catalog/products/schema'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const deskTasks: Record<string, Task> = {
  [refreshDeskTask]: defineTask(z.object({ productId: z.uuid() }), (renamed) => refreshProductOrders(renamed)),
}
