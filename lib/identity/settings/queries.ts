import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { asDay } from '@/lib/core/database/days'
import { Prisma } from '@/lib/generated/prisma/client'
import { listFormerEntities } from './former-entities'
import { entityOn, heldBy } from './held-by'
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

const salesDays = (organizationId: string) => Prisma.sql`(
  SELECT outlet_id, day FROM sales_day WHERE organization_id = ${organizationId}::uuid
  UNION ALL SELECT outlet_id, day FROM sales_day_delta WHERE organization_id = ${organizationId}::uuid) sold`
const sold = { outlet: Prisma.sql`sold.outlet_id`, day: Prisma.sql`sold.day` }

/** Counts the days on which its shops and channels were the entity's, as in the roll-ups. */
export async function hasSalesBetween(
  db: Db,
  organizationId: string,
  legalEntityId: string,
  from: Day,
  to: Day | null,
): Promise<boolean> {
  const [row] = await db.$queryRaw<[{ has: boolean }]>`
    SELECT EXISTS (SELECT FROM ${salesDays(organizationId)} WHERE sold.day BETWEEN ${from}::date AND ${to ?? 'infinity'}::date
      AND ${heldBy(legalEntityId, sold)}) AS has`
  return row.has
}

/** The first day with an order of each legal entity. */
export async function listFirstDays(db: Db, organizationId: string): Promise<Map<string, Day>> {
  const rows = await db.$queryRaw<{ entityId: string; day: Day }[]>`
    SELECT ${entityOn(Prisma.sql`o.legal_entity_id`, sold)} AS "entityId", to_char(min(sold.day), 'YYYY-MM-DD') AS day
    FROM ${salesDays(organizationId)} JOIN (
      SELECT id, legal_entity_id FROM shop WHERE organization_id = ${organizationId}::uuid
      UNION ALL SELECT id, legal_entity_id FROM channel WHERE organization_id = ${organizationId}::uuid
    ) o ON o.id = sold.outlet_id GROUP BY 1`
  return new Map(rows.map(({ entityId, day }) => [entityId, day]))
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
  const former = await listFormerEntities(db, organizationId)
  const formerly = (id: string) => former.get(id) ?? []
  return rows.map(({ openedOn, archivedAt, shops, channels, taxRates, openingRevenues, ...entity }) => ({
    ...entity,
    openedOn: openedOn && asDay(openedOn),
    archived: archivedAt !== null,
    shops: shops.map((shop) => ({ ...shop, formerly: formerly(shop.id) })),
    channels: channels.map(({ feeRate, archivedAt: closed, ...channel }) => ({
      ...channel,
      feeRate: feeRate.toFixed(6),
      archived: closed !== null,
      formerly: formerly(channel.id),
    })),
    taxRates: taxRates.map(toRate),
    openingRevenues: openingRevenues.map(({ month, ...one }) => ({ month: asDay(month), ...one })),
  }))
}
