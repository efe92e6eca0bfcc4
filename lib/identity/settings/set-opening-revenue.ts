import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { writeOnce, type Actor } from '@/lib/core/db'
import { asDate, asDay } from '@/lib/core/database/days'
import { claimEntity } from './entity-record'
import type { SetOpeningRevenueInput } from './schema'

export async function setOpeningRevenue(actor: Actor, { id, version, months }: SetOpeningRevenueInput) {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await claimEntity(db, organizationId, { id, version })
    const where = { organizationId, legalEntityId: id, month: { in: months.map(({ month }) => asDate(month)) } }
    const before = await db.openingRevenue.findMany({ where, select: { month: true, revenueCents: true } })
    await db.openingRevenue.deleteMany({ where })
    const data = months.flatMap(({ month, revenueCents }) =>
      revenueCents === null ? [] : [{ organizationId, legalEntityId: id, month: asDate(month), revenueCents }],
    )
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
