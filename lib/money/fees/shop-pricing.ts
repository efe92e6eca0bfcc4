import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { readRules, storedRules, type StoredRule } from '@/lib/money/fees/queries'
import { knownShops, storedShops, type StoredShop } from '@/lib/money/fees/shop-terms'
import { rateFromText, type RateMillionths } from '@/lib/core/rounding'
import { feeRuleOn } from '@/lib/money/fees/fee-rule-on'
import type { FeeShop } from '@/lib/money/fees/rule-spans'
import type { FeeRule } from '@/lib/money/fees/schema'
import { termsOn, type TermsOfDay } from '@/lib/money/fees/terms'
import { amongIds, unitCostsOn } from '@/lib/catalog/costs/cost-queries'

/** A shop with the rule of a day and what its sales are taxed with; a MEI's rate is zero, null where none holds. */
export type ShopPricing = {
  id: string
  name: string
  shop: FeeShop
  rule: FeeRule | null
  terms: TermsOfDay
  taxRate: RateMillionths | null
  /** This shop's own charged orders match the rule. */
  isConfirmed: boolean
}

type StoredPricing = {
  rules: StoredRule[]
  shops: StoredShop[]
  taxes: { shopId: string; regime: string; rate: string | null }[]
  confirmed: { ruleId: string; shopId: string }[]
}

export type Pricing = { rules: FeeRule[]; shops: ShopPricing[] }

/** Every rule of the company, and each shop with its pricing of the day: one statement. */
export async function readPricing(db: Reader, organizationId: string, day: Day): Promise<Pricing> {
  const [stored] = await db.$queryRaw<[StoredPricing]>`
    SELECT ${storedRules(organizationId)} AS rules, ${storedShops(organizationId)} AS shops, ${storedTaxes(organizationId, day)} AS taxes,
      (SELECT coalesce(json_agg(json_build_object('ruleId', c.rule_id, 'shopId', c.shop_id)), '[]') FROM fee_rule_check c
        WHERE c.organization_id = ${organizationId}::uuid AND c.is_confirmed) AS confirmed`
  const rules = readRules(stored.rules)
  const taxes = new Map(stored.taxes.map(({ shopId, ...tax }) => [shopId, taxRateOf(tax)]))
  const confirmed = new Set(stored.confirmed.map(({ ruleId, shopId }) => `${ruleId} ${shopId}`))
  const shops = (await knownShops(db, organizationId, stored.shops)).map((shop) => {
    const pricing = pricingOf(shop, rules, day)
    const isConfirmed = confirmed.has(`${pricing.rule?.id} ${shop.id}`)
    return { ...pricing, taxRate: taxes.get(shop.id) ?? null, isConfirmed }
  })
  return { rules, shops }
}

export const listShopPricing = async (db: Reader, organizationId: string, day: Day): Promise<ShopPricing[]> =>
  (await readPricing(db, organizationId, day)).shops

export function pricingOf(shop: FeeShop, rules: readonly FeeRule[], day: Day) {
  const terms = termsOn(shop.terms, day)
  const { id, name, sellerType, formerly } = shop
  const rule = feeRuleOn(rules, { platform: 'shopee', sellerType, formerly, programme: terms.programme, day })
  return { id, name, shop, rule, terms }
}

/** In SQL: the tax of each shop on a day, as one JSON value. */
const storedTaxes = (organizationId: string, day: Day) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('shopId', s.id, 'regime', t.regime, 'rate', t.rate::text)), '[]') FROM shop s JOIN LATERAL (
    SELECT r.regime, r.rate FROM tax_rate r
    WHERE r.organization_id = ${organizationId}::uuid AND r.legal_entity_id = entity_on(s.id, ${day}::date) AND r.from_day <= ${day}::date
    ORDER BY r.from_day DESC LIMIT 1
  ) t ON true WHERE s.organization_id = ${organizationId}::uuid)`

function taxRateOf({ regime, rate }: { regime: string; rate: string | null }): RateMillionths | null {
  if (rate !== null) return rateFromText(rate)
  return regime === 'mei' ? 0n : null
}

/**
 * In SQL: listing `l` is on sale, by the status of an item or of a variation; one without is of a file. Compared as it stands: the
 * planner has no idea how many rows a function of the status finds, and joins the listings of a shop each with each.
 */
export const isListed = Prisma.sql`l.gone_at IS NULL AND (l.status IS NULL OR l.status IN ('NORMAL', 'MODEL_NORMAL'))`

/** The unit cost of each product and kit on a day, or of these alone, as (product_id, cost); a missing one has no row. */
export const costsOn = (
  organizationId: string,
  day: Day,
  products: readonly string[] | null = null,
): Prisma.Sql => Prisma.sql`
  SELECT c.product_id, c.cost FROM ${unitCostsOn(organizationId, day, amongIds(Prisma.sql`c.product_id`, products))} c
  UNION ALL SELECT k.kit_id, kit_unit_cost(k.kit_id, ${day}::date) FROM (
    SELECT DISTINCT kit_id FROM kit_component WHERE organization_id = ${organizationId}::uuid ${amongIds(Prisma.sql`kit_id`, products)}
  ) k WHERE NOT EXISTS (SELECT 1 FROM product_cost o WHERE o.organization_id = ${organizationId}::uuid AND o.product_id = k.kit_id
    AND o.from_day <= ${day}::date)`

/** Units of each item and shop in the days before, or of these items alone, as (item_key, outlet_id, units). */
export const unitsSold = (
  organizationId: string,
  from: Day,
  to: Day,
  items: readonly string[] | null = null,
): Prisma.Sql => {
  const where = Prisma.sql`organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date ${amongIds(Prisma.sql`item_key`, items)}`
  return Prisma.sql`
  SELECT item_key, outlet_id, sum(units)::bigint AS units FROM (
    SELECT item_key, outlet_id, units FROM product_day WHERE ${where}
    UNION ALL SELECT item_key, outlet_id, units FROM product_day_delta WHERE ${where}
  ) counted GROUP BY 1, 2`
}

/**
 * In SQL: the sales `u` (unitsSold) of listing `l`, as those of its product where it has one. The shop is compared so that no join
 * goes by it alone: the planner takes the sales for few, and would compare each listing of a shop with each of them.
 */
export const isSaleOf = Prisma.sql`u.item_key = coalesce(l.product_id, l.id) AND u.outlet_id IS NOT DISTINCT FROM l.shop_id`
