import 'server-only'
import { z } from 'zod'
import { callGlobal } from '@/lib/core/db'
import { extendSeries } from '@/lib/money/expenses/extend-series'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import type { Task } from '@/lib/core/queue/task'

const schedule = z.object({ _cron: z.object({ ts: z.coerce.date() }) })

/** Every night, what repeats is made ahead. One company's trouble, logged, keeps nothing from the others. */
export const makeExpensesTask: Task = async (payload) => {
  const now = schedule.safeParse(payload).data?._cron.ts ?? new Date()
  const all = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  for (const { organizationId } of all)
    await extendSeries(organizationId, now).catch((error: unknown) =>
      logger().error({ err: error, organizationId }, 'expenses could not be made ahead for a company'),
    )
}
