import 'server-only'
import { can, type Role } from '../auth/permissions'
import { addDays, localDay, localTime, type Day } from '../dates'
import { withOrganization, type Db } from '../db'
import { readExpenseFilters } from '../expenses/filters'
import { sumExpenses } from '../expenses/sums'
import { readProductFilters } from '../products/filters'
import { countProducts } from '../products/queries'
import { notify } from './notify'

const MORNING = { from: '08:00', to: '09:00' }
const DUE_WITHIN_DAYS = 3
const KEPT_DAYS = 180

/** Tells what the morning of a company's own time zone asks for; at any other hour, and the second time in a day, nothing. */
export async function tellDigests(organizationId: string, now: Date): Promise<void> {
  const { timeZone } = await withOrganization({ organizationId }, (db) =>
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { timeZone: true } }),
  )
  const today = localDay(now, timeZone)
  const isMorning = now >= localTime(today, MORNING.from, timeZone) && now < localTime(today, MORNING.to, timeZone)
  if (!isMorning) return
  await withOrganization({ organizationId }, (db) => tellLowStock(db, organizationId, today))
  await tellExpensesDue(organizationId, today)
  await forgetOld(organizationId, now)
}

async function tellLowStock(db: Db, organizationId: string, today: Day): Promise<void> {
  const low = readProductFilters({ stock: 'low' }, false)
  const count = Number((await countProducts(db, organizationId, low, today)).matching)
  if (count > 0) await notify(db, organizationId, { kind: 'lowStock', key: today, data: { count } })
}

/** An accountant of some legal entities is told of theirs alone; everybody else of the whole company's. */
async function tellExpensesDue(organizationId: string, today: Day): Promise<void> {
  const readers = await withOrganization({ organizationId }, (db) => listExpenseReaders(db, organizationId))
  const ofAll = readers.filter(({ legalEntityIds }) => !legalEntityIds)
  await tellExpensesDueTo(organizationId, today, { userIds: ofAll.map(({ userId }) => userId), legalEntityIds: null })
  for (const { userId, legalEntityIds } of readers.filter((reader) => reader.legalEntityIds))
    await tellExpensesDueTo(organizationId, today, { userIds: [userId], legalEntityIds })
}

type Readers = { userIds: string[]; legalEntityIds: string[] | null }

async function tellExpensesDueTo(organizationId: string, today: Day, { userIds, legalEntityIds }: Readers) {
  const until = addDays(today, DUE_WITHIN_DAYS)
  await withOrganization({ organizationId, legalEntityIds }, async (db) => {
    const due = readExpenseFilters({ status: 'pending', to: until }, today)
    const { count, totalCents } = await sumExpenses(db, organizationId, due, today)
    if (count === 0n) return
    const data = { count: Number(count), cents: String(totalCents), until }
    await notify(db, organizationId, { kind: 'expenseDue', key: today, userIds, legalEntityIds, data })
  })
}

async function listExpenseReaders(db: Db, organizationId: string) {
  const members = await db.membership.findMany({ where: { organizationId }, select: { userId: true, role: true } })
  const readers: { userId: string; legalEntityIds: string[] | null }[] = []
  for (const { userId, role } of members.filter((member) => can(member.role as Role, 'money.read'))) {
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

const forgetOld = (organizationId: string, now: Date) =>
  withOrganization({ organizationId }, (db) =>
    db.notification.deleteMany({
      where: { organizationId, createdAt: { lt: new Date(now.getTime() - KEPT_DAYS * 86_400_000) } },
    }),
  )
