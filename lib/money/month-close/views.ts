import 'server-only'
import { nameGaps, type NamedGap } from '../ads/coverage'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { localDay, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import { listEntities } from '../profit/queries'
import { calendarOf, daysOf, isMonth, type Calendar, type Month, type MonthState } from './calendar'
import { isEmpty, subtract, type Figures } from './figures'
import { asHex, fingerprintOf, type ClosedFigures } from './fingerprint'
import type { BookedEntity } from './line-href'
import { findFirstSale, readLiveFigures, type Books, type LiveMonths } from './live'
import { listPrechecks, type Precheck } from './prechecks'
import { bookedOf, listClosings, closedOf, type Closing } from './stored'

type Viewer = Pick<Member, 'organizationId' | 'role' | 'timeZone'> & Partial<Pick<Member, 'legalEntityIds'>>

/** A change in a closed month: the booked figure, the present one, and the difference. */
export type Adjustment = { of: Month; booked: Figures; live: Figures; changes: Figures }
export type MonthRow = {
  month: Month
  state: MonthState
  figures: Figures
  closedAt: Date | null
  changed: boolean
  adsGaps: NamedGap[]
}
export type ClosingView = Omit<Closing, 'hash' | 'figures' | 'closedBy' | 'reopenedBy'> & {
  hash: string
  /** Whether the figures still have the hash that they were closed with. */
  isWhole: boolean
  closedBy: string | null
  reopenedBy: string | null
}
export type MonthDetail = {
  month: Month
  state: MonthState
  /** As it was closed, and what it was closed with of earlier months; none while it is open. */
  frozen: Figures | null
  live: Figures
  /** For a closed month those that it included, for the next one those that wait for it. */
  adjustments: Adjustment[]
  closings: ClosingView[]
  prechecks: Precheck[]
  isLast: boolean
  /** The shops and days without a report of ads now. */
  adsGaps: NamedGap[]
}
export type MonthClosesView = {
  entities: { id: string; name: string }[]
  entity: (BookedEntity & { name: string }) | null
  today: Day
  months: MonthRow[]
  next: Month | null
  /** Whether no month stands closed: the books may begin with any that is over. */
  mayBegin: boolean
  /** Changes of closed months that no closing has taken up. */
  pending: Adjustment[]
  opened: MonthDetail | null
  may: { close: boolean; reopen: boolean; download: boolean }
}

/** The months of one legal entity: as they were closed, or as they are now; and one of them opened. */
export async function getMonthClosesFor(viewer: Viewer, query: Query): Promise<MonthClosesView> {
  const { organizationId, role, timeZone } = viewer
  if (!can(role, 'reconciliation.read') || !can(role, 'money.read')) throw new UserError('permissionDenied')
  const today = localDay(new Date(), timeZone)
  const may = {
    close: can(role, 'reconciliation.decide'),
    reopen: can(role, 'organization.edit'),
    download: can(role, 'fiscal.read') && can(role, 'list.export'),
  }
  return withOrganization(viewer, async (db) => {
    const entities = await listEntities(db, organizationId)
    const chosen = entities.find(({ id }) => id === asId(firstOf(query.entity))) ?? entities[0] ?? null
    const entity = chosen && { ...chosen, shop: await findOnlyShop(db, organizationId, chosen.id) }
    const base = { entities, entity, today, may }
    if (!entity) return { ...base, months: [], next: null, mayBegin: false, pending: [], opened: null }
    const books = await openBooks(db, { organizationId, timeZone, entity: entity.id }, today)
    const monthParam = firstOf(query.month)
    const matches = isMonth(monthParam) ? books.calendar.months.find(({ month }) => month === monthParam) : undefined
    return {
      ...base,
      months: books.calendar.months.map(({ month, state }) => rowOf(books, month, state)),
      next: books.calendar.next,
      mayBegin: books.closedMonths.length === 0,
      pending: books.pending,
      opened: matches ? await openMonth(db, books, matches.month, matches.state) : null,
    }
  })
}

async function findOnlyShop(db: Db, organizationId: string, legalEntityId: string): Promise<string | null> {
  const where = { organizationId, legalEntityId, platform: 'shopee' } as const
  const shops = await db.shop.findMany({ where, select: { id: true }, take: 2 })
  if (shops.length !== 1) return null
  // A shop's own lists also have the days on which it was another entity's.
  const dated = await db.formerEntity.count({
    where: { organizationId, OR: [{ legalEntityId }, { outletId: shops[0]!.id }] },
  })
  return dated === 0 ? shops[0]!.id : null
}

type OpenBooks = {
  books: Books
  calendar: Calendar
  closings: Closing[]
  closedMonths: Closing[]
  live: (month: Month) => Figures
  adsGaps: LiveMonths['adsGaps']
  adsUnsaid: LiveMonths['adsUnsaid']
  pending: Adjustment[]
}

async function openBooks(db: Db, books: Books, today: Day): Promise<OpenBooks> {
  const closings = await listClosings(db, books.organizationId, books.entity)
  const closedMonths = closedOf(closings)
  const closed = closedMonths.map(({ month }) => month)
  const calendar = calendarOf(await findFirstSale(db, books), closed, today)
  const from = calendar.months.at(-1)?.month ?? today
  const { figures: live, adsGaps, adsUnsaid } = await readLiveFigures(db, books, { from, to: today }, today)
  const pending = closedMonths.flatMap(({ month }): Adjustment[] => {
    const booked = bookedOf(closedMonths, month)
    const changes = subtract(live(month), booked)
    return isEmpty(changes) ? [] : [{ of: month, booked, live: live(month), changes }]
  })
  return { books, calendar, closings, closedMonths, live, adsGaps, adsUnsaid, pending }
}

function rowOf({ closedMonths, live, adsGaps, pending }: OpenBooks, month: Month, state: MonthState): MonthRow {
  const closing = closedMonths.find((each) => each.month === month)
  return {
    month,
    state,
    figures: closing?.figures.get(month) ?? live(month),
    closedAt: closing?.closedAt ?? null,
    changed: pending.some(({ of }) => of === month),
    adsGaps: nameGaps(adsGaps(month), []),
  }
}

async function openMonth(db: Db, open: OpenBooks, month: Month, state: MonthState): Promise<MonthDetail> {
  const { books, closedMonths, closings, live, adsGaps, adsUnsaid, calendar, pending } = open
  const shops = await db.shop.findMany({
    where: { organizationId: books.organizationId },
    select: { id: true, name: true },
  })
  const closing = closedMonths.find((each) => each.month === month) ?? null
  const names = new Map((await listMembers(db)).map(({ userId, displayName }) => [userId, displayName]))
  const nameOf = (userId: string | null) => (userId && names.get(userId)) ?? null
  return {
    month,
    state,
    frozen: closing && closing.figures.get(month)!,
    live: live(month),
    adjustments: closing ? takenUp(closedMonths, closing) : state === 'next' ? pending : [],
    closings: closings
      .filter((each) => each.month === month)
      .map(({ hash, figures, closedBy, reopenedBy, ...each }) => ({
        ...each,
        hash: asHex(hash),
        isWhole: asHex(fingerprintOf(books.entity, month, each.nth, figures)) === asHex(hash),
        closedBy: nameOf(closedBy),
        reopenedBy: nameOf(reopenedBy),
      })),
    prechecks:
      state === 'next' || state === 'open'
        ? await listPrechecks(db, books, daysOf(month), live(month), { gaps: adsGaps(month), unsaid: adsUnsaid(month) })
        : [],
    isLast: calendar.lastClosed === month,
    adsGaps: nameGaps(adsGaps(month), shops),
  }
}

/** The parts of earlier months that a closing included, beside the figures booked until then. */
function takenUp(closedMonths: Closing[], closing: Closing): Adjustment[] {
  const until = closedMonths.filter(({ month }) => month < closing.month)
  return earlierOf(closing).map(([of, changes]) => {
    const booked = bookedOf(until, of)
    return { of, booked, live: bookedOf([...until, closing], of), changes }
  })
}

export const earlierOf = ({ month, figures }: { month: Month; figures: ClosedFigures }) =>
  [...figures].filter(([of]) => of !== month).toSorted(([a], [b]) => (a < b ? -1 : 1))
