import 'server-only'
import { localDay } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { expectedCharges, type ExpectedCharges } from '@/lib/money/fees/expected-charges'
import { feeLinesOf, type SoldLine } from '@/lib/money/fees/fee-lines'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import { termsOn } from '@/lib/money/fees/terms'
import type { OrderStatus, Platform } from '@/lib/generated/prisma/enums'
import type { Cents } from '@/lib/core/money'

type Order = {
  platform: Platform
  shopId: string | null
  status: OrderStatus
  placedAt: Date
  sellerVoucherCents: Cents
  items: readonly SoldLine[]
}

/**
 * The expected charges by the rule of the order's day and the shop's terms, with every step; null for an order that is
 * no sale of the marketplace, and where no rule holds. `affiliateCents` is the affiliates' commission as charged, which
 * follows no rule.
 */
export async function getFeeTrace(
  db: Db,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  order: Order,
  affiliateCents: Cents,
): Promise<ExpectedCharges | null> {
  const { platform, shopId, status, sellerVoucherCents, items } = order
  if (platform !== 'shopee' || status === 'pending' || status === 'cancelled') return null
  const shop = (await listFeeShops(db, organizationId)).find(({ id }) => id === shopId)
  if (!shop) return null
  const day = localDay(order.placedAt, timeZone)
  const terms = termsOn(shop.terms, day)
  const rules = await listFeeRules(db, organizationId, day)
  const rule = feeRuleOn(rules, {
    platform,
    sellerType: shop.sellerType,
    formerly: shop.formerly,
    programme: terms.programme,
    day,
  })
  if (!rule) return null
  return expectedCharges(
    items.flatMap(feeLinesOf),
    sellerVoucherCents,
    rule,
    terms,
    terms.affiliates ? affiliateCents : 0n,
  )
}
