import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { asDate, asDay } from '@/lib/core/database/days'
import { startOfMonth, type Day } from '@/lib/core/dates'
import { claimEntity } from './entity-record'
import { listFirstDays } from './queries'
import type { SetOpeningRevenueInput } from './schema'

export async function setOpeningRevenue(actor: Actor, { id, version, months }: SetOpeningRevenueInput) {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await claimEntity(db, organizationId, { id, version })
    const where = { organizationId, legalEntityId: id, month: { in: months.map(({ month }) => asDate(month)) } }
    const before = await db.openingRevenue.findMany({
      where,
      select: { month: true, revenueCents: true, besideOrders: true },
    })
    await db.openingRevenue.deleteMany({ where })
    const since = await firstMonthOf(db, organizationId, id)
    const data = months.flatMap(({ month, revenueCents }) => {
      if (revenueCents === null) return []
      const known = before.find((one) => asDay(one.month) === month && one.revenueCents === revenueCents)
      const besideOrders = known?.besideOrders ?? (since !== null && month >= since)
      return [{ organizationId, legalEntityId: id, month: asDate(month), revenueCents, besideOrders }]
    })
    await db.openingRevenue.createMany({ data })
    await recordAudit(db, actor, {
      event: 'openingRevenue.set',
      subjectId: id,
      before: Object.fromEntries(before.map(({ month, revenueCents }) => [asDay(month), revenueCents])),
      after: Object.fromEntries(data.map(({ month, revenueCents }) => [asDay(month), revenueCents])),
    })
    return { version: version + 1 }
  })
}

/** The month of the entity's first order here. */
async function firstMonthOf(db: Db, organizationId: string, id: string): Promise<Day | null> {
  const first = (await listFirstDays(db, organizationId)).get(id)
  return first === undefined ? null : startOfMonth(first)
}
