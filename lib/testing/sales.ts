import { localDay } from '../dates'
import { withOrganization } from '../db'
import { newId } from '../ids'
import type { MoneyKind, OrderStatus } from '../generated/prisma/client'
import { asWorker } from './database'
import type { TestOrganization } from './factories'

const timeZone = 'America/Sao_Paulo'

const AT_ONCE = 100

export type TestOrder = {
  at: string
  /** The platform's own; made up where none is said. */
  code?: string
  status?: OrderStatus
  cents?: bigint
  units?: number
  charged?: bigint
  estimated?: bigint
  productId?: string
  listingId?: string
  /** Units of the product in one of the listing. */
  packOf?: number
  unitCost?: string
  shipBy?: string
  cancellationAsked?: boolean
  state?: string
  buyer?: string
  cancelReason?: string
  cancelledBy?: string
  /** What the platform told of its money, from the seller's side. */
  lines?: Partial<Record<MoneyKind, bigint>>
}

export async function addShop({ organizationId, legalEntityId }: TestOrganization, name: string) {
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.shop.create({ data: { organizationId, id, legalEntityId, name }, select: { id: true } }),
  )
  return id
}

export async function addProduct(
  { organizationId }: TestOrganization,
  sku: string,
  minimumStock: number | null = null,
) {
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.product.create({
      data: { organizationId, id, sku, title: `Produto ${sku}`, minimumStock },
      select: { id: true },
    }),
  )
  return id
}

export async function addListing({ organizationId }: TestOrganization, shopId: string, title: string) {
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.listing.create({ data: { organizationId, id, shopId, externalKey: id, title }, select: { id: true } }),
  )
  return id
}

/** Marketplace orders of one item each, counted in the read models as every write counts them. */
export async function addOrders({ organizationId }: TestOrganization, shopId: string, orders: TestOrder[]) {
  return withOrganization({ organizationId }, async (db) => {
    const ids: string[] = []
    for (const { at, status = 'delivered', cents = 1000n, units = 1, ...order } of orders) {
      const id = newId()
      ids.push(id)
      const placedAt = new Date(at)
      await db.order.create({
        data: {
          organizationId,
          id,
          code: id,
          platform: 'shopee',
          shopId,
          outletId: shopId,
          externalCode: order.code ?? id,
          status,
          placedAt,
          localDay: new Date(`${localDay(placedAt, timeZone)}T00:00:00Z`),
          units,
          revenueCents: cents,
          totalCents: cents,
          feesChargedCents: order.charged ?? null,
          feesEstimatedCents: order.estimated ?? null,
          shipBy: order.shipBy ? new Date(order.shipBy) : null,
          cancellationAsked: order.cancellationAsked ?? false,
          buyerState: order.state ?? null,
          buyerKey: order.buyer ? Uint8Array.from(Buffer.from(order.buyer)) : null,
          cancelReason: order.cancelReason ?? null,
          cancelledBy: order.cancelledBy ?? null,
          items: {
            create: {
              line: 1,
              productId: order.productId ?? null,
              listingId: order.listingId ?? null,
              productQuantity: order.packOf ?? 1,
              title: 'Item',
              quantity: units,
              unitPriceCents: cents / BigInt(units),
              subtotalCents: cents,
              unitCost: order.unitCost ?? null,
            },
          },
          lines: {
            create: Object.entries(order.lines ?? {}).map(([kind, amountCents]) => ({
              ...{ kind: kind as MoneyKind, source: 'api' as const, amountCents, asOf: placedAt },
            })),
          },
        },
        select: { id: true },
      })
    }
    // What this costs grows with the square of how many are given at once.
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await db.$queryRaw`SELECT append_order_deltas(${ids.slice(from, from + AT_ONCE)}::uuid[], 1)::text`
    return ids
  })
}

/** What the worker does every few seconds: deltas into the read models. */
export const foldSales = ({ organizationId }: TestOrganization) =>
  asWorker(() => withOrganization({ organizationId }, (db) => db.$queryRaw`SELECT fold_sales(1000), fold_buyers(1000)`))
