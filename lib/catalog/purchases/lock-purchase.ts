import 'server-only'
import type { Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import type { PurchaseStatus } from '@/lib/generated/prisma/enums'

export type LockedPurchase = NonNullable<Awaited<ReturnType<typeof findPurchase>>>

/** The purchase with its lines, of this version and in one of these states; others wait until the caller's transaction ends. */
export async function lockPurchase(
  db: Db,
  organizationId: string,
  { id, version }: { id: string; version: number },
  states: readonly PurchaseStatus[],
): Promise<LockedPurchase> {
  await db.$executeRaw`
    SELECT 1 FROM purchase_order WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const purchase = await findPurchase(db, organizationId, id)
  if (!purchase) throw new UserError('notFound')
  if (purchase.version !== version) throw new UserError('staleVersion')
  if (!states.includes(purchase.status)) throw new UserError('purchaseMovedOn')
  return purchase
}

const findPurchase = (db: Db, organizationId: string, id: string) =>
  db.purchaseOrder.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: {
      id: true,
      number: true,
      status: true,
      supplierId: true,
      legalEntityId: true,
      paymentDays: true,
      goodsCents: true,
      totalCents: true,
      version: true,
      lines: {
        select: {
          line: true,
          productId: true,
          supplierCode: true,
          quantity: true,
          goodsCents: true,
          landedCents: true,
          orderedUnits: true,
          orderedGoodsCents: true,
          received: true,
          product: { select: { id: true, sku: true } },
        },
        orderBy: { line: 'asc' },
      },
    },
  })
