import 'server-only'
import type { Db } from '../db'
import type { Prisma } from '../generated/prisma/client'

const failureFields = {
  id: true,
  shopId: true,
  shop: { select: { name: true } },
  operation: true,
  subject: true,
  errorCode: true,
  platformError: true,
  platformText: true,
  state: true,
  attempts: true,
  firstAt: true,
  lastAt: true,
  nextAt: true,
} as const satisfies Prisma.SyncFailureSelect

export type ListedFailure = Prisma.SyncFailureGetPayload<{ select: typeof failureFields }>
type FailureFilter = { shopId?: string; operation?: string; state?: 'waiting' | 'dead'; take?: number }

/** What could not be synced or sent: first what waits for a person, then what is tried again by itself; newest first. */
export const listFailures = (
  db: Db,
  organizationId: string,
  { shopId, operation, state, take = 100 }: FailureFilter = {},
): Promise<ListedFailure[]> =>
  db.syncFailure.findMany({
    where: { organizationId, shopId, operation, state: state ?? { in: ['waiting', 'dead'] } },
    orderBy: [{ state: 'desc' }, { lastAt: 'desc' }, { id: 'asc' }],
    take,
    select: failureFields,
  })
