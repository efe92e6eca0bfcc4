import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { enqueueJob } from '@/lib/core/queue/task'
import { refreshOrderListTask } from '@/lib/catalog/products/schema'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { claimPhoto, releasePhoto } from './claim-photo'
import { costFromCents } from '../costs/cost'
import { getProduct } from './queries'
import { refuseTakenSku } from './refuse-taken-sku'
import { sanitizeDescription } from './sanitize-description'
import type { UpdateProductInput } from './schema'
import { setCost } from '../costs/set-cost'

/** Changes a product as the form left it, unless someone else changed it since. A first cost holds from the beginning, another from today on. */
export async function updateProduct(actor: Actor, input: UpdateProductInput): Promise<{ version: number }> {
  const { organizationId } = actor
  const { id, version, costCents, ...given } = input
  const fields = { ...given, descriptionHtml: sanitizeDescription(given.descriptionHtml) }
  return writeOnce(actor, async (db) => {
    const before = await getProduct(db, organizationId, id)
    if (!before) throw new UserError('notFound')
    const { count } = await db.product.updateMany({
      where: { organizationId, id, version },
      data: { ...fields, version: { increment: 1 } },
    })
    if (count === 0) throw new UserError('staleVersion')
    if (fields.photoFileId !== before.photoFileId) {
      await claimPhoto(db, organizationId, fields.photoFileId)
      await releasePhoto(db, organizationId, before.photoFileId)
    }
    const changes = changedFields(before, fields)
    // Its orders, which may be a hundred thousand, are found by its SKU: a job follows.
    if (changes.after.sku !== undefined)
      await enqueueJob(db, refreshOrderListTask, { productId: id }, `${refreshOrderListTask}:${id}`)
    if (costCents !== undefined) {
      changes.after.costFromDay = (await setCost(db, actor, id, costCents)) ?? (await getLocalToday(db, organizationId))
      changes.after.cost = costCents === null ? null : costFromCents(costCents)
    }
    await recordAudit(db, actor, { event: 'product.updated', subjectId: id, ...changes })
    return { version: version + 1 }
  }).catch(refuseTakenSku)
}

type Fields = Record<string, unknown>

function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const text = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value))
  const changed = Object.keys(after).filter((name) => text(before[name]) !== text(after[name]))
  const only = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { before: only(before), after: only(after) }
}
