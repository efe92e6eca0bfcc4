import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { bookStock } from '../stock/book-stock'
import { claimPhoto } from './claim-photo'
import { refuseTakenSku } from './refuse-taken-sku'
import { sanitizeDescription } from './sanitize-description'
import type { CreateProductInput } from './schema'
import { setCost } from '../costs/set-cost'

/** Adds a product, with its opening stock as the ledger's first movement. */
export async function createProduct(actor: Actor, input: CreateProductInput): Promise<{ id: string }> {
  const { organizationId } = actor
  const { costCents, openingStock, ...given } = input
  const fields = { ...given, descriptionHtml: sanitizeDescription(given.descriptionHtml) }
  return writeOnce(actor, async (db) => {
    const id = newId()
    await claimPhoto(db, organizationId, fields.photoFileId)
    await db.product.create({ data: { organizationId, id, ...fields }, select: { id: true } })
    if (costCents !== null) await setCost(db, actor, id, costCents)
    if (openingStock > 0) {
      const own = await db.stockLocation.findFirstOrThrow({
        where: { organizationId, kind: 'own' },
        select: { id: true },
      })
      await bookStock(db, actor, {
        source: { kind: 'product', id },
        entries: [{ product: { id, sku: fields.sku }, locationId: own.id, kind: 'opening', onHand: openingStock }],
      })
    }
    await recordAudit(db, actor, {
      event: 'product.created',
      subjectId: id,
      after: { ...fields, costCents, openingStock },
    })
    return { id }
  }).catch(refuseTakenSku)
}
