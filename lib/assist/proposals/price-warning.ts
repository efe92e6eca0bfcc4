import 'server-only'
import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { betterPrices } from '@/lib/money/fees/best-price'
import { deadZones } from '@/lib/money/fees/dead-zones'
import { listShopPricing } from '@/lib/money/fees/shop-pricing'
import type { ToolViewer } from '../tools/contract'
import type { DiffLine } from './contract'

/** The lower price that pays more than this one by the rules of today, in that shop or in the first that has one. */
export async function warnOfPrice(viewer: ToolViewer, priceCents: bigint, shop: string | null): Promise<DiffLine[]> {
  const today = localDay(new Date(), viewer.timeZone)
  const shops = await withOrganization(viewer, (db) => listShopPricing(db, viewer.organizationId, today))
  for (const { name, rule, terms } of shops) {
    if (!rule || (shop !== null && shop !== name)) continue
    const better = betterPrices({ rule, terms }, deadZones(rule, terms), priceCents)
    if (better) return [{ label: 'paysLessThan', unit: 'cents', before: null, after: String(better.below.priceCents) }]
  }
  return []
}
