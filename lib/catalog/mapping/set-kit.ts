import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { raised } from '@/lib/core/database/database-errors'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { refuseTakenSku } from '../products/refuse-taken-sku'
import { planProduct } from '@/lib/connect/sync/listing-updates/plan-listing-updates'
import { listKitParts } from './queries'
import type { CreateKitInput, SetKitInput } from './schema'

/** The parts of a kit from now on; orders that took it keep the parts they took. */
export async function setKit(actor: Actor, { productId, parts }: SetKitInput): Promise<{ productId: string }> {
  return writeOnce(actor, async (db) => {
    const before = await listKitParts(db, actor.organizationId, productId)
    await writeKit(db, productId, parts)
    await planProduct(db, actor.organizationId, productId)
    await recordAudit(db, actor, {
      event: 'product.kitSet',
      subjectId: productId,
      before: { parts: before.map(({ productId: id, quantity }) => ({ productId: id, quantity })) },
      after: { parts },
    })
    return { productId }
  }).catch(refuseKit)
}

/** A product that is a kit from the start. */
export async function createKit(actor: Actor, { sku, title, parts }: CreateKitInput): Promise<{ productId: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const productId = newId()
    await db.product.create({ data: { organizationId, id: productId, sku, title }, select: { id: true } })
    await writeKit(db, productId, parts)
    await recordAudit(db, actor, { event: 'product.created', subjectId: productId, after: { sku, title, parts } })
    return { productId }
  })
    .catch(refuseTakenSku)
    .catch(refuseKit)
}

const writeKit = (db: Db, kitId: string, parts: SetKitInput['parts']) => {
  const rows = JSON.stringify(parts.map(({ productId, quantity }) => ({ product: productId, quantity })))
  return db.$queryRaw`SELECT set_kit(${kitId}::uuid, ${rows}::jsonb)::text`
}

function refuseKit(error: unknown): never {
  const name = raised(error)?.name
  if (name === 'product_not_found') throw new UserError('notFound')
  if (name === 'kit_in_kit') throw new UserError('kitInKit')
  if (name === 'kit_has_stock') throw new UserError('kitHasStock')
  throw error
}
