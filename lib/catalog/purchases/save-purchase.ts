import 'server-only'
import { sumOf } from '@/lib/core/big-int'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { newId } from '@/lib/core/ids'
import { shareExtras, type Extras } from './apportion'
import { lockPurchase } from './lock-purchase'
import { takeNumber } from './take-number'
import type { CreatePurchaseInput, UpdatePurchaseInput } from './schema'

export const createPurchase = (actor: Actor, input: CreatePurchaseInput): Promise<{ id: string; number: number }> =>
  writeOnce(actor, (db) => addPurchase(db, actor, input))

/** A draft, in the caller's transaction. */
export async function addPurchase(
  db: Db,
  actor: Actor,
  input: CreatePurchaseInput,
): Promise<{ id: string; number: number }> {
  const { organizationId, userId } = actor
  await requireParts(db, organizationId, input)
  const [id, number] = [newId(), await takeNumber(db, organizationId)]
  await db.purchaseOrder.create({
    data: { organizationId, id, number, createdBy: userId, ...headOf(input) },
    select: { id: true },
  })
  await db.purchaseOrderLine.createMany({ data: linesOf(organizationId, id, input) })
  await recordAudit(db, actor, { event: 'purchase.created', subjectId: id, after: traceOf(input) })
  return { id, number }
}

/** Only a draft changes: what was sent is what the supplier has. */
export async function updatePurchase(actor: Actor, input: UpdatePurchaseInput): Promise<{ version: number }> {
  const { organizationId } = actor
  const { id, version, ...fields } = input
  return writeOnce(actor, async (db) => {
    const before = await lockPurchase(db, organizationId, { id, version }, ['draft'])
    await requireParts(db, organizationId, fields)
    await db.purchaseOrder.updateMany({
      where: { organizationId, id },
      data: { ...headOf(fields), version: { increment: 1 } },
    })
    await db.purchaseOrderLine.deleteMany({ where: { organizationId, purchaseOrderId: id } })
    await db.purchaseOrderLine.createMany({ data: linesOf(organizationId, id, fields) })
    await recordAudit(db, actor, {
      event: 'purchase.updated',
      subjectId: id,
      before: { goodsCents: before.goodsCents, totalCents: before.totalCents, lines: before.lines.length },
      after: traceOf(fields),
    })
    return { version: version + 1 }
  })
}

const goodsOf = ({ lines }: CreatePurchaseInput) =>
  lines.map(({ quantity, unitCostCents }) => BigInt(quantity) * unitCostCents)

function headOf({ lines, expectedOn, ...fields }: CreatePurchaseInput) {
  const goodsCents = sumOf(goodsOf({ lines, expectedOn, ...fields }))
  if (fields.discountCents > goodsCents)
    throw new UserError('invalidInput', { fields: { discountCents: ['purchases.fields.discountOver'] } })
  return { ...fields, goodsCents, expectedOn: expectedOn && asDate(expectedOn) }
}

function linesOf(organizationId: string, purchaseOrderId: string, input: CreatePurchaseInput) {
  const goods = goodsOf(input)
  const shares = shareExtras(input as Extras, goods)
  return input.lines.map(({ productId, supplierCode, quantity }, index) => ({
    organizationId,
    purchaseOrderId,
    line: index + 1,
    productId,
    supplierCode,
    quantity,
    goodsCents: goods[index]!,
    ...shares[index]!,
  }))
}

/** Nothing of another company, and no kit: what is bought is what lies on the shelf. */
export async function requireProducts(db: Db, organizationId: string, ids: readonly string[]): Promise<void> {
  const products = await db.product.findMany({
    where: { organizationId, id: { in: [...ids] }, archivedAt: null },
    select: { id: true, components: { take: 1, select: { componentId: true } } },
  })
  if (products.length < new Set(ids).size) throw new UserError('notFound')
  if (products.some(({ components }) => components.length > 0)) throw new UserError('kitNoStock')
}

async function requireParts(db: Db, organizationId: string, input: CreatePurchaseInput) {
  const supplier = await db.supplier.findFirst({
    where: { organizationId, id: input.supplierId, archivedAt: null },
    select: { id: true },
  })
  if (!supplier) throw new UserError('notFound')
  if (input.legalEntityId) {
    const known = await db.legalEntity.count({ where: { organizationId, id: input.legalEntityId } })
    if (known === 0) throw new UserError('notFound')
  }
  await requireProducts(
    db,
    organizationId,
    input.lines.map(({ productId }) => productId),
  )
}

const traceOf = (input: CreatePurchaseInput) => ({
  supplierId: input.supplierId,
  expectedOn: input.expectedOn,
  goodsCents: sumOf(goodsOf(input)),
  lines: input.lines.length,
  freightCents: input.freightCents,
  ipiCents: input.ipiCents,
  stCents: input.stCents,
  otherCents: input.otherCents,
  discountCents: input.discountCents,
})
