import 'server-only'
import { z } from 'zod'
import { refreshProductOrders } from '@/lib/sales/order-list/refresh-product'
import { refreshOrderListTask } from '@/lib/catalog/products/schema'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const orderListTasks: Record<string, Task> = {
  [refreshOrderListTask]: defineTask(z.object({ productId: z.uuid() }), (renamed) => refreshProductOrders(renamed)),
}
