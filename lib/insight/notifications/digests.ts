import 'server-only'
import { can, type Right, type Role } from '@/lib/core/permissions'
import { listCaseEnds, sumDueCases } from '@/lib/money/cases/queries'
import { addDays, localDay, localTime, type Day } from '@/lib/core/dates'
import { withOrganization, type Db } from '@/lib/core/db'
import { runAll } from '@/lib/core/process/run-all'
import { readExpenseFilters } from '@/lib/money/expenses/filters'
import { sumExpenses } from '@/lib/money/expenses/sums'
import { readOrderFilters, type OrderWait } from '@/lib/sales/orders/filters'
import { sumLatePayouts } from '@/lib/sales/orders/late-payouts'
import type { Clock } from '@/lib/sales/orders/matching'
import { sumOrders } from '@/lib/sales/orders/queries'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { countProducts } from '@/lib/catalog/products/queries'
import { kinds } from '@/lib/identity/notices/kinds'
import { notify } from '@/lib/identity/notices/notify'

const MORNING = { from: '08:00', to: '09:00' }
const DUE_WITHIN_DAYS = 3
const KEPT_DAYS = 180

/** Tells what the morning of a company's own time zone asks for; at any other hour, and the second time in a day, nothing. A digest that fails keeps no other back. */
export async function notifyDigests(organizationId: string, now: Date): Promise<void> {
  const { timeZone } = await withOrganization({ organizationId }, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { timeZone: true } }),
  )
  const today = localDay(now, timeZone)
  const isMorning = now >= localTime(today, MORNING.from, timeZone) && now < localTime(today, MORNING.to, timeZone)
  if (!isMorning) return
  const clock = { timeZone, today, now }
  await runAll([
    () => withOrganization({ organizationId }, (db) => notifyLowStock(db, organizationId, today)),
    () => notifyExpensesDue(organizationId, clock),
    () => notifyLateShipments(organizationId, clock),
    () => notifyLatePayouts(organizationId, clock),
    () => notifyDueCases(organizationId, clock),
    () => purgeOld(organizationId, now),
  ])
}

async function notifyLowStock(db: Db, organizationId: string, today: Day): Promise<void> {
  const low = readProductFilters({ stock: 'low' }, false)
  const count = Number((await countProducts(db, organizationId, low, today)).matching)
  if (count > 0) await notify(db, organizationId, { kind: 'lowStock', key: today, data: { count } })
}

type Readers = { userIds: string[]; legalEntityIds: string[] | null }

/** Each reads what they see: an accountant of some legal entities theirs alone, everybody else the whole company's. */
async function notifyEach(organizationId: string, right: Right, notify: (db: Db, readers: Readers) => Promise<void>) {
  const readers = await withOrganization({ organizationId }, (db) => listReaders(db, organizationId, right))
  const ofAll = readers.filter(({ legalEntityIds }) => !legalEntityIds)
  const groups: Readers[] = [
    { userIds: ofAll.map(({ userId }) => userId), legalEntityIds: null },
    ...readers.flatMap(({ userId, legalEntityIds }) => (legalEntityIds ? [{ userIds: [userId], legalEntityIds }] : [])),
  ]
  await runAll(
    groups.map(
      (group) => () =>
        withOrganization({ organizationId, legalEntityIds: group.legalEntityIds }, (db) => notify(db, group)),
    ),
  )
}

const notifyExpensesDue = (organizationId: string, { today }: Clock) =>
  notifyEach(organizationId, kinds.expenseDue.right, async (db, readers) => {
    const until = addDays(today, DUE_WITHIN_DAYS)
    const due = readExpenseFilters({ status: 'pending', to: until }, today)
    const { count, totalCents } = await sumExpenses(db, organizationId, due, today)
    if (count === 0n) return
    const data = { count: Number(count), cents: String(totalCents), until }
    await notify(db, organizationId, { kind: 'expenseDue', key: today, ...readers, data })
  })

/** The day's work at the post: once a day, all of it in one. */
const notifyLateShipments = (organizationId: string, clock: Clock) =>
  notifyEach(organizationId, kinds.lateShipment.right, async (db, readers) => {
    const countOf = async (waiting: OrderWait) =>
      Number((await sumOrders(db, organizationId, readOrderFilters({ waiting }, clock.today), clock, null)).orders)
    const [late, today] = [await countOf('late'), await countOf('today')]
    if (late + today === 0) return
    await notify(db, organizationId, { kind: 'lateShipment', key: clock.today, ...readers, data: { late, today } })
  })

/** Reported again only when another order has joined those whose payout is late. */
const notifyLatePayouts = (organizationId: string, clock: Clock) =>
  notifyEach(organizationId, kinds.payoutLate.right, async (db, readers) => {
    const { count, cents, newest } = await sumLatePayouts(db, organizationId, clock)
    if (!newest) return
    const data = { count, cents: String(cents) }
    await notify(db, organizationId, { kind: 'payoutLate', key: newest, ...readers, data })
  })

/** Some days before the last one, and on it: a case that is not filed by then is lost. */
const CASE_WARNING_DAYS = [0, 2, 7]

const notifyDueCases = (organizationId: string, { today }: Clock) =>
  notifyEach(organizationId, kinds.caseDeadline.right, async (db, readers) => {
    const ends = await listCaseEnds(
      db,
      organizationId,
      CASE_WARNING_DAYS.map((days) => addDays(today, days)),
    )
    const until = ends.at(-1)
    if (!until) return
    const { cases, cents } = await sumDueCases(db, organizationId, until)
    const data = { count: cases, cents: String(cents), until }
    await notify(db, organizationId, { kind: 'caseDeadline', key: today, ...readers, data })
  })

async function listReaders(db: Db, organizationId: string, right: Right) {
  const members = await db.membership.findMany({ where: { organizationId }, select: { userId: true, role: true } })
  const readers: { userId: string; legalEntityIds: string[] | null }[] = []
  for (const { userId, role } of members.filter((member) => can(member.role as Role, right))) {
    if (role !== 'accountant') {
      readers.push({ userId, legalEntityIds: null })
      continue
    }
    const [scope] = await db.$queryRaw<{ legalEntityIds: string[] | null }[]>`
      SELECT legal_entity_ids AS "legalEntityIds" FROM get_member_scope(${userId}::uuid)`
    if (scope) readers.push({ userId, legalEntityIds: scope.legalEntityIds })
  }
  return readers
}

const purgeOld = (organizationId: string, now: Date) =>
  withOrganization({ organizationId }, async (db) => {
    await db.notification.deleteMany({
      where: { organizationId, createdAt: { lt: new Date(now.getTime() - KEPT_DAYS * 86_400_000) } },
    })
  })
