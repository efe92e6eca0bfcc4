import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { notifyAlarms } from '@/lib/insight/notifications/alarms'
import type { Task } from '@/lib/core/queue/task'

/** Every few minutes, for all companies. One company's trouble, logged, keeps nothing from the others. */
export const notifyAlarmsTask: Task = async () => {
  const all = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  for (const { organizationId } of all)
    await notifyAlarms(organizationId, new Date()).catch((error: unknown) =>
      logger().error({ err: error, organizationId }, 'alarms failed for a company'),
    )
}
