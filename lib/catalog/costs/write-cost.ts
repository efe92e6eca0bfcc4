import 'server-only'
import { asDate } from '@/lib/core/database/days'
import type { Actor, Db } from '@/lib/core/db'
import { costFromCents } from './cost'
import type { PreviewCostInput } from './schema'

/** Writes what a person typed that a unit costs from a day on, in the place of a cost of the same day; answers the cost. */
export async function writeCost(
  db: Db,
  { organizationId, userId }: Actor,
  { productId, fromDay, costCents }: PreviewCostInput,
): Promise<string> {
  const cost = costFromCents(costCents)
  const key = { organizationId, productId, fromDay: asDate(fromDay) }
  const row = { cost, source: 'typed', receiptId: null, createdBy: userId }
  await db.productCost.upsert({
    where: { organizationId_productId_fromDay: key },
    create: { ...key, ...row },
    update: row,
    select: { fromDay: true },
  })
  return cost
}
