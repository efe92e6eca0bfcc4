import 'server-only'
import { withOrganization } from '../db'
import { CANCEL_PASSED_DAYS, PLATFORM_CANCEL_DAYS } from '../dispatch/platform-cancel'
import { cancelsAt, getPackageDetails, PACKAGE_DETAILS_AT_ONCE, type PackageDetail } from '../shopee/packages'
import { ShopeeError } from '../shopee/errors'
import { withShopToken } from '../shops/tokens'
import { chunksOf } from './sync-orders'
import type { SyncShop } from './sync-shop'

/** Late ones that are asked about with each poll; those that are late longest first. */
const MOST = 300

/**
 * Asks of parcels that are late whether the platform says when it will cancel them; the order's own answer does not. Its refusal is
 * no trouble of the orders: the next poll asks again.
 */
export async function watchPackages(shop: SyncShop, now = new Date()): Promise<void> {
  const late = await listLate(shop, now)
  try {
    for (const numbers of chunksOf(late, PACKAGE_DETAILS_AT_ONCE)) {
      const { read } = await withShopToken(shop, shop.shopId, (caller) => getPackageDetails(caller, numbers))
      await keep(
        shop,
        read.map(({ data }) => data),
        now,
      )
    }
  } catch (error) {
    if (!(error instanceof ShopeeError)) throw error
  }
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
async function keep({ organizationId, shopId }: SyncShop, details: PackageDetail[], now: Date): Promise<void> {
  const told = details.map((detail) => {
    const at = cancelsAt(detail, now)
    return { n: detail.packageNumber, at: at?.toISOString() ?? null, exact: detail.urgency?.at !== null && at !== null }
  })
  await withOrganization(
    { organizationId },
    (db) => db.$executeRaw`
      UPDATE package k SET platform_cancels_at = CASE WHEN t.exact OR t.at IS NULL THEN t.at ELSE least(t.at, k.platform_cancels_at) END
      FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS t(n text, at timestamptz, exact boolean)
      WHERE k.organization_id = ${organizationId}::uuid AND k.shop_id = ${shopId}::uuid AND k.number = t.n
        AND k.platform_cancels_at IS DISTINCT FROM CASE WHEN t.exact OR t.at IS NULL THEN t.at ELSE least(t.at, k.platform_cancels_at) END`,
  )
}
