import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { volumeTurns, withVolume, type SalesDay } from '@/lib/money/fees/high-volume'
import { rateFromText } from '@/lib/core/rounding'
import { feePartKinds, type FeeSellerType } from '@/lib/money/fees/schema'
import type { FormerSeller } from '@/lib/money/fees/fee-rule-on'
import type { FeeShop } from '@/lib/money/fees/rule-spans'
import { participationByShop, termsWithParticipation } from '@/lib/money/fees/seen-participation'
import { asProgramme, type ShopTerms } from '@/lib/money/fees/terms'
import { Prisma } from '@/lib/generated/prisma/client'

type StoredTerms = Omit<ShopTerms, 'programme' | 'adsTopUpRate' | 'denied'> & {
  programme: string
  adsTopUpRate: string
  denied: string[]
}
/** A shop as `storedShops` gives it. */
export type StoredShop = {
  id: string
  name: string
  /** Those of before come first, the present one last. */
  sellers: { untilDay: Day | null; sellerType: FeeSellerType }[]
  terms: StoredTerms[]
  programmes: unknown[]
}

const termFields = Prisma.sql`json_build_object('fromDay', t.from_day, 'programme', t.programme, 'campaign', t.campaign, 'affiliates', t.affiliates,
  'protection', t.protection, 'adsTopUpRate', t.ads_top_up_rate::text, 'highVolume', t.high_volume, 'bulky', t.bulky, 'denied', t.denied)`

/** In SQL: every shop of the platform with its sellers, terms and what its orders were seen to pay, as one JSON value. */
export const storedShops = (organizationId: string): Prisma.Sql => Prisma.sql`(
  WITH seller AS MATERIALIZED (SELECT * FROM list_shop_sellers())
  SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name,
    'sellers', (SELECT json_agg(json_build_object('untilDay', e.until_day, 'sellerType', e.seller_type) ORDER BY e.until_day NULLS LAST)
      FROM seller e WHERE e.shop_id = s.id),
    'terms', (SELECT coalesce(json_agg(${termFields} ORDER BY t.from_day), '[]') FROM shop_terms t
      WHERE t.organization_id = s.organization_id AND t.shop_id = s.id),
    'programmes', (SELECT coalesce(json_agg(c.programmes), '[]') FROM fee_rule_check c
      WHERE c.organization_id = s.organization_id AND c.shop_id = s.id)
  ) ORDER BY s.name, s.id), '[]')
  FROM shop s WHERE s.organization_id = ${organizationId}::uuid AND s.platform = 'shopee')`

const readTerms = ({ programme, adsTopUpRate, denied, ...terms }: StoredTerms): ShopTerms => ({
  ...terms,
  programme: asProgramme(programme),
  adsTopUpRate: rateFromText(adsTopUpRate),
  ...(denied.length > 0 && { denied: feePartKinds.filter((kind) => denied.includes(kind)) }),
})

/** The stored terms of each shop, oldest first; a shop without any has none (defaultTerms). */
export async function listShopTerms(db: Reader, organizationId: string): Promise<Map<string, ShopTerms[]>> {
  const rows = await db.$queryRaw<{ shopId: string; terms: StoredTerms[] }[]>`
    SELECT t.shop_id AS "shopId", json_agg(${termFields} ORDER BY t.from_day) AS terms FROM shop_terms t
    WHERE t.organization_id = ${organizationId}::uuid GROUP BY t.shop_id`
  return new Map(rows.map(({ shopId, terms }) => [shopId, terms.map(readTerms)]))
}

/**
 * For these shops: the orders of each day. Without shops nothing is read: most companies have none of an individual.
 */
async function listSalesDays(
  db: Reader,
  organizationId: string,
  shopIds: readonly string[],
): Promise<Map<string, SalesDay[]>> {
  if (shopIds.length === 0) return new Map()
  const rows = await db.$queryRaw<{ shopId: string; day: Day; orders: number }[]>`
    SELECT d.outlet_id AS "shopId", to_char(d.day, 'YYYY-MM-DD') AS day, sum(d.orders)::int AS orders FROM (
      SELECT outlet_id, day, orders FROM sales_day WHERE organization_id = ${organizationId}::uuid AND outlet_id = ANY (${shopIds}::uuid[])
      UNION ALL SELECT outlet_id, day, orders FROM sales_day_delta
      WHERE organization_id = ${organizationId}::uuid AND outlet_id = ANY (${shopIds}::uuid[])
    ) d GROUP BY 1, d.day`
  const days = new Map<string, SalesDay[]>()
  for (const { shopId, ...each } of rows) {
    const known = days.get(shopId)
    if (known) known.push(each)
    else days.set(shopId, [each])
  }
  return days
}

/**
 * The terms in force for each shop: the set ones, those that its orders count, and those that nearly all of them pay
 * without an answer.
 */
export async function listTermsInForce(db: Reader, organizationId: string): Promise<Map<string, ShopTerms[]>> {
  return new Map((await listFeeShops(db, organizationId)).map(({ id, terms }) => [id, terms]))
}

/**
 * A shop with what was said of it, and how many orders its days had where that matters. `counted` is what was said with its volume;
 * `terms`, which hold, also have what nearly all its orders pay.
 */
export type KnownShop = FeeShop & { said: ShopTerms[]; counted: ShopTerms[]; salesDays: SalesDay[] }

/** Every shop of the platform, with what says which rules are its own. */
export async function listFeeShops(db: Reader, organizationId: string): Promise<KnownShop[]> {
  const [row] = await db.$queryRaw<[{ shops: StoredShop[] }]>`SELECT ${storedShops(organizationId)} AS shops`
  return knownShops(db, organizationId, row.shops)
}

export async function knownShops(
  db: Reader,
  organizationId: string,
  stored: readonly StoredShop[],
): Promise<KnownShop[]> {
  const ofIndividuals = stored.filter(({ sellers }) => sellers.some(({ sellerType }) => sellerType === 'cpf'))
  const shopIds = ofIndividuals.map(({ id }) => id)
  const sales = await listSalesDays(db, organizationId, shopIds)
  const programmes = participationByShop(
    stored.flatMap(({ id, programmes: seen }) => seen.map((each) => ({ shopId: id, programmes: each }))),
  )
  return stored.map(({ id, name, sellers, terms }) => {
    const { sellerType } = sellers.at(-1)!
    const formerly = sellers.flatMap(({ untilDay, sellerType: former }): FormerSeller | [] =>
      untilDay === null ? [] : { untilDay, sellerType: former },
    )
    const said = terms.map(readTerms)
    const salesDays = sales.get(id) ?? []
    const counted = withVolume(said, volumeTurns(salesDays))
    const held = termsWithParticipation(counted, programmes.get(id) ?? [])
    return { id, name, sellerType, formerly, said, salesDays, counted, terms: held }
  })
}
