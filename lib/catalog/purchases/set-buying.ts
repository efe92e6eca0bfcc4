import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { SetBuyingInput } from './schema'

/** From whom a product is bought, in which packs, and how long it takes to come. */
export async function setBuying(actor: Actor, input: SetBuyingInput): Promise<{ version: number }> {
  const { organizationId } = actor
  const { productId, version, leadTimeDays, sources } = input
  return writeOnce(actor, async (db) => {
    const known = await db.product.findUnique({
      where: { organizationId_id: { organizationId, id: productId } },
      select: { leadTimeDays: true },
    })
    if (!known) throw new UserError('notFound')
    await requireSources(db, organizationId, input)
    const { count } = await db.product.updateMany({
      where: { organizationId, id: productId, version },
      data: { leadTimeDays, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    await db.supplierProduct.deleteMany({ where: { organizationId, productId } })
    // The first is the one that the suggestion goes by.
    const now = Date.now()
    await db.supplierProduct.createMany({
      data: sources.map((source, index) => ({
        organizationId,
        productId,
        ...source,
        updatedAt: new Date(now - index),
      })),
    })
    await recordAudit(db, actor, {
      event: 'product.updated',
      subjectId: productId,
      before: { leadTimeDays: known.leadTimeDays },
      after: { leadTimeDays, supplierCodes: sources.map(({ code }) => code).join(', ') },
    })
    return { version: version + 1 }
  })
}

/** Suppliers of this company, and codes that mean no other product. */
async function requireSources(db: Db, organizationId: string, { productId, sources }: SetBuyingInput) {
  const ids = [...new Set(sources.map(({ supplierId }) => supplierId))]
  const suppliers = await db.supplier.count({ where: { organizationId, id: { in: ids } } })
  if (suppliers < ids.length) throw new UserError('notFound')
  for (const [index, { supplierId, code }] of sources.entries()) {
    const taken = await db.supplierProduct.findUnique({
      where: { organizationId_supplierId_code: { organizationId, supplierId, code } },
      select: { productId: true },
    })
    if (taken && taken.productId !== productId)
      throw new UserError('invalidInput', { fields: { [`sources.${index}.code`]: ['purchases.fields.codeTaken'] } })
  }
}
