import 'server-only'
import { z } from 'zod'
import { callGlobal } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { runAll } from '@/lib/core/process/run-all'
import { notifyMornings } from '@/lib/insight/notifications/morning'
import { notifyDigests } from '@/lib/insight/notifications/digests'
import type { Task } from '@/lib/core/queue/task'

/** The hour that a run stands for: one that a sleeping worker missed is made up for. */
const schedule = z.object({ _cron: z.object({ ts: z.coerce.date() }) })

/**
 * Every hour, for the companies whose morning it is, and the people whose hour it is. One company's trouble, logged, keeps nothing from the
 * others; the task fails at the end and is tried again, which sends nothing twice.
 */
export const notifyDigestsTask: Task = async (payload) => {
  const now = schedule.safeParse(payload).data?._cron.ts ?? new Date()
  const all = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  await runAll(
    all.flatMap(({ organizationId }) =>
      [notifyDigests, notifyMornings].map(
        (send) => () =>
          send(organizationId, now).catch((error: unknown) => {
            logger().error({ err: error, organizationId }, 'digests failed for a company')
            throw error
          }),
      ),
    ),
  )
}
