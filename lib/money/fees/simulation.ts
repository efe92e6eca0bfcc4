import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { groupBy } from '@/lib/core/group-by'
import { keepFor } from '@/lib/core/process/keep-for'
import { priceFor } from '@/lib/money/fees/best-price'
import { deadZones } from '@/lib/money/fees/dead-zones'
import { priceLines, type PriceTerms } from '@/lib/money/fees/price-terms'
import { listFeeRules } from '@/lib/money/fees/queries'
import { costsOn, isListed, isSaleOf, listShopPricing, pricingOf, unitsSold } from '@/lib/money/fees/shop-pricing'
import type { SimulationFilters } from '@/lib/money/fees/simulation-filters'
import type { RateMillionths } from '@/lib/core/rounding'
import type { FeeRule } from '@/lib/money/fees/schema'
import type { TermsOfDay } from '@/lib/money/fees/terms'
import { unitFees, unitProfit } from '@/lib/money/fees/unit-fees'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'

/** The rules of one shop on the day before and from the day on. */
export type Change = {
  shopId: string
  before: { rule: FeeRule; terms: TermsOfDay }
  after: { rule: FeeRule; terms: TermsOfDay }
  taxRate: RateMillionths | null
}
export type Scenario = { day: Day; base: FeeRule; rule: FeeRule; changes: Change[]; kept: Kept }

/** Which shops the rule would hold for from the day on, and what held there the day before; null without any rule. */
export async function getScenario(
  db: Db,
  organizationId: string,
  filters: SimulationFilters,
  today: Day,
): Promise<Scenario | null> {
  const rules = (await listFeeRules(db, organizationId)).filter(({ platform }) => platform === 'shopee')
  const shops = await listShopPricing(db, organizationId, today)
  const base = rules.find(({ id }) => id === filters.rule) ?? shops.find(({ rule }) => rule)?.rule ?? rules.at(-1)
  if (!base) return null
  const day = filters.day ?? (base.fromDay > today ? base.fromDay : addDays(today, 1))
  const rule: FeeRule = { ...base, ...(filters.bands && { bands: filters.bands }) }
  const changes = shops.flatMap(({ shop, taxRate }): Change | [] => {
    const before = pricingOf(shop, rules, addDays(day, -1))
    const { terms } = pricingOf(shop, rules, day)
    const holds =
      shop.sellerType === rule.sellerType && (rule.programme === 'all' || rule.programme === terms.programme)
    if (!before.rule || !holds || (filters.shop && filters.shop !== shop.id)) return []
    const { id: shopId } = shop
    return { shopId, before: { rule: before.rule, terms: before.terms }, after: { rule, terms }, taxRate }
  })
  return { day, base, rule, changes, kept: await listKept(db, organizationId, changes) }
}

const contextOf = (change: Change, when: 'before' | 'after', cost: bigint | null, packaging: bigint): PriceTerms => ({
  ...change[when],
  costCents: cost,
  packagingCents: packaging,
  taxRate: change.taxRate,
  adsRate: 0n,
  affiliateRate: 0n,
})

/**
 * The remainder of a price after fees and tax, before and after; no tax rate, and it stays unknown. Shops with the same terms share their
 * prices: most listings of a company stand in each of its shops.
 */
type Kept = { shops: { s: string; c: number }[]; prices: KeptPrice[] }
type KeptPrice = { c: number; p: number; b: number | null; a: number | null; d: number }

async function listKept(db: Db, organizationId: string, changes: readonly Change[]): Promise<Kept> {
  const groups = [...groupBy(changes, termsKey).values()]
  const shops = groups.flatMap((group, c) => group.map(({ shopId }) => ({ s: shopId, c })))
  const stored = await db.$queryRaw<{ c: number; priceCents: bigint }[]>`
    SELECT DISTINCT x.c, l.price_cents AS "priceCents" FROM jsonb_to_recordset(${JSON.stringify(shops)}::jsonb) AS x(s uuid, c int)
    JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.shop_id = x.s
    WHERE l.gone_at IS NULL AND l.price_cents > 0`
  const left = await Promise.all(groups.map(([change]) => keptLeft.take(contentOf(change!), async () => new Map())))
  const prices = stored.map(({ c, priceCents }): KeptPrice => {
    const known = left[c]!.get(priceCents) ?? leftOf(priceCents, groups[c]![0]!)
    left[c]!.set(priceCents, known)
    return { c, p: Number(priceCents), ...known }
  })
  return { shops, prices }
}

/** Prices come again at each visit: what is left of each is calculated once for the same rules, terms and tax. */
const keptLeft = keepFor<Map<bigint, Left>>({ ms: 3_600_000, most: 50 })
type Left = Pick<KeptPrice, 'b' | 'a' | 'd'>

const contentOf = ({ before, after, taxRate }: Change): string =>
  JSON.stringify([before, after, taxRate], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

function leftOf(priceCents: bigint, change: Change): Left {
  const known = (cents: bigint | null) => (cents === null ? null : Number(cents))
  const kept = (when: 'before' | 'after') => known(unitProfit(priceCents, contextOf(change, when, 0n, 0n)))
  const fees = (when: 'before' | 'after') => unitFees(priceCents, change[when].rule, change[when].terms)
  return { b: kept('before'), a: kept('after'), d: Number(fees('before') - fees('after')) }
}

/** The same for shops whose prices leave the same; the rule after the change is one for all. */
const termsKey = ({ before, after, taxRate }: Change): string =>
  [before.rule.id, taxRate, ...[before.terms, after.terms].flatMap((terms) => Object.values(terms))].join()

/**
 * `v`: each priced listing of the shops concerned, with what it earns before and after; null where the cost or the tax is unknown.
 * The listings stand first and are searched last: the planner takes prices and what a search leaves for few, and would compare each
 * listing with each cost or price.
 */
function simulated(organizationId: string, { kept }: Scenario, filters: SimulationFilters, today: Day) {
  const words = Prisma.sql`search_text(l.title || ' ' || coalesce(l.listing_sku, '') || ' ' || coalesce(l.product_sku, ''))`
  const searched = [Prisma.sql`true`, ...matchesWords(words, filters.q)]
  const shown = {
    negative: Prisma.sql`WHERE w.before >= 0 AND w.after < 0`,
    losing: Prisma.sql`WHERE w.after < 0`,
    unknown: Prisma.sql`WHERE w.after IS NULL`,
    all: Prisma.empty,
  }[filters.show ?? 'all']
  return Prisma.sql`
    WITH kept AS MATERIALIZED (
      SELECT z.s, x.p, x.b, x.a, x.d FROM jsonb_to_recordset(${JSON.stringify(kept.prices)}::jsonb) AS x(c int, p bigint, b bigint, a bigint, d bigint)
      JOIN jsonb_to_recordset(${JSON.stringify(kept.shops)}::jsonb) AS z(s uuid, c int) ON z.c = x.c
    ), sold AS MATERIALIZED (${unitsSold(organizationId, addDays(today, -29), today)}
    ), costs AS MATERIALIZED (${costsOn(organizationId, today)}
    ), w AS (SELECT * FROM (
      SELECT l.*, coalesce(l.product_sku, l.listing_sku) AS sku, k.d,
        k.b - l.packaging_cents - l.cost_cents AS before, k.a - l.packaging_cents - l.cost_cents AS after
      FROM (
        SELECT l.id, l.title, l.variation, l.sku::text AS listing_sku, p.sku::text AS product_sku, l.shop_id, l.product_id, p.photo_file_id,
          l.price_cents, greatest(coalesce(u.units, 0), 0) AS units, round(c.cost * l.product_quantity * 100)::bigint AS cost_cents,
          coalesce(p.packaging_cost_cents, 0) * l.product_quantity AS packaging_cents
        FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
        LEFT JOIN costs c ON c.product_id = l.product_id
        LEFT JOIN sold u ON ${isSaleOf}
        WHERE l.organization_id = ${organizationId}::uuid AND ${isListed} AND l.price_cents > 0 OFFSET 0
      ) l JOIN kept k ON k.s = l.shop_id AND k.p = l.price_cents OFFSET 0
    ) l WHERE ${Prisma.join(searched, ' AND ')}
    ), v AS (SELECT w.*, w.d * w.units * 100000000::numeric + w.d AS weight FROM w ${shown})`
}

export type SimulatedRow = {
  id: string
  title: string
  variation: string | null
  sku: string | null
  shopId: string
  productId: string | null
  photoFileId: string | null
  priceCents: bigint
  units: bigint
  costCents: bigint | null
  /** The change of the payout of one unit under the new rule. */
  changeCents: bigint
  beforeCents: bigint | null
  afterCents: bigint | null
  beforeMargin: RateMillionths | null
  afterMargin: RateMillionths | null
  /** The lowest price from today's on that brings the margin of before, outside dead zones; null where nothing is lost or unknown. */
  restoringCents: bigint | null
}

type StoredRow = Omit<SimulatedRow, 'beforeMargin' | 'afterMargin' | 'restoringCents'> & {
  packagingCents: bigint
  place: string
}

/** The largest loss comes first, by unit times the sales of 30 days; with the sums of all listings, whatever is shown of them. */
export async function listSimulated(
  db: Db,
  organizationId: string,
  scenario: Scenario,
  filters: SimulationFilters,
  { today, size }: { today: Day; size: number },
): Promise<{ page: Page<SimulatedRow>; sums: SimulationSums }> {
  const wanted = requestPage(filters, size, { ascending: true, isPlace: (value) => /^-?\d{1,30}$/.test(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`v.weight`, Prisma.sql`v.id`, Prisma.sql`numeric`)
  // One line at least: the sums, without a row where there is none.
  const read = await db.$queryRaw<(StoredSums & (StoredRow | { id: null }))[]>`
    ${simulated(organizationId, scenario, filters, today)}, sums AS (SELECT ${sumColumns} FROM w
    ), shown AS (SELECT v.id, v.title, v.variation, v.sku, v.shop_id AS "shopId", v.product_id AS "productId", v.photo_file_id AS "photoFileId",
      v.price_cents AS "priceCents", v.units::bigint AS units, v.cost_cents AS "costCents", v.packaging_cents AS "packagingCents",
      v.d AS "changeCents", v.before AS "beforeCents", v.after AS "afterCents", v.weight::text AS place
    FROM v WHERE true ${beyond} ORDER BY v.weight ${order}, v.id ${order} LIMIT ${size + 1})
    SELECT sums.*, shown.* FROM sums LEFT JOIN shown ON true ORDER BY shown.place::numeric ${order}, shown.id ${order}`
  const rows = read.flatMap(({ listings: _a, negative: _n, losing: _l, unknown: _u, allCents: _c, ...row }) =>
    row.id === null ? [] : row,
  )
  const page = pageOf(wanted, rows, (row) => ({
    value: row.place,
    id: row.id,
  }))
  const zones = new Map(
    scenario.changes.map(({ shopId, after }) => [shopId, deadZones(after.rule, after.terms)] as const),
  )
  return {
    page: { ...page, rows: page.rows.map((row) => withMargins(row, scenario, zones.get(row.shopId)!)) },
    sums: sumsOf(read[0]!),
  }
}

function withMargins(
  { place: _, packagingCents, ...row }: StoredRow,
  { changes }: Scenario,
  zones: ReturnType<typeof deadZones>,
): SimulatedRow {
  const change = changes.find(({ shopId }) => shopId === row.shopId)!
  const lines = (when: 'before' | 'after') =>
    priceLines(row.priceCents, contextOf(change, when, row.costCents, packagingCents))
  const [beforeMargin, afterMargin] = [lines('before').margin, lines('after').margin]
  const isLost = beforeMargin !== null && afterMargin !== null && afterMargin < beforeMargin
  const restoringCents = isLost
    ? priceFor(
        contextOf(change, 'after', row.costCents, packagingCents),
        { margin: beforeMargin },
        row.priceCents,
        zones,
      )
    : null
  return { ...row, beforeMargin, afterMargin, restoringCents }
}

export type SimulationSums = {
  listings: bigint
  negative: bigint
  losing: bigint
  unknown: bigint
  /** For the sales of 30 days. */
  changeCents: bigint
}

export async function sumSimulated(
  db: Db,
  organizationId: string,
  scenario: Scenario,
  filters: SimulationFilters,
  today: Day,
): Promise<SimulationSums> {
  const [row] = await db.$queryRaw<[StoredSums]>`
    ${simulated(organizationId, scenario, { ...filters, show: null }, today)} SELECT ${sumColumns} FROM w`
  return sumsOf(row)
}

type StoredSums = Omit<SimulationSums, 'changeCents'> & { allCents: bigint }

const sumColumns = Prisma.sql`count(*) AS listings, count(*) FILTER (WHERE w.before >= 0 AND w.after < 0) AS negative,
  count(*) FILTER (WHERE w.after < 0) AS losing, count(*) FILTER (WHERE w.after IS NULL) AS unknown,
  coalesce(sum(w.d * w.units), 0)::bigint AS "allCents"`

const sumsOf = ({ listings, negative, losing, unknown, allCents }: StoredSums): SimulationSums => ({
  listings,
  negative,
  losing,
  unknown,
  changeCents: allCents,
})
