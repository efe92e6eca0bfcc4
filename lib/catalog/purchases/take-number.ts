import 'server-only'
import type { Db } from '@/lib/core/db'

/** Purchases are few: they may wait for each other's number, and leave no gap. */
export async function takeNumber(db: Db, organizationId: string): Promise<number> {
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('purchase:' || ${organizationId}, 0))`
  const [last] = await db.purchaseOrder.findMany({
    where: { organizationId },
    select: { number: true },
    orderBy: { number: 'desc' },
    take: 1,
  })
  return (last?.number ?? 0) + 1
}
