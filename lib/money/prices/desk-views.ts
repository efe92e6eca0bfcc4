import 'server-only'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { cutPage, readPlace, type Page, type Query } from '@/lib/core/keyset'
import { can, scopeOf } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { listChanges, type ChangeView } from './change-record'
import { isOutcome, readDeskFilters, type DeskFilters, type DeskShow } from './desk-filters'
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
  page: Page<DeskRow>
  sums: DeskSums
  canSend: boolean
  changes: ChangeView[]
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

/** All listings with what their price leaves now and under a rule, by the fees of the day that was chosen. */
export async function getPriceDeskFor(
  viewer: Viewer,
  query: Query,
  now = new Date(),
  size = ROWS_SHOWN,
): Promise<PriceDesk> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  const { organizationId, timeZone } = viewer
  const filters = readDeskFilters(query)
  const today = localDay(now, timeZone)
  const day = filters.day ?? today
  const canSend = scopeOf(viewer.role, 'platform.push') === 'all'
  return withOrganization(viewer, async (db) => {
    const desk = await readDesk(db, organizationId, { ...filters, day, today })
    const { shops, listings, withoutRule } = desk
    const ours = await listOurShops(db, organizationId)
    const shown = filters.show ? listings.filter(shows[filters.show]) : listings
    const page = pageOf(shown, filters, size)
    const names = new Map(
      (
        await listNames(
          db,
          organizationId,
          page.rows.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    return {
      filters,
      today,
      day,
      shops: shops.map(({ id, name, rule, isConfirmed, taxRate }) => ({
        id,
        name,
        ruleName: rule?.name ?? null,
        isConfirmed,
        hasTax: taxRate !== null,
        isPriceOurs: ours.has(id),
      })),
      withoutRule,
      page: { ...page, rows: page.rows.flatMap((row) => ({ ...row, ...names.get(row.id)! })) },
      sums: sumsOf(listings, isOutcome(filters.show) ? listings : shown),
      nextChange: day === today ? await findNextChange(db, organizationId, today, desk) : null,
      changes: canSend ? await listChanges(db, organizationId, CHANGES_SHOWN) : [],
      canSend,
    }
  })
}

/** `desk` is today's. */
async function findNextChange(db: Db, organizationId: string, today: Day, desk: Desk) {
  const rules = await listFeeRules(db, organizationId)
  const day = nextFeeDay(rules, await listFeeShops(db, organizationId), today)
  return day ? { day, turns: await countTurning(db, organizationId, { day, today }, desk) } : null
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
  const place = read && /^-?\d{1,30}$/.test(read.value) ? { value: BigInt(read.value), id: read.id } : null
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
