import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { volumeTurns, withVolume, type SalesDay } from '@/lib/money/fees/high-volume'
import { rateFromText } from '@/lib/core/rounding'
import { feePartKinds, type FeeSellerType } from '@/lib/money/fees/schema'
import type { FormerSeller } from '@/lib/money/fees/fee-rule-on'
import type { FeeShop } from '@/lib/money/fees/rule-spans'
import { participationByShop, termsWithParticipation } from '@/lib/money/fees/seen-participation'
import { asProgramme, type ShopTerms } from '@/lib/money/fees/terms'

const asDay = (date: Date) => date.toISOString().slice(0, 10)

/** The stored terms of each shop, oldest first; a shop without any has none (defaultTerms). */
export async function listShopTerms(db: Db, organizationId: string): Promise<Map<string, ShopTerms[]>> {
  const rows = await db.shopTerms.findMany({
    where: { organizationId },
    orderBy: [{ shopId: 'asc' }, { fromDay: 'asc' }],
    select: {
      shopId: true,
      fromDay: true,
      programme: true,
      campaign: true,
      affiliates: true,
      protection: true,
      adsTopUpRate: true,
      highVolume: true,
      bulky: true,
      denied: true,
    },
  })
  const terms = new Map<string, ShopTerms[]>()
  for (const { shopId, fromDay, programme, adsTopUpRate, denied, ...switches } of rows)
    terms.set(shopId, [
      ...(terms.get(shopId) ?? []),
      {
        ...switches,
        fromDay: asDay(fromDay),
        programme: asProgramme(programme),
        adsTopUpRate: rateFromText(adsTopUpRate.toFixed(6)),
        ...(denied.length > 0 && { denied: feePartKinds.filter((kind) => denied.includes(kind)) }),
      },
    ])
  return terms
}

/**
 * For these shops: the orders of each day. Without shops nothing is read: most companies have none of an individual.
 */
async function listSalesDays(
  db: Db,
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
export async function listTermsInForce(db: Db, organizationId: string): Promise<Map<string, ShopTerms[]>> {
  return new Map((await listFeeShops(db, organizationId)).map(({ id, terms }) => [id, terms]))
}

/**
 * A shop with what was said of it, and how many orders its days had where that matters. `counted` is what was said with its volume;
 * `terms`, which hold, also have what nearly all its orders pay.
 */
export type KnownShop = FeeShop & { said: ShopTerms[]; counted: ShopTerms[]; salesDays: SalesDay[] }

type Sellers = { sellerType: FeeSellerType; formerly: FormerSeller[] }

async function listSellers(db: Db): Promise<Map<string, Sellers>> {
  const rows = await db.$queryRaw<{ shopId: string; untilDay: Day | null; sellerType: FeeSellerType }[]>`
    SELECT shop_id AS "shopId", to_char(until_day, 'YYYY-MM-DD') AS "untilDay", seller_type::text AS "sellerType" FROM list_shop_sellers()`
  const sellers = new Map<string, Sellers>()
  for (const { shopId, untilDay, sellerType } of rows) {
    const known = sellers.get(shopId) ?? { sellerType, formerly: [] }
    // Those of before come first, the present one last.
    if (untilDay === null) known.sellerType = sellerType
    else known.formerly.push({ untilDay, sellerType })
    sellers.set(shopId, known)
  }
  return sellers
}

/** Every shop of the platform, with what says which rules are its own. */
export async function listFeeShops(db: Db, organizationId: string): Promise<KnownShop[]> {
  const terms = await listShopTerms(db, organizationId)
  const checks = await db.feeRuleCheck.findMany({
    where: { organizationId },
    select: { shopId: true, programmes: true },
  })
  const programmes = participationByShop(checks)
  const shops = await db.shop.findMany({
    where: { organizationId, platform: 'shopee' },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })
  const sellers = await listSellers(db)
  const ofIndividuals = shops.flatMap(({ id }) => {
    const seller = sellers.get(id)!
    return [seller, ...seller.formerly].some(({ sellerType }) => sellerType === 'cpf') ? [id] : []
  })
  const sales = await listSalesDays(db, organizationId, ofIndividuals)
  return shops.map(({ id, name }) => {
    const { sellerType, formerly } = sellers.get(id)!
    const said = terms.get(id) ?? []
    const salesDays = sales.get(id) ?? []
    const counted = withVolume(said, volumeTurns(salesDays))
    const held = termsWithParticipation(counted, programmes.get(id) ?? [])
    return { id, name, sellerType, formerly, said, salesDays, counted, terms: held }
  })
}
