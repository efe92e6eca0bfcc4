import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { bookStock } from './book-stock'
import { ensurePlace, getPlatformUnits } from './places'
import type { TransferStockInput } from './schema'

/**
 * Moves units of a product from one place to another: two movements of one source. Takes no more than the free stock.
 * The platform's stock is its own figure (decision 002): where there is one, that is the limit.
 */
export async function transferStock(actor: Actor, input: TransferStockInput): Promise<{ units: number }> {
  const { organizationId } = actor
  const { productId, from, to, shopId, units, reason } = input
  return writeOnce(actor, async (db) => {
    const product = await db.product.findUnique({
      where: { organizationId_id: { organizationId, id: productId } },
      select: { id: true, sku: true, components: { take: 1, select: { componentId: true } } },
    })
    if (!product) throw new UserError('notFound')
    if (product.components.length > 0) throw new UserError('kitNoStock')
    const [fromId, toId] = [
      await ensurePlace(db, organizationId, from, shopId),
      await ensurePlace(db, organizationId, to, shopId),
    ]
    const isKnown = from === 'full' && (await holdAgainstPlatform(db, organizationId, product, shopId!, units))
    const id = newId()
    await bookStock(db, actor, {
      source: { kind: 'transfer', id },
      entries: [
        { product, locationId: fromId, kind: 'transfer', onHand: -units },
        { product, locationId: toId, kind: 'transfer', onHand: units },
      ],
      reason,
      allowShort: isKnown,
    })
    await recordAudit(db, actor, {
      event: 'stock.transferred',
      subjectId: productId,
      after: { from, to, shopId, units, reason },
    })
    return { units }
  })
}

/** Whether the platform says how much it holds. Refuses more than that. */
async function holdAgainstPlatform(
  db: Db,
  organizationId: string,
  { id, sku }: { id: string; sku: string },
  shopId: string,
  units: number,
): Promise<boolean> {
  const there = await getPlatformUnits(db, organizationId, id, shopId)
  if (there === null) return false
  if (units > there) throw new UserError('insufficientStock', { values: { sku, available: Number(there) } })
  return true
}
