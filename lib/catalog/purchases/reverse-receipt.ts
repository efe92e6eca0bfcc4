import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { bookStock } from '../stock/book-stock'
import { lockPurchase } from './lock-purchase'
import { lockOwnStock, moveLines, settleStatus } from './receive-purchase'
import { takeBackCosts } from './take-back-costs'
import type { ReverseReceiptInput } from './schema'

/** Takes what a receipt brought out of the stock again, if it is still there, and works out the costs as if it had not come. */
export async function reverseReceipt(actor: Actor, input: ReverseReceiptInput): Promise<{ version: number }> {
  const { organizationId, userId } = actor
  const { id, receiptId, reason } = input
  return writeOnce(actor, async (db) => {
    await lockPurchase(db, organizationId, input, ['partly_received', 'received'])
    const receipt = await db.purchaseReceipt.findFirst({
      where: { organizationId, id: receiptId, purchaseOrderId: id },
      select: {
        reversedAt: true,
        number: true,
        lines: {
          select: { line: true, units: true, productId: true, product: { select: { id: true, sku: true } } },
          orderBy: { line: 'asc' },
        },
      },
    })
    if (!receipt) throw new UserError('notFound')
    if (receipt.reversedAt) throw new UserError('purchaseMovedOn')
    const locationId = await lockOwnStock(
      db,
      receipt.lines.map(({ productId }) => productId),
    )
    await bookStock(db, actor, {
      source: { kind: 'purchase_reversal', id: receiptId },
      entries: receipt.lines.map(({ product, units }) => ({ product, locationId, kind: 'purchase', onHand: -units })),
      reason,
    })
    await takeBackCosts(db, organizationId, receiptId)
    await db.purchaseReceipt.updateMany({
      where: { organizationId, id: receiptId },
      data: { reversedAt: new Date(), reversedBy: userId, reversalReason: reason },
    })
    await moveLines(
      db,
      organizationId,
      id,
      receipt.lines.map(({ line, units }) => ({ line, units: -units })),
    )
    await settleStatus(db, organizationId, id)
    await recordAudit(db, actor, {
      event: 'purchase.receiptReversed',
      subjectId: id,
      after: { receiptId, number: receipt.number, reason },
    })
    return { version: input.version + 1 }
  })
}
