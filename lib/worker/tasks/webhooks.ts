import 'server-only'
import { z } from 'zod'
import { deliverDue } from '@/lib/assist/webhooks/deliver'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const webhookTasks: Record<string, Task> = {
  'deliver-webhooks': defineTask(z.object({ endpointId: z.uuid() }), async ({ organizationId, endpointId }) => {
    await deliverDue(organizationId, endpointId)
  }),
}
