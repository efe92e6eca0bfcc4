import 'server-only'
import { addDays, localDay, type Day } from '@/lib/core/dates'
import { asDate, asDay } from '@/lib/core/database/days'
import { withOrganization, type Db, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { listNames, type DeskNames, type PricedListing } from '@/lib/money/prices/desk-rows'
import { listSellableProducts } from '@/lib/sales/orders/sellable-products'
import { judgeListings, type Brought } from './judge'
import { findListings } from './find-listings'
import { readPhases, type Phase } from './phases'
import {
  feeOnOthers,
  plannedCents,
  quoteOverDays,
  sumLines,
  usualUnitsOf,
  type CampaignSums,
  type LineWarning,
  type QuotedLine,
} from './quote-lines'
import { planFields, readLines } from './save-campaign'
import { campaignState, daysOf, type CampaignLine, type CampaignState } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role'> & Scope

const PLANS_SHOWN = 100

export type CampaignHead = {
  id: string
  name: string
  shopId: string
  shopName: string
  fromDay: Day
  toDay: Day
  state: CampaignState
  isHighlight: boolean
  leastMargin: number | null
  version: number
}
export type CampaignList = {
  plans: (CampaignHead & { listings: number; units: number })[]
  shops: { id: string; name: string }[]
  today: Day
  canEdit: boolean
}

/** A line with its listing, and once the days have begun with what it brought. */
export type CampaignRow = QuotedLine & {
  names: DeskNames | null
  brought: Brought | null
  /** The same number of days before the first one. */
  earlier: Brought | null
}
export type Campaign = CampaignHead & {
  today: Day
  days: number
  rows: CampaignRow[]
  sums: CampaignSums
  /** The campaign's fee on the usual sales of the shop's other listings. */
  othersFeeCents: bigint
  hasRule: boolean
  /** The shop pays the campaign's fee on all its days. */
  alwaysPays: boolean
  judged: {
    contributionCents: bigint
    plannedCents: bigint
    earlierCents: bigint
    units: bigint
    /** Listings with a sale whose cost is missing: the sums leave them out. */
    unknown: number
    earlierUnknown: number
    /** Orders of these days, or of those before, are more than are added up. */
    isCut: boolean
  } | null
  q: string
  found: FoundListing[]
  canEdit: boolean
}
export type FoundListing = DeskNames & { priceCents: bigint; usualUnits: bigint }

export async function listCampaignsFor(viewer: Viewer, now = new Date()): Promise<CampaignList> {
  allowReading(viewer)
  const { organizationId, role, timeZone } = viewer
  const today = localDay(now, timeZone)
  return withOrganization(viewer, async (db) => {
    const shops = (await listFeeShops(db, organizationId)).map(({ id, name }) => ({ id, name }))
    const plans = await db.campaignPlan.findMany({
      where: { organizationId },
      select: planFields,
      orderBy: [{ fromDay: 'desc' }, { id: 'asc' }],
      take: PLANS_SHOWN,
    })
    const listed = plans.map((plan) => {
      const lines = readLines(plan.lines)
      const units = lines.reduce((sum, line) => sum + line.units, 0)
      return { ...headOf(plan, shops, today), listings: lines.length, units }
    })
    return { plans: listed, shops, today, canEdit: can(role, 'product.write') }
  })
}

/** The plan, each line before and after, and from its first day on what the listings brought. */
export async function getCampaignFor(
  viewer: Viewer,
  id: unknown,
  query: Query,
  now = new Date(),
): Promise<Campaign | null> {
  allowReading(viewer)
  const campaignId = asId(id)
  if (!campaignId) return null
  const { organizationId, role, timeZone } = viewer
  const today = localDay(now, timeZone)
  return withOrganization(viewer, async (db) => {
    const plan = await db.campaignPlan.findUnique({
      where: { organizationId_id: { organizationId, id: campaignId } },
      select: planFields,
    })
    if (!plan) return null
    const shops = await listFeeShops(db, organizationId)
    const head = headOf(plan, shops, today)
    const lines = readLines(plan.lines)
    const ids = lines.map(({ listingId }) => listingId)
    const phases = await readPhases(db, organizationId, head, today)
    const listings = phases[0]!.listings
    const canEdit = can(role, 'product.write')
    const q = firstOf(query.q)?.trim().slice(0, 60) ?? ''
    const rows = await rowsOf(db, organizationId, { head, lines, phases })
    const judgement = head.state === 'planned' ? null : await judge(db, organizationId, head, ids)
    const judged = rows.map((row): CampaignRow => {
      const { listingId } = row
      return {
        ...row,
        brought: judgement?.during.rows.get(listingId) ?? null,
        earlier: judgement?.earlier.rows.get(listingId) ?? null,
      }
    })
    return {
      ...head,
      today,
      days: daysOf(head),
      rows: judged,
      sums: sumLines(rows),
      othersFeeCents: phases.reduce(
        (sum, { days, listings: priced }) => sum + feeOnOthers(priced ?? [], new Set(ids), { ...head, days }),
        0n,
      ),
      hasRule: phases.every((phase) => phase.listings !== null),
      alwaysPays: listings?.[0]?.terms.terms.campaign ?? false,
      judged: judgement && sumJudged(judged, judgement.during.isCut || judgement.earlier.isCut),
      q,
      found: canEdit && q !== '' ? await find(db, organizationId, { q, head, ids, listings: listings ?? [] }) : [],
      canEdit,
    }
  })
}

function allowReading({ role }: Viewer) {
  if (!can(role, 'money.read')) throw new UserError('permissionDenied')
}

type StoredPlan = {
  id: string
  shopId: string
  name: string
  fromDay: Date
  toDay: Date
  isHighlight: boolean
  leastMargin: number | null
  version: number
}

function headOf(
  { id, shopId, name, isHighlight, leastMargin, version, ...days }: StoredPlan,
  shops: readonly { id: string; name: string }[],
  today: Day,
): CampaignHead {
  const [fromDay, toDay] = [asDay(days.fromDay), asDay(days.toDay)]
  const shopName = shops.find((shop) => shop.id === shopId)?.name ?? ''
  const state = campaignState({ fromDay, toDay }, today)
  return { id, name, shopId, shopName, fromDay, toDay, state, isHighlight, leastMargin, version }
}

type Planned = { head: CampaignHead; lines: CampaignLine[]; phases: readonly Phase[] }

async function rowsOf(db: Db, organizationId: string, { head, lines, phases }: Planned) {
  const priced = phases.map(({ listings }) => new Map((listings ?? []).map((listing) => [listing.id, listing])))
  const ids = lines.map(({ listingId }) => listingId)
  const names = new Map((await listNames(db, organizationId, ids)).map((row) => [row.id, row]))
  const products = [...names.values()].flatMap(({ productId }) => productId ?? [])
  const stock = new Map(
    (await listSellableProducts(db, organizationId, products)).map((row) => [row.id, row.available]),
  )
  const inEach = await db.listing.findMany({
    where: { organizationId, id: { in: ids } },
    select: { id: true, productQuantity: true, hasPromotion: true, originalCents: true, priceCents: true },
  })
  const promoted = new Set(
    inEach.flatMap(({ id, hasPromotion, originalCents, priceCents }) =>
      hasPromotion || (originalCents ?? priceCents) !== priceCents ? [id] : [],
    ),
  )
  const elsewhere = await listPlannedTwice(db, organizationId, head)
  const pieces = new Map(inEach.map(({ id, productQuantity }) => [id, productQuantity]))
  return lines.map((line) => {
    const named = names.get(line.listingId) ?? null
    const units = named?.productId ? (stock.get(named.productId) ?? null) : null
    const available = units === null ? null : Math.floor(units / (pieces.get(line.listingId) ?? 1))
    const listings = phases.map(({ from, days }, at) => {
      return { from, days, listing: priced[at]!.get(line.listingId) ?? null }
    })
    const quoted = quoteOverDays(line, listings, available, { ...head, days: daysOf(head) })
    const warned: LineWarning[] = [...quoted.warnings]
    if (head.state !== 'ended' && promoted.has(line.listingId)) warned.push('promotion')
    if (elsewhere.has(line.listingId)) warned.push('twice')
    return { ...quoted, warnings: warned, names: named }
  })
}

/** The listings of the shop's other plans whose days meet these: their sales count in each. */
async function listPlannedTwice(db: Db, organizationId: string, { id, shopId, fromDay, toDay }: CampaignHead) {
  const others = await db.campaignPlan.findMany({
    where: {
      organizationId,
      shopId,
      id: { not: id },
      fromDay: { lte: asDate(toDay) },
      toDay: { gte: asDate(fromDay) },
    },
    select: { lines: true },
    orderBy: [{ fromDay: 'desc' }, { id: 'asc' }],
    take: PLANS_SHOWN,
  })
  return new Set(others.flatMap(({ lines }) => readLines(lines).map(({ listingId }) => listingId)))
}

async function judge(db: Db, organizationId: string, head: CampaignHead, ids: string[]) {
  const { fromDay, toDay } = head
  const during = await judgeListings(db, organizationId, { from: fromDay, to: toDay }, ids)
  const before = { from: addDays(fromDay, -daysOf(head)), to: addDays(fromDay, -1) }
  return { during, earlier: await judgeListings(db, organizationId, before, ids) }
}

function sumJudged(rows: readonly CampaignRow[], isCut: boolean) {
  const sold = rows.flatMap(({ brought }) => brought ?? [])
  const before = rows.flatMap(({ earlier }) => earlier ?? [])
  const countUnknown = (all: readonly Brought[]) =>
    all.filter(({ contributionCents }) => contributionCents === null).length
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, cents) => all + cents, 0n)
  return {
    contributionCents: sum(sold.flatMap(({ contributionCents }) => contributionCents ?? [])),
    plannedCents: sum(
      rows.map((row) => (row.brought?.contributionCents == null ? 0n : (plannedCents(row, row.brought.units) ?? 0n))),
    ),
    earlierCents: sum(before.flatMap(({ contributionCents }) => contributionCents ?? [])),
    units: sum(sold.map(({ units }) => units)),
    unknown: countUnknown(sold),
    earlierUnknown: countUnknown(before),
    isCut,
  }
}

type Search = { q: string; head: CampaignHead; ids: readonly string[]; listings: readonly PricedListing[] }

async function find(db: Db, organizationId: string, { q, head, ids, listings }: Search): Promise<FoundListing[]> {
  const priced = new Map(listings.map((listing) => [listing.id, listing]))
  const found = await findListings(db, organizationId, { q, shopId: head.shopId, without: ids })
  return found.flatMap((row) => {
    const listing = priced.get(row.id)
    if (!listing) return []
    return [{ ...row, priceCents: listing.priceCents, usualUnits: usualUnitsOf(listing, daysOf(head)) }]
  })
}
