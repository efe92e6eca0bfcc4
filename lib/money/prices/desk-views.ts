import 'server-only'
import { localDay, type Day } from '@/lib/core/dates'
import { readerOf, withOrganization, type Reader, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { cutPage, readPlace, type Page, type Query } from '@/lib/core/keyset'
import { inTurns } from '@/lib/core/process/in-turns'
import { can, scopeOf } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { readAdsRates } from './ads-rates'
import { listChanges, type ChangeList } from './change-record'
import { isDeskPlace, isOutcome, readDeskFilters, type DeskFilters, type DeskShow } from './desk-filters'
import {
  countTurning,
  judgeBy,
  readDeskShops,
  listNames,
  listOurShops,
  listStored,
  priceBy,
  readDesk,
  sortValue,
  turnsNegative,
  type DeskBasis,
  type DeskListing,
  type DeskNames,
  type DeskShops,
  type Picked,
  type PricedRow,
  type StoredListing,
} from './desk-rows'
import { isPlainSort, pickPage, type PickedPage } from './pick-page'
import { monthOf } from './quote'
import { ruleSpans, type FeeShop } from '@/lib/money/fees/rule-spans'
import type { FeeRule } from '@/lib/money/fees/schema'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

const ROWS_SHOWN = 50
const CHANGES_SHOWN = 3
const EARLIER_SHOWN = 50

export type DeskRow = DeskListing & DeskNames
export type DeskSums = {
  listings: number
  lower: number
  losing: number
  turns: number
  unknown: number
  /** The profit of the sales of 30 days at today's prices, where it is known. */
  monthCents: bigint
  /** Under the rule, of what is shown: how many change, and what these leave in a month before and after if as much is sold. */
  changes: number
  kept: number
  monthBeforeCents: bigint
  monthAfterCents: bigint
  /** The new prices, all together. */
  changesCents: bigint
  /** Those that change without a known profit. */
  unknownChanges: number
}
export type PriceDesk = {
  filters: DeskFilters
  today: Day
  day: Day
  shops: {
    id: string
    name: string
    ruleName: string | null
    isConfirmed: boolean
    hasTax: boolean
    isPriceOurs: boolean
  }[]
  withoutRule: number
  /** How many the list has, all its pages together. */
  shown: number
  page: Page<DeskRow>
  canSend: boolean
  changes: ChangeList
  /** Follows the page where the company has many listings. */
  whole: Promise<DeskWhole>
}
/** The figures that every listing has to be calculated for. */
export type DeskWhole = {
  sums: DeskSums
  /** The next change of fees, and how many listings turn into a loss by it at today's prices; only beside today's fees. */
  nextChange: { day: Day; turns: number } | null
}

export const shows: Record<DeskShow, (listing: DeskListing) => boolean> = {
  lower: ({ lower }) => lower !== null,
  turns: turnsNegative,
  losing: ({ now }) => now.profitCents !== null && now.profitCents < 0n,
  unknown: ({ now }) => now.profitCents === null,
  changes: ({ next, kept }) => next !== null && kept === null,
  kept: ({ kept }) => kept !== null,
}

/** So many listings are calculated before the page is sent; where there are more, the rows of a page alone if their order needs no more. */
const CALCULATED_FIRST = 500

type DeskOptions = { size?: number; calculatedFirst?: number }

/** All listings with what their price leaves now and under a rule, by the fees of the day that was chosen. */
export async function getPriceDeskFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  { size = ROWS_SHOWN, calculatedFirst = CALCULATED_FIRST }: DeskOptions = {},
): Promise<PriceDesk> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const filters = readDeskFilters(query)
  const today = localDay(now, timeZone)
  const day = filters.day ?? today
  const canSend = scopeOf(viewer.role, 'platform.push') === 'all'
  const reader = readerOf(viewer)
  const days = { day, today }
  const isPlain = filters.show === null && isPlainSort(filters.sort)
  // Read side by side: none of them needs another.
  const [ofShops, ratesOf, ours, changes, all, first] = await Promise.all([
    readDeskShops(reader, organizationId, days),
    readAdsRates(reader, organizationId, today),
    listOurShops(reader, organizationId),
    canSend
      ? withOrganization(viewer, (db) =>
          listChanges(db, organizationId, filters.earlier ? EARLIER_SHOWN : CHANGES_SHOWN),
        )
      : { changes: [], hasEarlier: false },
    isPlain ? null : listStored(reader, organizationId, filters, days, null),
    isPlain ? pickPage(reader, organizationId, filters, { today, size, shops: null }) : null,
  ])
  const asked: Asked = { viewer, filters, days, basis: { ...ofShops, ratesOf } }
  const ruled = ofShops.shops.flatMap(({ id, rule }) => (rule ? id : []))
  const isSmall = (all?.length ?? countOf(first!.found)) <= calculatedFirst
  const listed = all ?? (isSmall ? await listStored(reader, organizationId, filters, days, null) : null)
  const shown = listed
    ? await showPage(reader, listed, asked, size)
    : await readPage(reader, await pickRuled(reader, first!, asked, { ruled, size }), asked)
  const readWhole = async () =>
    getWhole(listed ?? (await listStored(reader, organizationId, filters, days, null)), asked)
  return {
    filters,
    today,
    day,
    canSend,
    changes,
    shops: ofShops.shops.map(({ id, name, rule, isConfirmed, taxRate }) => ({
      id,
      name,
      ruleName: rule?.name ?? null,
      isConfirmed,
      hasTax: taxRate !== null,
      isPriceOurs: ours.has(id),
    })),
    withoutRule: shown.withoutRule,
    shown: shown.count,
    page: shown.page,
    whole: isSmall ? Promise.resolve(await readWhole()) : readWhole(),
  }
}

type Asked = { viewer: Viewer; filters: DeskFilters; days: { day: Day; today: Day }; basis: DeskBasis & DeskShops }
type Shown = { page: Page<DeskRow>; count: number; withoutRule: number }

const countOf = (found: PickedPage['found']) => found.reduce((sum, { listings }) => sum + listings, 0)

type Ruled = { page: Page<Picked>; count: number; withoutRule: number }

/** The page is picked before the rules are known; where a shop has none, again from the others. */
async function pickRuled(
  db: Reader,
  first: PickedPage,
  { viewer, filters, days: { today } }: Asked,
  { ruled, size }: { ruled: readonly string[]; size: number },
): Promise<Ruled> {
  const without = countOf(first.found.filter(({ shopId }) => !ruled.includes(shopId)))
  const { page, found } =
    without === 0 ? first : await pickPage(db, viewer.organizationId, filters, { today, shops: ruled, size })
  return { page, count: countOf(found) - without, withoutRule: without }
}

/** The rows of a page in an order that needs no calculation, each calculated as in the whole desk. */
async function readPage(
  db: Reader,
  { page, ...counts }: Ruled,
  { viewer: { organizationId }, filters, days, basis }: Asked,
): Promise<Shown> {
  const question = { rule: filters.rule, q: '', shop: null, ...days, picked: page.rows }
  const ids = page.rows.map(({ id }) => id)
  const [listings, names] = await Promise.all([
    readDesk(db, organizationId, question, basis),
    listNames(db, organizationId, ids),
  ])
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return { page: { ...page, rows: withNames(rows, names) }, ...counts }
}

/** The rows of a page out of all listings. Their order needs the present price alone, what is shown of them may need all. */
async function showPage(
  db: Reader,
  stored: readonly StoredListing[],
  { viewer: { organizationId }, filters: { show, rule, ...filters }, basis }: Asked,
  size: number,
): Promise<Shown> {
  const judge = judgeBy(basis, rule)
  const priced = stored.flatMap(priceBy(basis))
  const listed = show ? priced.map(judge).filter(shows[show]) : null
  const page = listed ? pageOf(listed, filters, size) : pageOf(priced, filters, size)
  const rows = page.rows.map((row) => ('lower' in row ? row : judge(row)))
  const names = await listNames(
    db,
    organizationId,
    rows.map(({ id }) => id),
  )
  return {
    page: { ...page, rows: withNames(rows, names) },
    count: (listed ?? priced).length,
    withoutRule: stored.length - priced.length,
  }
}

function withNames(rows: readonly DeskListing[], names: readonly DeskNames[]): DeskRow[] {
  const byId = new Map(names.map((row) => [row.id, row]))
  return rows.map((row) => ({ ...row, ...byId.get(row.id)! }))
}

async function getWhole(stored: readonly StoredListing[], asked: Asked): Promise<DeskWhole> {
  const { filters, basis, days } = asked
  const priced = await inTurns(stored, priceBy(basis))
  const listings = await inTurns(priced, judgeBy(basis, filters.rule))
  const shown = filters.show && !isOutcome(filters.show) ? listings.filter(shows[filters.show]) : listings
  const nextChange = days.day === days.today ? await findNextChange(asked, priced) : null
  return { sums: sumsOf(listings, shown), nextChange }
}

/** `priced` are those of the filter; the change is that of the whole company, whatever the desk shows of it. */
async function findNextChange(
  { viewer, filters, days: { today }, basis }: Asked,
  priced: readonly PricedRow[],
): Promise<DeskWhole['nextChange']> {
  const { organizationId } = viewer
  const shops = basis.shops.map((each) => each.shop)
  const day = nextFeeDay(basis.rules, shops, today)
  if (!day) return null
  const reader = readerOf(viewer)
  const days = { day: today, today }
  const isAll = filters.q === '' && filters.shop === null
  const company = isAll
    ? priced
    : await inTurns(await listStored(reader, organizationId, { q: '', shop: null }, days, null), priceBy(basis))
  return { day, turns: await countTurning(reader, organizationId, { day, today }, basis.ratesOf, company) }
}

type Place = Pick<DeskFilters, 'sort' | 'direction' | 'after' | 'before'>

/** An unknown value comes last in either order. */
const unknownHigh = 10n ** 24n

function pageOf<Row extends DeskListing | PricedRow>(
  listings: readonly Row[],
  filters: Place,
  size: number,
): Page<Row> {
  const isAscending = filters.direction === 'asc'
  const value = (listing: Row) => sortValue[filters.sort](listing) ?? (isAscending ? unknownHigh : -unknownHigh)
  const compare = (a: { value: bigint; id: string }, b: { value: bigint; id: string }) => {
    const order = a.value < b.value ? -1 : a.value > b.value ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0
    return isAscending ? order : -order
  }
  const keyed = listings
    .map((listing) => ({ listing, key: { value: value(listing), id: listing.id } }))
    .toSorted((a, b) => compare(a.key, b.key))
  const read = readPlace(filters.after ?? filters.before)
  const place = read && isDeskPlace(read.value) ? { value: BigInt(read.value), id: read.id } : null
  const backwards = place !== null && filters.after === null
  const beyond = place
    ? keyed.filter(({ key }) => (backwards ? compare(key, place) < 0 : compare(key, place) > 0))
    : keyed
  const fetched = backwards ? beyond.slice(-(size + 1)).toReversed() : beyond.slice(0, size + 1)
  const page = cutPage(fetched, { size, backwards, fromPlace: place !== null }, ({ key }) => ({
    value: key.value.toString(),
    id: key.id,
  }))
  return { ...page, rows: page.rows.map(({ listing }) => listing) }
}

function sumsOf(listings: readonly DeskListing[], ruled: readonly DeskListing[]): DeskSums {
  const count = (show: DeskShow) => listings.filter(shows[show]).length
  const changed = ruled.filter(shows.changes)
  const month = (rows: readonly DeskListing[], of: (row: DeskListing) => bigint | null | undefined) =>
    rows.reduce((sum, row) => sum + monthOf(of(row) ?? 0n, row), 0n)
  const known = changed.filter(({ next }) => next?.profitCents != null)
  return {
    listings: listings.length,
    lower: count('lower'),
    losing: count('losing'),
    turns: count('turns'),
    unknown: count('unknown'),
    monthCents: month(listings, ({ now }) => now.profitCents),
    changes: changed.length,
    changesCents: changed.reduce((sum, { next }) => sum + (next?.priceCents ?? 0n), 0n),
    kept: ruled.filter(shows.kept).length,
    monthBeforeCents: month(known, ({ now }) => now.profitCents),
    monthAfterCents: month(known, ({ next }) => next?.profitCents),
    unknownChanges: changed.length - known.length,
  }
}

/** The first day after today on which another rule begins for any shop; null where none is known. */
function nextFeeDay(rules: readonly FeeRule[], shops: readonly FeeShop[], today: Day): Day | null {
  const days = ruleSpans(rules, shops).flatMap(({ from }) => (from > today ? [from] : []))
  return days.toSorted()[0] ?? null
}
