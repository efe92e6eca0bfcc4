import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { broke } from '@/lib/core/database/database-errors'
import { addMonths, startOfMonth, localDay, type Day } from '@/lib/core/dates'
import { writeOfOneMoment, writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asDate } from '@/lib/core/database/days'
import { calendarOf, daysOf, type Month } from './calendar'
import { figureLines, isEmpty, subtract, type Figures } from './figures'
import { asHex, fingerprintOf, type ClosedFigures } from './fingerprint'
import { findFirstSale, readLiveFigures, type Books } from './live'
import { monthsAtOnce, type CloseMonthInput, type CloseScope, type ReopenMonthInput } from './schema'
import { bookedOf, listClosings, closedOf, writeClosing, type Closing } from './stored'

type Closed = { month: Month; nth: number; hash: string }
type ClosedAll = Closed & { count: number }

/**
 * Freezes the figures of the legal entity's next month, of all up to one, or of the first one of its books; and with them what
 * changed in the months closed before: each cent stands in one closing. Answers the last one that was closed, and how many were.
 */
export const closeMonth = (
  actor: Actor,
  { legalEntityId, month, note, scope = 'one' }: CloseMonthInput,
): Promise<ClosedAll> =>
  writeOfOneMoment(actor, async (db) => {
    const { organizationId } = actor
    const { books, closings, today } = await lockBooks(db, organizationId, legalEntityId)
    const months = monthsToClose(await findFirstSale(db, books), closings, today, { month, scope })
    let last: Closed | null = null
    for (const one of months) {
      const known = last === null ? closings : await listClosings(db, organizationId, legalEntityId)
      last = await closeOne(db, actor, { books, closings: known, month: one, note })
    }
    return { ...last!, count: months.length }
  })

type MonthToClose = { month: Month; scope: CloseScope }

/** Throws why the month cannot be closed. */
function monthsToClose(
  firstSale: Day | null,
  closings: Closing[],
  today: Day,
  { month, scope }: MonthToClose,
): Month[] {
  const closed = closedOf(closings).map((each) => each.month)
  if (closed.includes(month)) throw new UserError('monthAlreadyClosed')
  if (month >= startOfMonth(today)) throw new UserError('monthNotOver')
  const { next } = calendarOf(firstSale, closed, today)
  if (next === null || month < next) throw new UserError('monthBeforeBooks')
  if (scope === 'begin') {
    // Once reopened, the first closing still says where the books begin.
    if (closings.some((each) => each.month < month) || closed.length > 0) throw new UserError('monthOutOfOrder')
    return [month]
  }
  const months: Month[] = []
  for (let one = next; one <= month; one = addMonths(one, 1)) months.push(one)
  if (months.length > (scope === 'until' ? monthsAtOnce : 1)) throw new UserError('monthOutOfOrder')
  return months
}

type One = { books: Books; closings: Closing[]; month: Month; note: string | null }

async function closeOne(db: Db, actor: Actor, { books, closings, month, note }: One): Promise<Closed> {
  const { organizationId, userId } = actor
  const { entity: legalEntityId } = books
  const figures = await figuresToClose(db, books, closedOf(closings), month)
  const nth = closings.filter((each) => each.month === month).length + 1
  const hash = fingerprintOf(legalEntityId, month, nth, figures)
  await writeClosing(db, organizationId, { legalEntityId, month, nth, closedBy: userId, hash, note }, figures).catch(
    (error: unknown) => {
      // The later of two concurrent closings reads a moment before the first: it meets that closing only where it
      // writes its own.
      if (['month_close_standing', 'month_close_pkey'].some((index) => broke(error, index)))
        throw new UserError('monthAlreadyClosed')
      throw error
    },
  )
  const closing = { month, nth, note, hash: asHex(hash), figures: plainOf(figures.get(month)!) }
  const adjusted = [...figures].filter(([of]) => of !== month).map(([of, changes]) => [of, plainOf(changes)])
  const after = { ...closing, adjustments: Object.fromEntries(adjusted) as Record<string, unknown> }
  await recordAudit(db, actor, { event: 'monthClose.closed', subjectId: legalEntityId, after })
  return { month, nth, hash: asHex(hash) }
}

const plainOf = (figures: Figures) => Object.fromEntries(figureLines.map((line) => [line, figures[line]?.toString()]))

/** The month's own figures, and of each month closed before what the books do not say yet. */
async function figuresToClose(db: Db, books: Books, closedMonths: Closing[], month: Month): Promise<ClosedFigures> {
  const from = closedMonths[0]?.month ?? month
  const { figures: live } = await readLiveFigures(db, books, { from, to: daysOf(month).to })
  const figures = new Map<Day, Figures>([[month, live(month)]])
  for (const closing of closedMonths) {
    const changes = subtract(live(closing.month), bookedOf(closedMonths, closing.month))
    if (!isEmpty(changes)) figures.set(closing.month, changes)
  }
  return figures
}

/** One at a time closes or opens the months of a legal entity. */
async function lockBooks(db: Db, organizationId: string, entity: string) {
  const [row] = await db.$queryRaw<{ timeZone: string }[]>`
    SELECT o.time_zone AS "timeZone" FROM legal_entity e JOIN organization o ON o.organization_id = e.organization_id
    WHERE e.organization_id = ${organizationId}::uuid AND e.id = ${entity}::uuid FOR UPDATE OF e`
  if (!row) throw new UserError('notFound')
  const { timeZone } = row
  // A month that was opened again meanwhile must not count as closed: a transaction of one moment has to start again.
  await db.$queryRaw`
    SELECT 1 FROM month_close WHERE organization_id = ${organizationId}::uuid AND legal_entity_id = ${entity}::uuid AND reopened_at IS NULL FOR UPDATE`
  const closings = await listClosings(db, organizationId, entity)
  return { books: { organizationId, timeZone, entity }, closings, today: localDay(new Date(), timeZone) }
}

/** Opens the last closed month again. Its closing stays in the books as history; what it took up of earlier months waits for the next. */
export const reopenMonth = (actor: Actor, { legalEntityId, month, reason }: ReopenMonthInput): Promise<Closed> =>
  writeOnce(actor, async (db) => {
    const { organizationId, userId } = actor
    const { closings } = await lockBooks(db, organizationId, legalEntityId)
    const closedMonths = closedOf(closings)
    const match = closedMonths.find((each) => each.month === month)
    if (!match) throw new UserError('monthNotClosed')
    if (match !== closedMonths.at(-1)) throw new UserError('monthNotLast')
    const { nth, hash } = match
    const key = { organizationId, legalEntityId, month: asDate(month), nth }
    await db.monthClose.updateMany({
      where: { ...key, reopenedAt: null },
      data: { reopenedAt: new Date(), reopenedBy: userId, reopenReason: reason },
    })
    const before = { month, nth, hash: asHex(hash), closedAt: match.closedAt }
    await recordAudit(db, actor, { event: 'monthClose.reopened', subjectId: legalEntityId, before, after: { reason } })
    return { month, nth, hash: asHex(hash) }
  })
