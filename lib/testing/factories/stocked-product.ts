import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'

type Stocked = { sku: string; priceCents?: bigint | null; onHand?: number; cost?: string; barcodes?: string[] }

/** A product with its opening stock, as the catalogue makes it. */
export async function addStockedProduct(
  { organizationId }: { organizationId: string },
  { sku, priceCents = 1_000n, onHand = 0, cost, barcodes = [] }: Stocked,
): Promise<string> {
  const id = newId()
  await withOrganization({ organizationId }, async (db) => {
    await db.product.create({
      data: { organizationId, id, sku, title: `Produto ${sku}`, priceCents, barcodes },
      select: { id: true },
    })
    if (cost !== undefined)
      await db.productCost.create({
        data: { organizationId, productId: id, fromDay: new Date('2020-01-01'), cost, source: 'hand' },
        select: { productId: true },
      })
    if (onHand === 0) return
    const own = await db.stockLocation.findFirstOrThrow({
      where: { organizationId, kind: 'own' },
      select: { id: true },
    })
    const entries = JSON.stringify([{ product: id, location: own.id, kind: 'opening', onHand, reserved: 0 }])
    await db.$queryRaw`SELECT book_stock('product', ${id}::uuid, NULL, NULL, ${entries}::jsonb)`
  })
  return id
}
