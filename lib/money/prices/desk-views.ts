import 'server-only'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { cutPage, readPlace, type Page, type Query } from '@/lib/core/keyset'
import { can, scopeOf } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listShopPricing, type ShopPricing } from '@/lib/money/fees/shop-pricing'
import { listChanges, type ChangeView } from './change-record'
import { isDeskPlace, isOutcome, readDeskFilters, type DeskFilters, type DeskShow } from './desk-filters'
import {
  countTurning,
  listNames,
  listOurShops,
  readDesk,
  sortValue,
  turnsNegative,
  type Desk,
  type DeskListing,
  type DeskNames,
} from './desk-rows'
import { countFound, isPlainSort, pickPage } from './pick-page'
import { monthOf } from './quote'
import { ruleSpans, type FeeShop } from '@/lib/money/fees/rule-spans'
import type { FeeRule } from '@/lib/money/fees/schema'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

const ROWS_SHOWN = 50
const CHANGES_SHOWN = 3

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
  changes: ChangeView[]
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
  const read = await withOrganization(viewer, async (db) => {
    const shops = await listShopPricing(db, organizationId, day)
    const ruled = shops.flatMap(({ id, rule }) => (rule ? id : []))
    const found = await countFound(db, organizationId, filters, ruled)
    const isWhole = filters.show !== null || !isPlainSort(filters.sort) || found.listings <= calculatedFirst
    const question = { ...filters, day, today }
    const desk = isWhole ? await readDesk(db, organizationId, question, shops) : null
    const listed = desk?.listings.filter(filters.show ? shows[filters.show] : () => true)
    const page = listed
      ? pageOf(listed, filters, size)
      : await readPage(db, organizationId, question, shops, { ruled, size })
    const ids = page.rows.map(({ id }) => id)
    const names = new Map((await listNames(db, organizationId, ids)).map((row) => [row.id, row]))
    const ours = await listOurShops(db, organizationId)
    return {
      desk,
      pricing: shops,
      shops: shops.map(({ id, name, rule, isConfirmed, taxRate }) => ({
        id,
        name,
        ruleName: rule?.name ?? null,
        isConfirmed,
        hasTax: taxRate !== null,
        isPriceOurs: ours.has(id),
      })),
      withoutRule: found.withoutRule,
      shown: listed?.length ?? found.listings,
      page: { ...page, rows: page.rows.flatMap((row) => ({ ...row, ...names.get(row.id)! })) },
      changes: canSend ? await listChanges(db, organizationId, CHANGES_SHOWN) : [],
      whole: desk && (await getWhole(db, organizationId, { filters, day, today }, shops, desk)),
    }
  })
  const { desk: _, pricing, whole, ...shown } = read
  const readWhole = () =>
    withOrganization(viewer, async (db) => {
      const desk = await readDesk(db, organizationId, { ...filters, day, today }, pricing)
      return getWhole(db, organizationId, { filters, day, today }, pricing, desk)
    })
  return { ...shown, filters, today, day, canSend, whole: whole ? Promise.resolve(whole) : readWhole() }
}

type Chosen = { filters: DeskFilters; day: Day; today: Day }

/** The rows of a page in an order that needs no calculation, each calculated as in the whole desk. */
async function readPage(
  db: Db,
  organizationId: string,
  question: DeskFilters & { day: Day; today: Day },
  shops: readonly ShopPricing[],
  { ruled, size }: { ruled: readonly string[]; size: number },
): Promise<Page<DeskListing>> {
  const page = await pickPage(db, organizationId, question, { today: question.today, ruled, size })
  const { listings } = await readDesk(db, organizationId, { ...question, q: '', ids: page.rows }, shops)
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  return { ...page, rows: page.rows.flatMap((id) => byId.get(id) ?? []) }
}

async function getWhole(
  db: Db,
  organizationId: string,
  { filters, day, today }: Chosen,
  shops: readonly ShopPricing[],
  desk: Desk,
): Promise<DeskWhole> {
  const { listings } = desk
  const shown = filters.show && !isOutcome(filters.show) ? listings.filter(shows[filters.show]) : listings
  return {
    sums: sumsOf(listings, shown),
    nextChange: day === today ? await findNextChange(db, organizationId, { filters, today }, shops, desk) : null,
  }
}

/** `desk` is today's; the change is that of the whole company, whatever the desk shows of it. */
async function findNextChange(
  db: Db,
  organizationId: string,
  { filters: { q, shop }, today }: Pick<Chosen, 'filters' | 'today'>,
  shops: readonly ShopPricing[],
  desk: Desk,
): Promise<DeskWhole['nextChange']> {
  const rules = await listFeeRules(db, organizationId)
  const day = nextFeeDay(
    rules,
    shops.map((each) => each.shop),
    today,
  )
  if (!day) return null
  const everything = { q: '', shop: null, rule: null, day: today, today }
  const company = q === '' && shop === null ? desk : await readDesk(db, organizationId, everything, shops)
  return { day, turns: await countTurning(db, organizationId, { day, today }, shops, company) }
}

/** An unknown value comes last in either order. */
const unknownHigh = 10n ** 24n

function pageOf(listings: readonly DeskListing[], filters: DeskFilters, size: number): Page<DeskListing> {
  const isAscending = filters.direction === 'asc'
  const value = (listing: DeskListing) => sortValue[filters.sort](listing) ?? (isAscending ? unknownHigh : -unknownHigh)
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
