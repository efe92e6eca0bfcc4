import 'server-only'
import { z } from 'zod'
import { withdrawGrant } from '@/lib/connect/drive/access'
import { defineTask, type Task } from '@/lib/core/queue/task'

export const driveTasks: Record<string, Task> = {
  /** For a connection that is no longer stored here: the job carries its token, encrypted. */
  'withdraw-grant': defineTask(z.object({ refreshToken: z.string() }), async ({ organizationId, refreshToken }) => {
    if (!(await withdrawGrant(organizationId, refreshToken))) throw new Error('Google did not withdraw the grant')
  }),
}
