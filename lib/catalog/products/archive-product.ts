import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { ArchiveProductInput } from './schema'

/** Takes a product out of the lists and of new orders. Its history, stock and open orders stay. */
export const archiveProduct = (actor: Actor, input: ArchiveProductInput) => setArchived(actor, input, true)

export const restoreProduct = (actor: Actor, input: ArchiveProductInput) => setArchived(actor, input, false)

async function setArchived(actor: Actor, { id, version }: ArchiveProductInput, archived: boolean) {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const product = await db.product.findUnique({
      where: { organizationId_id: { organizationId, id } },
      select: { sku: true, version: true },
    })
    if (!product) throw new UserError('notFound')
    const { count } = await db.product.updateMany({
      where: { organizationId, id, version },
      data: { archivedAt: archived ? new Date() : null, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    await recordAudit(db, actor, {
      event: archived ? 'product.archived' : 'product.restored',
      subjectId: id,
      after: { sku: product.sku },
    })
    return { version: version + 1 }
  })
}
