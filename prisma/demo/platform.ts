import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { openDemo, type DemoPlatformOrder, type DemoPlatformShop } from '@/lib/sandbox/demo/open-demo'
import { drawingId } from '@/lib/sandbox/demo/drawings'
import { keepFirstPair } from '@/lib/connect/shops/token-record'
import { requestSync } from '@/lib/connect/sync/streams/request-sync'
import { nameAdvertisedItems } from './ads'
import type { DemoClock } from './clock'

/** The sandbox platform beside the product, and as which app the product speaks to it. */
export type DemoSandbox = { databaseUrl: string; partnerId: number; partnerKey: string }

const WITHIN_MS = 120_000
const HISTORY_DAYS = 365
/** All orders that are under way were changed since. */
const UNDER_WAY_DAYS = 30
const LEAST_STOCK = 3

type ShopRow = { id: string; name: string; balance: bigint | null; orders: bigint }
type ListingRow = {
  key: string
  title: string
  sku: string | null
  price: bigint
  stock: number
  grams: number | null
  gtin: string | null
  createdAt: Date
}

/**
 * Authorizes the shops on the sandbox platform, which is given their listings and their orders that are under way:
 * these can be shipped there. Their older history stays as it is and counts as fetched.
 */
export async function connectDemoShops(actor: Actor, clock: DemoClock, sandbox: DemoSandbox): Promise<void> {
  const { organizationId } = actor
  const filled = await withOrganization({ organizationId }, (db) => fillPlatform(db, organizationId), WITHIN_MS)
  const opened = await openDemo({ ...sandbox, now: clock.now, shops: filled.map(({ platform }) => platform) })
  await withOrganization(
    actor,
    async (db) => {
      for (const [index, { shop }] of filled.entries()) await connect(db, actor, clock, { shop, ...opened[index]! })
    },
    WITHIN_MS,
  )
}

async function fillPlatform(db: Db, organizationId: string): Promise<{ shop: ShopRow; platform: DemoPlatformShop }[]> {
  const shops = await db.$queryRaw<ShopRow[]>`
    SELECT s.id, s.name::text AS name, (SELECT count(*) FROM orders o WHERE o.organization_id = s.organization_id AND o.shop_id = s.id) AS orders,
      (SELECT w.balance_cents FROM wallet_transaction w WHERE w.organization_id = s.organization_id AND w.shop_id = s.id
       ORDER BY w.at DESC, w.nth DESC LIMIT 1) AS balance
    FROM shop s WHERE s.organization_id = ${organizationId}::uuid ORDER BY s.created_at, s.name DESC`
  return Promise.all(
    shops.map(async (shop, index) => ({
      shop,
      platform: {
        name: shop.name,
        ordersADay: index === 0 ? 12 : 7,
        balanceCents: Number(shop.balance ?? 0n),
        points: index,
        items: (await listListings(db, organizationId, shop.id)).map((listing, place) => ({
          key: listing.key,
          name: listing.title,
          sku: listing.sku ?? '',
          priceCents: Number(listing.price),
          stock: Math.max(LEAST_STOCK, listing.stock),
          weightGrams: listing.grams ?? 400,
          gtin: listing.gtin ?? '',
          imageId: drawingId(listing.sku ?? ''),
          pull: 1 / (1 + place / 6),
          createdAt: Math.floor(listing.createdAt.getTime() / 1000),
        })),
        orders: await listUnderWay(db, organizationId, shop.id),
      },
    })),
  )
}

/** The bestsellers come first. */
const listListings = (db: Db, organizationId: string, shopId: string) =>
  db.$queryRaw<ListingRow[]>`
    SELECT l.id::text AS key, l.title, l.sku::text AS sku, l.price_cents AS price, l.created_at AS "createdAt", p.weight_grams AS grams,
      p.barcodes[1] AS gtin,
      coalesce((SELECT sum(v.on_hand - v.reserved) FROM stock_level v WHERE v.organization_id = l.organization_id AND v.product_id = l.product_id), 8)::int
        / l.product_quantity AS stock
    FROM listing l LEFT JOIN product p ON p.organization_id = l.organization_id AND p.id = l.product_id
    WHERE l.organization_id = ${organizationId}::uuid AND l.shop_id = ${shopId}::uuid
    ORDER BY (SELECT count(*) FROM order_item i WHERE i.organization_id = l.organization_id AND i.listing_id = l.id) DESC, l.id`

type OrderRow = Omit<DemoPlatformOrder, 'status' | 'buyer' | 'lines'> & {
  state: 'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered'
  username: string | null
  name: string | null
  city: string | null
  region: string | null
  lines: DemoPlatformOrder['lines']
}

/** Orders that are open, on their way, or delivered and not paid yet, oldest first. */
async function listUnderWay(db: Db, organizationId: string, shopId: string): Promise<DemoPlatformOrder[]> {
  const rows = await db.$queryRaw<OrderRow[]>`
    SELECT o.external_code AS code, o.status::text AS state, extract(epoch FROM o.placed_at)::int AS "placedAt",
      extract(epoch FROM o.paid_at)::int AS "paidAt", extract(epoch FROM o.ship_by)::int AS "shipBy",
      extract(epoch FROM o.shipped_at)::int AS "shippedAt", extract(epoch FROM o.delivered_at)::int AS "deliveredAt",
      o.tracking_number AS "trackingNumber", o.seller_voucher_cents::int AS "sellerVoucherCents",
      o.freight_paid_cents::int AS "freightPaidCents", b.username, b.name, b.city, b.state AS region,
      (SELECT json_agg(json_build_object('key', i.listing_id, 'quantity', i.quantity, 'unitPriceCents', i.unit_price_cents) ORDER BY i.line)
       FROM order_item i WHERE i.organization_id = o.organization_id AND i.order_id = o.id) AS lines
    FROM orders o LEFT JOIN order_buyer b ON b.organization_id = o.organization_id AND b.order_id = o.id
    WHERE o.organization_id = ${organizationId}::uuid AND o.shop_id = ${shopId}::uuid AND NOT o.in_return
      AND (o.status IN ('pending', 'confirmed', 'processing', 'shipped')
        OR o.status = 'delivered' AND o.delivered_at > now() - interval '7 days')
      AND NOT EXISTS (SELECT 1 FROM wallet_transaction w
        WHERE w.organization_id = o.organization_id AND w.shop_id = o.shop_id AND w.external_code = o.external_code)
      AND NOT EXISTS (SELECT 1 FROM order_return r WHERE r.organization_id = o.organization_id AND r.order_id = o.id)
    ORDER BY o.placed_at, o.code`
  let confirmed = 0
  return rows.map(({ state, username, name, city, region, ...order }, index) => ({
    ...order,
    status: statusOf(state, state === 'confirmed' ? confirmed++ : 0),
    buyer: {
      username: username ?? `comprador${10_000 + index}`,
      recipient: name && city && region ? { name, city, state: region } : null,
    },
  }))
}

/** Every sixth of the orders that are ready still waits for its invoice. */
function statusOf(state: OrderRow['state'], nth: number): DemoPlatformOrder['status'] {
  if (state === 'confirmed') return nth % 6 === 5 ? 'INVOICE_PENDING' : 'READY_TO_SHIP'
  return ({ pending: 'UNPAID', processing: 'PROCESSED', shipped: 'SHIPPED', delivered: 'TO_CONFIRM_RECEIVE' } as const)[
    state
  ]
}

type Opened = { shop: ShopRow } & Awaited<ReturnType<typeof openDemo>>[number]

async function connect(
  db: Db,
  actor: Actor,
  clock: DemoClock,
  { shop, shopId: number, grantEndsAt, pair, items }: Opened,
) {
  const { organizationId, userId } = actor
  const where = { organizationId_id: { organizationId, id: shop.id } }
  await db.shop.update({ where, data: { externalShopId: number }, select: { id: true } })
  await db.$queryRaw`SELECT claim_shop(${shop.id}::uuid)`
  await keepFirstPair(
    db,
    { organizationId, shopId: shop.id },
    { accessToken: pair.access_token, refreshToken: pair.refresh_token, expiresInSeconds: pair.expire_in },
  )
  await db.shop.update({
    where,
    data: { status: 'active', connectedAt: clock.now, connectedBy: userId, grantEndsAt, stockFrom: clock.now },
    select: { id: true },
  })
  await recordAudit(db, actor, {
    event: 'shop.connected',
    subjectId: shop.id,
    before: { status: 'pending' },
    after: { status: 'active', platformName: shop.name, grantEndsAt },
  })
  const days = (count: number) => new Date(clock.now.getTime() - count * 86_400_000)
  const [year, underWay] = [days(HISTORY_DAYS), days(UNDER_WAY_DAYS)]
  const at = { organizationId, shopId: shop.id }
  const history = { historyFrom: year, historyReached: year, historyStartedAt: year, historyDone: Number(shop.orders) }
  await db.syncState.createMany({
    data: [
      { ...at, stream: 'orders', watermark: underWay, ...history },
      { ...at, stream: 'listings' },
      { ...at, stream: 'returns', watermark: clock.now },
      { ...at, stream: 'escrow', watermark: clock.now, cursor: clock.now.toISOString(), historyReached: year },
      { ...at, stream: 'wallet', watermark: clock.now },
      { ...at, stream: 'health' },
    ],
  })
  await nameAdvertisedItems(db, at, items)
  await requestSync(db, actor, shop.id)
}
