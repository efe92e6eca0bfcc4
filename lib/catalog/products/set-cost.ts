import 'server-only'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { costFromCents } from './cost'

/**
 * Sets what a unit costs from today on; earlier days and sold orders keep theirs. Without an amount it takes back what
 * was typed today: a cost that held before cannot become unknown.
 */
export async function setCost(
  db: Db,
  organizationId: string,
  productId: string,
  costCents: bigint | null,
  by: string | null = null,
) {
  const today = await getLocalToday(db, organizationId)
  const fromDay = new Date(`${today}T00:00:00Z`)
  const key = { organizationId, productId, fromDay }
  if (costCents !== null) {
    const row = { cost: costFromCents(costCents), source: 'typed', receiptId: null, createdBy: by }
    await db.productCost.upsert({
      where: { organizationId_productId_fromDay: key },
      create: { ...key, ...row },
      update: row,
      select: { fromDay: true },
    })
    return
  }
  await db.productCost.deleteMany({ where: { ...key, receiptId: null } })
  const earlier = await db.productCost.count({ where: { organizationId, productId } })
  if (earlier > 0) throw new UserError('invalidInput', { fields: { costCents: ['products.fields.costHeld'] } })
}
