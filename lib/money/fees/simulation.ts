import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Reader } from '@/lib/core/db'
import { groupBy } from '@/lib/core/group-by'
import { keepFor } from '@/lib/core/process/keep-for'
import { priceFor } from '@/lib/money/fees/best-price'
import { deadZones } from '@/lib/money/fees/dead-zones'
import { priceLines, type PriceTerms } from '@/lib/money/fees/price-terms'
import {
  costsOn,
  isListed,
  isSaleOf,
  pricingOf,
  readPricing,
  unitsSold,
  type Pricing,
} from '@/lib/money/fees/shop-pricing'
import { unitCostOn } from '@/lib/catalog/costs/cost-queries'
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
  db: Reader,
  organizationId: string,
  filters: SimulationFilters,
  today: Day,
  pricing?: Promise<Pricing>,
): Promise<Scenario | null> {
  const [prices, { rules: known, shops }] = await Promise.all([
    listPrices(db, organizationId),
    pricing ?? readPricing(db, organizationId, today),
  ])
  const rules = known.filter(({ platform }) => platform === 'shopee')
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
  return { day, base, rule, changes, kept: await keptOf(prices, changes) }
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

/** The prices of all listings, each once. */
async function listPrices(db: Reader, organizationId: string): Promise<bigint[]> {
  const [row] = await db.$queryRaw<[{ prices: bigint[] }]>`
    SELECT coalesce(array_agg(DISTINCT l.price_cents), '{}') AS prices FROM listing l WHERE ${isPriced(organizationId)}`
  return row.prices
}

async function keptOf(prices: readonly bigint[], changes: readonly Change[]): Promise<Kept> {
  const groups = [...groupBy(changes, termsKey).values()]
  const shops = groups.flatMap((group, c) => group.map(({ shopId }) => ({ s: shopId, c })))
  const left = await Promise.all(groups.map(([change]) => keptLeft.take(contentOf(change!), async () => new Map())))
  const all = groups.flatMap(([change], c) =>
    prices.map((priceCents): KeptPrice => {
      const known = left[c]!.get(priceCents) ?? leftOf(priceCents, change!)
      left[c]!.set(priceCents, known)
      return { c, p: Number(priceCents), ...known }
    }),
  )
  return { shops, prices: all }
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

/** `held`: the terms of each shop; `kept`: what is left of each price under them; `sold`: units of 30 days. Arrays tell the planner how many. */
const pricesAndSales = (organizationId: string, { kept: { shops, prices } }: Scenario, today: Day) => Prisma.sql`
  WITH held AS MATERIALIZED (SELECT * FROM unnest(${shops.map(({ s }) => s)}::uuid[], ${shops.map(({ c }) => c)}::int[]) AS z(s, c)
  ), kept AS MATERIALIZED (
    SELECT * FROM unnest(${prices.map(({ c }) => c)}::int[], ${prices.map(({ p }) => p)}::bigint[], ${prices.map(({ b }) => b)}::bigint[],
      ${prices.map(({ a }) => a)}::bigint[], ${prices.map(({ d }) => d)}::bigint[]) AS x(c, p, b, a, d)
  ), sold AS MATERIALIZED (${unitsSold(organizationId, addDays(today, -29), today)})`

const isPriced = (organizationId: string) =>
  Prisma.sql`l.organization_id = ${organizationId}::uuid AND ${isListed} AND l.price_cents > 0`
/** In SQL: what is left of the price of listing `l`, as `k`. */
const joinKept = Prisma.sql`JOIN held z ON z.s = l.shop_id JOIN kept k ON k.c = z.c AND k.p = l.price_cents`
const unitsOf = Prisma.sql`greatest(coalesce(u.units, 0), 0) AS units`
const weightOf = (row: Prisma.Sql) => Prisma.sql`${row}.d * ${row}.units * 100000000::numeric + ${row}.d AS weight`
/** For listing `l`, its product `p` and the unit cost in `c`. */
const costColumns = Prisma.sql`round(c.cost * l.product_quantity * 100)::bigint AS cost_cents,
  coalesce(p.packaging_cost_cents, 0) * l.product_quantity AS packaging_cents`
const left = (kept: Prisma.Sql) => Prisma.sql`${kept} - l.packaging_cents - l.cost_cents`

const searched = ({ q }: SimulationFilters) => {
  const words = Prisma.sql`search_text(l.title || ' ' || coalesce(l.listing_sku, '') || ' ' || coalesce(l.product_sku, ''))`
  return Prisma.join([Prisma.sql`true`, ...matchesWords(words, q)], ' AND ')
}

/**
 * `w`: each priced listing of the shops concerned, with what it earns before and after; null where the cost or the tax is unknown.
 * The listings stand first and are searched last: the planner takes prices and what a search leaves for few, and would compare each
 * listing with each cost or price.
 */
const simulated = (organizationId: string, scenario: Scenario, filters: SimulationFilters, today: Day) => Prisma.sql`
  ${pricesAndSales(organizationId, scenario, today)}, costs AS MATERIALIZED (${costsOn(organizationId, today)}
  ), w AS (SELECT * FROM (
    SELECT l.*, k.b, k.a, k.d, ${left(Prisma.sql`k.b`)} AS before, ${left(Prisma.sql`k.a`)} AS after
    FROM (
      SELECT l.id, l.title, l.sku::text AS listing_sku, p.sku::text AS product_sku, l.shop_id, l.price_cents, ${unitsOf}, ${costColumns}
      FROM listing l LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
      LEFT JOIN costs c ON c.product_id = l.product_id
      LEFT JOIN sold u ON ${isSaleOf}
      WHERE ${isPriced(organizationId)} OFFSET 0
    ) l ${joinKept} OFFSET 0
  ) l WHERE ${searched(filters)})`

const isShown = {
  negative: Prisma.sql`w.before >= 0 AND w.after < 0`,
  losing: Prisma.sql`w.after < 0`,
  unknown: Prisma.sql`w.after IS NULL`,
}

/** `v`: the listings to be shown with their weight and all that it goes by. Costs are read of all of them only where these say what is shown. */
function weighed(organizationId: string, scenario: Scenario, filters: SimulationFilters, today: Day): Prisma.Sql {
  if (filters.show)
    return Prisma.sql`${simulated(organizationId, scenario, filters, today)}, v AS (
      SELECT w.id, w.units, w.b, w.a, w.d, ${weightOf(Prisma.sql`w`)} FROM w WHERE ${isShown[filters.show]})`
  const named = filters.q
    ? Prisma.sql`LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id`
    : Prisma.empty
  const names = filters.q ? Prisma.sql`, l.title, l.sku::text AS listing_sku, p.sku::text AS product_sku` : Prisma.empty
  return Prisma.sql`${pricesAndSales(organizationId, scenario, today)}, v AS (
    SELECT l.id, l.units, l.b, l.a, l.d, ${weightOf(Prisma.sql`l`)} FROM (
      SELECT l.*, k.b, k.a, k.d FROM (
        SELECT l.id, l.shop_id, l.price_cents, ${unitsOf} ${names} FROM listing l ${named} LEFT JOIN sold u ON ${isSaleOf}
        WHERE ${isPriced(organizationId)} OFFSET 0
      ) l ${joinKept} OFFSET 0
    ) l WHERE ${searched(filters)})`
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

/** The largest loss comes first, by unit times the sales of 30 days. */
export async function listSimulated(
  db: Reader,
  organizationId: string,
  scenario: Scenario,
  filters: SimulationFilters,
  { today, size }: { today: Day; size: number },
): Promise<Page<SimulatedRow>> {
  const wanted = requestPage(filters, size, { ascending: true, isPlace: (value) => /^-?\d{1,30}$/.test(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`v.weight`, Prisma.sql`v.id`, Prisma.sql`numeric`)
  const rows = await db.$queryRaw<StoredRow[]>`
    ${weighed(organizationId, scenario, filters, today)}, shown AS MATERIALIZED (
      SELECT v.* FROM v WHERE true ${beyond} ORDER BY v.weight ${order}, v.id ${order} LIMIT ${size + 1}
    )
    SELECT l.id, l.title, l.variation, l.sku, l.shop_id AS "shopId", l.product_id AS "productId", l.photo_file_id AS "photoFileId",
      l.price_cents AS "priceCents", l.units::bigint AS units, l.cost_cents AS "costCents", l.packaging_cents AS "packagingCents",
      l.d AS "changeCents", ${left(Prisma.sql`l.b`)} AS "beforeCents", ${left(Prisma.sql`l.a`)} AS "afterCents",
      l.weight::text AS place
    FROM (
      SELECT l.id, l.title, l.variation, coalesce(p.sku, l.sku)::text AS sku, l.shop_id, l.product_id, p.photo_file_id, l.price_cents,
        shown.weight, shown.units, shown.b, shown.a, shown.d, ${costColumns}
      FROM shown JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = shown.id
      LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
      LEFT JOIN LATERAL (SELECT coalesce(${unitCostOn(organizationId, today)}, kit_unit_cost(p.id, ${today}::date)) AS cost) c ON true
    ) l ORDER BY l.weight ${order}, l.id ${order}`
  const page = pageOf(wanted, rows, (row) => ({
    value: row.place,
    id: row.id,
  }))
  const zones = new Map(
    scenario.changes.map(({ shopId, after }) => [shopId, deadZones(after.rule, after.terms)] as const),
  )
  return { ...page, rows: page.rows.map((row) => withMargins(row, scenario, zones.get(row.shopId)!)) }
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

/** For all listings, whatever is shown of them. */
export async function sumSimulated(
  db: Reader,
  organizationId: string,
  scenario: Scenario,
  filters: SimulationFilters,
  today: Day,
): Promise<SimulationSums> {
  const [{ allCents, ...counts }] = await db.$queryRaw<[Omit<SimulationSums, 'changeCents'> & { allCents: bigint }]>`
    ${simulated(organizationId, scenario, filters, today)}
    SELECT count(*) AS listings, count(*) FILTER (WHERE ${isShown.negative}) AS negative, count(*) FILTER (WHERE ${isShown.losing}) AS losing,
      count(*) FILTER (WHERE ${isShown.unknown}) AS unknown, coalesce(sum(w.d * w.units), 0)::bigint AS "allCents" FROM w`
  return { ...counts, changeCents: allCents }
}
