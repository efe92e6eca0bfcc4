import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf, seesTotals } from '@/lib/core/permissions'
import { addDays, localDay } from '@/lib/core/dates'
import { readerOf, withOrganization, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, type Page, type Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import { shownPicture } from '@/lib/core/http/platform-pictures'
import { availableOf } from './available'
import { isFiltered, readMappingFilters, type MappingFilters } from './filters'
import {
  countListings,
  listListings,
  listMappings,
  type HistoryRow,
  type ListingRow,
  type MappingCounts,
} from './queries'
import { readLatestRun, type RunView } from './run-view'
import { listSuggestions } from './suggestions'
import type { Suggestion } from './suggest'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope
const PAGE_SIZE = 50
const STAKE_DAYS = 90

/** The sales are left out for roles that see no totals; the order by them stays. */
export type MappingLine = Omit<ListingRow, 'stakeCents'> & {
  stakeCents: bigint | null
  available: bigint | null
  isKit: boolean
}
export type SuggestedLine = MappingLine & { suggestion: Suggestion | null }
/** By listing; one without a suggestion is left out. */
export type Suggestions = Map<string, Suggestion>
export type MappingView = {
  filters: MappingFilters
  page: Page<MappingLine>
  counts: Omit<MappingCounts, 'stakeCents'> & { stakeCents: bigint | null }
  shops: { id: string; name: string }[]
  run: RunView | null
  rights: { createKit: boolean; setPrice: boolean }
  filtered: boolean
  today: string
}

type SuggestedView = Omit<MappingView, 'page'> & { page: Page<SuggestedLine> }

export async function getMappingFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<SuggestedView> {
  const { view, suggestions } = await openMappingFor(viewer, query, size)
  const found = await suggestions
  const rows = view.page.rows.map((row) => ({ ...row, suggestion: found.get(row.id) ?? null }))
  return { ...view, page: { ...view.page, rows } }
}

type OpenMapping = { view: MappingView; suggestions: Promise<Suggestions> }

/** The same as soon as its rows are there; suggestions compare the names of all products, and come after them. */
export async function openMappingFor(viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<OpenMapping> {
  const { organizationId, role, timeZone } = viewer
  const filters = readMappingFilters(query)
  const today = localDay(new Date(), timeZone)
  const stakeFrom = addDays(today, -STAKE_DAYS)
  const seesStake = seesTotals(viewer)
  const db = readerOf(viewer)
  // Before the list: what ends while that is read is asked for again.
  const run = await readLatestRun(viewer)
  const options = { stakeFrom, size }
  const [listings, counts, shops] = await Promise.all([
    listListings(db, organizationId, filters, options),
    countListings(db, organizationId, filters, stakeFrom),
    db.$queryRaw<MappingView['shops']>`
      SELECT id, name::text AS name FROM shop WHERE organization_id = ${organizationId}::uuid ORDER BY shop.name`,
  ])
  const gone = listings.rows.length === 0 && (filters.after ?? filters.before) !== null
  const page = gone
    ? await listListings(db, organizationId, { ...filters, after: null, before: null }, options)
    : listings
  const units = await availableOf(db, [...new Set(page.rows.flatMap(({ productId }) => productId ?? []))])
  const rows = page.rows.map((row) => {
    const level = row.productId ? units.get(row.productId) : undefined
    const imageUrl = shownPicture(row.imageUrl)
    return {
      ...row,
      imageUrl,
      available: level?.available ?? null,
      isKit: level?.isKit ?? false,
      stakeCents: seesStake ? row.stakeCents : null,
    }
  })
  const view = {
    filters,
    page: { ...page, rows },
    counts: seesStake ? counts : { ...counts, stakeCents: null },
    shops,
    run,
    rights: { createKit: can(role, 'product.write'), setPrice: scopeOf(role, 'platform.push') === 'all' },
    filtered: isFiltered(filters),
    today,
  }
  return { view, suggestions: listSuggestions(db, organizationId, page.rows) }
}

export type ListingHistory = (Omit<HistoryRow, 'mappedBy'> & { byName: string | null })[]

/** The history of a listing's mapping, with person and way. */
export async function getHistoryFor(viewer: Viewer, id: string): Promise<ListingHistory> {
  const listingId = asId(id)
  if (!listingId) throw new UserError('notFound')
  return withOrganization(viewer, async (db) => {
    const where = { organizationId: viewer.organizationId, id: listingId }
    if (!(await db.listing.findFirst({ where, select: { id: true } }))) throw new UserError('notFound')
    const rows = await listMappings(db, viewer.organizationId, listingId)
    const people = new Map((await listMembers(db)).map(({ userId, displayName }) => [userId, displayName]))
    return rows.map(({ mappedBy, ...row }) => ({ ...row, byName: mappedBy ? (people.get(mappedBy) ?? null) : null }))
  })
}
