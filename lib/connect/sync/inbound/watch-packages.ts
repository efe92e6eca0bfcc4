import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Db } from '@/lib/core/db'
import { CANCEL_PASSED_DAYS, PLATFORM_CANCEL_DAYS } from '@/lib/sales/orders/platform-cancel'
import type { Page } from '@/lib/shopee/orders'
import {
  cancelsAt,
  getPackageDetails,
  PACKAGE_DETAILS_AT_ONCE,
  searchPackages,
  type PlatformPackage,
  type PackageDetail,
  type PackageSearch,
} from '@/lib/shopee/packages'
import { ShopeeError } from '@/lib/shopee/errors'
import { withShopToken } from '../../shops/tokens'
import { chunksOf } from './sync-orders'
import { syncActor, type SyncShop } from '../streams/sync-shop'

/** Late ones that are asked about with each poll; those that are late longest first. */
const MOST = 300

/** Pages of a hundred orders that wait for their invoice. */
const MOST_PAGES = 10

/**
 * Asks which orders wait for their invoice, and of parcels that are late whether the platform says when it will cancel them: the
 * order's own answer tells neither. A refusal is no trouble of the orders: the next poll asks again.
 */
export async function watchPackages(shop: SyncShop, now = new Date()): Promise<void> {
  await watchInvoices(shop).catch(letPass)
  await watchLate(shop, now).catch(letPass)
}

/**
 * For orders that were read just now: one that is "ready to ship" and names no invoice may wait for one, which only the
 * list shows.
 */
export async function watchInvoicesOf(shop: SyncShop, codes: readonly string[]): Promise<void> {
  const { organizationId, shopId } = shop
  const silent = await withOrganization(shop, (db) =>
    db.order.count({
      where: {
        organizationId,
        shopId,
        platform: 'shopee',
        externalCode: { in: [...codes] },
        platformStatus: 'READY_TO_SHIP',
        status: 'confirmed',
        invoiceState: null,
        fulfilledByPlatform: false,
      },
    }),
  )
  if (silent > 0) await watchInvoices(shop).catch(letPass)
}

function letPass(error: unknown): void {
  if (!(error instanceof ShopeeError)) throw error
}

async function watchLate(shop: SyncShop, now: Date): Promise<void> {
  for (const numbers of chunksOf(await listLate(shop, now), PACKAGE_DETAILS_AT_ONCE)) {
    const { read } = await withShopToken(shop, shop.shopId, (caller) => getPackageDetails(caller, numbers))
    await keep(
      shop,
      read.map(({ data }) => data),
      now,
    )
  }
}

/** Under the lock of the writers of the shop's orders, so that neither holds a row that the other waits for. */
export const changeOrders = ({ organizationId, shopId }: SyncShop, run: (db: Db) => Promise<number>): Promise<void> =>
  withOrganization({ organizationId }, async (db) => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('orders:' || ${shopId}, 0))`
    const updated = await run(db)
    if (updated === 0) return
    const event = { event: 'shop.ordersSynced', subjectId: shopId, after: { updated } } as const
    await recordAudit(db, syncActor(organizationId), event)
  })

/** The list of what waits decides for orders that are "ready to ship", whose invoice the order's answer did not name. */
async function watchInvoices(shop: SyncShop): Promise<void> {
  const { organizationId, shopId } = shop
  // An order first found to wait while the list is read is missing from a list read before.
  const known = await withOrganization(shop, (db) =>
    db.order.findMany({
      where: { organizationId, shopId, platform: 'shopee', status: 'confirmed', invoiceState: 'none' },
      select: { id: true },
    }),
  )
  const waiting: string[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES && (page === 0 || cursor !== null); page += 1) {
    const search: PackageSearch = { packageStatus: 0, isInvoicePending: true, cursor }
    const result: Page<PlatformPackage> = await withShopToken(shop, shopId, (caller) => searchPackages(caller, search))
    waiting.push(...result.data.map(({ orderSn }) => orderSn))
    cursor = result.nextCursor
  }
  const isWhole = cursor === null
  await changeOrders(
    shop,
    (db) => db.$executeRaw`
      UPDATE orders o SET invoice_state = CASE WHEN o.invoice_state IS NULL THEN 'none'::"InvoiceState" END, version = o.version + 1
      WHERE o.organization_id = ${organizationId}::uuid AND o.shop_id = ${shopId}::uuid AND o.platform = 'shopee' AND o.status = 'confirmed'
        AND o.platform_status = 'READY_TO_SHIP' AND NOT o.fulfilled_by_platform
        AND CASE WHEN o.external_code = ANY (${waiting}::text[]) THEN o.invoice_state IS NULL
          ELSE o.invoice_state = 'none' AND ${isWhole} AND o.id = ANY (${known.map(({ id }) => id)}::uuid[]) END`,
  )
}

async function listLate({ organizationId, shopId }: SyncShop, now: Date): Promise<string[]> {
  const rows = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<{ number: string }[]>`
      SELECT k.number FROM orders o JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
      WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('confirmed', 'processing') AND o.platform = 'shopee'
        AND NOT o.fulfilled_by_platform AND o.shop_id = ${shopId}::uuid
        AND coalesce(o.ship_by, 'infinity'::timestamptz) < ${now}::timestamptz
        AND coalesce(o.ship_by, 'infinity'::timestamptz) > ${now}::timestamptz - make_interval(days => ${PLATFORM_CANCEL_DAYS + CANCEL_PASSED_DAYS}::int)
      ORDER BY o.ship_by, k.number LIMIT ${MOST}`,
  )
  return rows.map(({ number }) => number)
}

/** "Within a day" is said with each asking: the day that was first named stands. */
async function keep(shop: SyncShop, details: PackageDetail[], now: Date): Promise<void> {
  const { organizationId, shopId } = shop
  const cancelling = details.map((detail) => {
    const at = cancelsAt(detail, now)
    return { n: detail.packageNumber, at: at?.toISOString() ?? null, exact: detail.urgency?.at !== null && at !== null }
  })
  await changeOrders(
    shop,
    (db) => db.$executeRaw`
      UPDATE package k SET platform_cancels_at = CASE WHEN t.exact OR t.at IS NULL THEN t.at ELSE least(t.at, k.platform_cancels_at) END
      FROM jsonb_to_recordset(${JSON.stringify(cancelling)}::jsonb) AS t(n text, at timestamptz, exact boolean)
      WHERE k.organization_id = ${organizationId}::uuid AND k.shop_id = ${shopId}::uuid AND k.number = t.n
        AND k.platform_cancels_at IS DISTINCT FROM CASE WHEN t.exact OR t.at IS NULL THEN t.at ELSE least(t.at, k.platform_cancels_at) END`,
  )
}
