import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { bookStock } from './book-stock'
import type { AdjustStockInput } from './schema'

export type AdjustedStock = { onHand: number; reserved: number }

/**
 * Books an adjustment of the own stock. A change may not take more than is available; a count is what the shelf holds,
 * so it is booked even where orders have reserved more, and refused when the stock has moved since it was looked at.
 */
export async function adjustStock(actor: Actor, input: AdjustStockInput): Promise<AdjustedStock> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const product = await db.product.findUnique({
      where: { organizationId_id: { organizationId, id: input.productId } },
      select: { id: true, sku: true, components: { take: 1, select: { componentId: true } } },
    })
    if (!product) throw new UserError('notFound')
    if (product.components.length > 0) throw new UserError('kitNoStock')
    const level = await lockOwnStock(db, product.id)
    const isCount = input.how === 'count'
    if (isCount && level.onHand !== input.seenOnHand) throw new UserError('stockMoved', { values: { ...level } })
    const onHand = isCount ? input.units - level.onHand : input.units
    const id = newId()
    await bookStock(db, actor, {
      source: { kind: 'adjustment', id },
      entries: [{ product, locationId: level.locationId, kind: 'adjustment', onHand }],
      reason: input.reason,
      allowShort: isCount,
    })
    const after = { onHand: level.onHand + onHand, reserved: level.reserved }
    await recordAudit(db, actor, {
      event: 'stock.adjusted',
      subjectId: product.id,
      before: { onHand: level.onHand, reserved: level.reserved },
      after: { ...after, how: input.how, reason: input.reason },
    })
    return after
  })
}

/** The stock of the own shelf, locked until the transaction ends. */
export async function lockOwnStock(db: Db, productId: string) {
  const [level] = await db.$queryRaw<[{ location_id: string; on_hand: bigint; reserved: bigint }]>`
    SELECT location_id, on_hand, reserved FROM lock_stock(ARRAY[${productId}]::uuid[])`
  return { locationId: level.location_id, onHand: Number(level.on_hand), reserved: Number(level.reserved) }
}
