import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { Language } from '@/lib/core/language'
import { getLocalToday } from '@/lib/identity/organizations/local-today'
import { bookPayables, instalmentsOf, voidPayables } from './book-payables'
import { lockPurchase } from './lock-purchase'
import type { PurchaseInput } from './schema'

export const sendPurchase = (actor: Actor, input: PurchaseInput): Promise<{ version: number }> =>
  writeOnce(actor, (db) => putOnOrder(db, actor, input))

/** From here on the goods are on order, and what they cost is owed. */
export async function putOnOrder(
  db: Db,
  actor: Actor,
  input: PurchaseInput,
  language?: Language,
): Promise<{ version: number }> {
  const { organizationId } = actor
  const purchase = await lockPurchase(db, organizationId, input, ['draft'])
  const free = purchase.lines.find(({ goodsCents }) => goodsCents === 0n)
  if (free) throw new UserError('purchaseLineNoCost', { values: { sku: free.product.sku } })
  const today = await getLocalToday(db, organizationId)
  const instalments = instalmentsOf(purchase.totalCents ?? 0n, purchase.paymentDays, today)
  await bookPayables(db, actor, { ...purchase, purchaseId: purchase.id, instalments, language })
  await rememberCodes(db, organizationId, purchase)
  await db.purchaseOrder.updateMany({
    where: { organizationId, id: input.id },
    data: { status: 'sent', sentAt: new Date(), version: { increment: 1 } },
  })
  await recordAudit(db, actor, {
    event: 'purchase.sent',
    subjectId: input.id,
    after: { number: purchase.number, totalCents: purchase.totalCents, instalments: instalments.length },
  })
  return { version: input.version + 1 }
}

async function rememberCodes(
  db: Db,
  organizationId: string,
  { supplierId, lines }: Awaited<ReturnType<typeof lockPurchase>>,
) {
  for (const { supplierCode, productId } of lines) {
    if (!supplierCode) continue
    const key = { organizationId, supplierId, code: supplierCode }
    await db.supplierProduct.upsert({
      where: { organizationId_supplierId_code: key },
      create: { ...key, productId },
      update: { productId, updatedAt: new Date() },
      select: { code: true },
    })
  }
}

/** Before anything came the purchase is cancelled, with what is owed for it; after that it is done, short of what is missing. */
export async function closePurchase(actor: Actor, input: PurchaseInput): Promise<{ version: number }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const purchase = await lockPurchase(db, organizationId, input, ['draft', 'sent', 'partly_received'])
    const cancels = purchase.lines.every(({ received }) => received === 0)
    if (cancels) await voidPayables(db, actor, input.id)
    const status = cancels ? 'cancelled' : 'received'
    await db.purchaseOrder.updateMany({
      where: { organizationId, id: input.id },
      data: { status, version: { increment: 1 } },
    })
    await recordAudit(db, actor, {
      event: cancels ? 'purchase.cancelled' : 'purchase.closedShort',
      subjectId: input.id,
      before: { status: purchase.status },
      after: { status },
    })
    return { version: input.version + 1 }
  })
}
