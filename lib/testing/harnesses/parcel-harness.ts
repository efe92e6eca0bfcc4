import { withOrganization } from '@/lib/core/db'
import type { OrderStatus, ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { inspect } from './database'
import type { TestOrganization } from '../factories/factories'
import { addListing, addShop } from '../factories/sales'

export type Planted = {
  items: { productId: string | null; quantity: number; sku?: string }[]
  /** The units that the platform lists in the parcel; none by default. */
  platformLines: { line: number; quantity: number }[]
  orderId: string
  shopId: string
  status: OrderStatus
  cancellationAsked: boolean
  fulfilledByPlatform: boolean
  movesStock: boolean
  printed: boolean
  carrier: string | null
  number: string
  tracking: string
}

const shops = new Map<string, string>()
async function shopOf(company: TestOrganization): Promise<string> {
  const known = shops.get(company.organizationId) ?? (await addShop(company, newId()))
  shops.set(company.organizationId, known)
  return known
}

let last = 0

/** A marketplace order of products with one parcel, or another parcel of a known order. */
export async function addParcel(company: TestOrganization, planted: Partial<Planted>) {
  const { organizationId } = company
  const serial = `${process.pid % 1000}${(last += 1)}`
  const { items = [], platformLines = [], printed = false, carrier = null } = planted
  const shopId = planted.shopId ?? (await shopOf(company))
  const orderId = planted.orderId ?? newId()
  const code = planted.orderId ? '' : `2411${serial}`.padEnd(14, 'Q')
  const [id, number, tracking] = [newId(), planted.number ?? `OFG${serial}0077`, planted.tracking ?? `BR${serial}77`]
  const listingId = items.some(({ productId }) => !productId) ? await addListing(company, shopId, newId()) : null
  await withOrganization({ organizationId }, async (db) => {
    if (!planted.orderId) {
      const status = planted.status ?? 'processing'
      const reached = status === 'shipped' || status === 'delivered' ? { shippedAt: new Date() } : {}
      const { cancellationAsked = false, fulfilledByPlatform = false, movesStock = false } = planted
      const where = { platform: 'shopee', shopId, outletId: shopId, externalCode: code, code: `SHP-${code}` } as const
      const when = {
        placedAt: new Date(),
        localDay: new Date('2026-11-21'),
        units: 1,
        revenueCents: 100n,
        totalCents: 100n,
      }
      const how = { status, cancellationAsked, fulfilledByPlatform, movesStock, ...reached }
      await db.order.create({ data: { organizationId, id: orderId, ...where, ...when, ...how }, select: { id: true } })
      for (const [index, { productId, quantity, sku }] of items.entries()) {
        const cents = { unitPriceCents: 100n, discountCents: 0n, subtotalCents: 100n * BigInt(quantity) }
        const what = { productId, productQuantity: 1, sku: sku ?? null, title: `Anúncio ${index + 1}`, quantity }
        const item = { organizationId, orderId, line: index + 1, ...what, ...cents, ...(!productId && { listingId }) }
        await db.orderItem.create({ data: item, select: { line: true } })
      }
    }
    const label = printed ? { printedAt: new Date(), printCount: 1 } : {}
    const parcel = { organizationId, id, orderId, shopId, number, trackingNumber: tracking, carrier, ...label }
    await db.package.create({ data: parcel, select: { id: true } })
    for (const { line, quantity } of platformLines)
      await db.packageItem.create({
        data: { organizationId, packageId: id, line, quantity },
        select: { line: true },
      })
  })
  return { id, orderId, code, number, tracking, shopId }
}

/** The stock effects of a changed status. */
export const settleStock = (company: TestOrganization, orderId: string) =>
  inspect(company.organizationId, 'SELECT reserve_order_stock(ARRAY[$1]::uuid[], NULL, true)', [orderId])

export type PlantedReturn = {
  kind: ReturnKind
  state: ReturnState
  quantity: number
  number: string
  platformStatus: string
  trackingNumber: string
  dueAt: Date
  images: string[]
}

/** A return of the order's first line, as the sync writes it. */
export async function addReturn(
  { organizationId }: TestOrganization,
  { orderId, shopId }: { orderId: string; shopId: string },
  planted: Partial<PlantedReturn> = {},
): Promise<string> {
  const id = newId()
  const { quantity = 1, kind = 'failed_delivery', state = 'incoming', number = id, ...columns } = planted
  const data = { organizationId, id, orderId, shopId, number, kind, state, openedAt: new Date(), ...columns }
  const item = { organizationId, returnId: id, line: 1, orderLine: 1, title: 'Anúncio 1', quantity }
  await withOrganization({ organizationId }, async (db) => {
    await db.orderReturn.create({ data, select: { id: true } })
    await db.returnItem.create({ data: item, select: { line: true } })
  })
  return id
}
