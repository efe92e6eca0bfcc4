import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { asDate, asDay } from '@/lib/core/database/days'
import type { TaxBase, TaxRegime } from './rates'

export type StoredRate = TaxBase & { id: string; fromDay: Day; regime: TaxRegime; rate: string | null }

type RateRow = Omit<StoredRate, 'fromDay' | 'rate'> & {
  fromDay: Date
  rate: { toFixed: (places: number) => string } | null
}
const toRate = ({ fromDay, rate, ...row }: RateRow): StoredRate => ({
  ...row,
  fromDay: asDay(fromDay),
  rate: rate?.toFixed(6) ?? null,
})
const rateFields = {
  id: true,
  fromDay: true,
  regime: true,
  rate: true,
  lessVouchers: true,
  withSubsidies: true,
  withFreight: true,
  lessPix: true,
} as const

/** Newest first. */
export async function listTaxRates(db: Db, organizationId: string, legalEntityId: string): Promise<StoredRate[]> {
  const rows = await db.taxRate.findMany({
    where: { organizationId, legalEntityId },
    orderBy: { fromDay: 'desc' },
    select: rateFields,
  })
  return rows.map(toRate)
}

/** For an entity's shops and channels, as in the roll-ups. */
export async function hasSalesBetween(
  db: Db,
  organizationId: string,
  legalEntityId: string,
  from: Day,
  to: Day | null,
): Promise<boolean> {
  const salesChannels = await listSalesChannelIds(db, organizationId, legalEntityId)
  const where = {
    organizationId,
    outletId: { in: salesChannels },
    day: { gte: asDate(from), ...(to && { lte: asDate(to) }) },
  }
  const salesDay =
    (await db.salesDay.findFirst({ where, select: { day: true } })) ??
    (await db.salesDayDelta.findFirst({ where, select: { day: true } }))
  return salesDay !== null
}

async function listSalesChannelIds(db: Db, organizationId: string, legalEntityId: string): Promise<string[]> {
  const [where, select] = [{ organizationId, legalEntityId }, { id: true }]
  const shops = await db.shop.findMany({ where, select })
  return [...shops, ...(await db.channel.findMany({ where, select }))].map(({ id }) => id)
}

/** The first day with an order of each shop and channel. */
export async function listFirstDays(db: Db, organizationId: string): Promise<Map<string, Day>> {
  const rows = await db.$queryRaw<{ outletId: string; day: Day }[]>`
    SELECT outlet_id AS "outletId", to_char(min(day), 'YYYY-MM-DD') AS day FROM (
      SELECT outlet_id, day FROM sales_day WHERE organization_id = ${organizationId}::uuid
      UNION ALL SELECT outlet_id, day FROM sales_day_delta WHERE organization_id = ${organizationId}::uuid
    ) sold GROUP BY outlet_id`
  return new Map(rows.map(({ outletId, day }) => [outletId, day]))
}

/** Every entity with what hangs on it: as many rows as a company has papers, never its orders. */
export async function listEntities(db: Db, organizationId: string) {
  const rows = await db.legalEntity.findMany({
    where: { organizationId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      version: true,
      name: true,
      sellerType: true,
      document: true,
      stateRegistration: true,
      state: true,
      openedOn: true,
      archivedAt: true,
      shops: { select: { id: true, name: true, status: true }, orderBy: { name: 'asc' } },
      channels: { select: { id: true, name: true, feeRate: true, archivedAt: true }, orderBy: { name: 'asc' } },
      taxRates: { select: rateFields, orderBy: { fromDay: 'desc' } },
      openingRevenues: { select: { month: true, revenueCents: true, besideOrders: true }, orderBy: { month: 'asc' } },
    },
  })
  return rows.map(({ openedOn, archivedAt, channels, taxRates, openingRevenues, ...entity }) => ({
    ...entity,
    openedOn: openedOn && asDay(openedOn),
    archived: archivedAt !== null,
    channels: channels.map(({ feeRate, archivedAt: closed, ...channel }) => ({
      ...channel,
      feeRate: feeRate.toFixed(6),
      archived: closed !== null,
    })),
    taxRates: taxRates.map(toRate),
    openingRevenues: openingRevenues.map(({ month, ...one }) => ({ month: asDay(month), ...one })),
  }))
}
