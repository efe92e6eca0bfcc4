import 'server-only'
import { z } from 'zod'
import { withdrawGrant } from '@/lib/connect/drive/access'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const driveTasks: Record<string, Task> = {
  /** Of a connection that nobody here knows any more: the job takes its token along, sealed. */
  'withdraw-grant': defineTask(z.object({ refreshToken: z.string() }), async ({ organizationId, refreshToken }) => {
    if (!(await withdrawGrant(organizationId, refreshToken))) throw new Error('Google did not withdraw the grant')
  }),
}
