import 'server-only'
import type { Day, DayRange } from '@/lib/dates'
import type { Db } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { asPlatform, type SalesFilters } from '@/lib/dashboard/filters'
import type { SalesFigures } from '@/lib/dashboard/metrics'

export type Outlets = Pick<SalesFilters, 'shop' | 'channel'> & { entity?: string | null }

/** The rows of one of the roll-up tables: days (where it has them) and outlets asked for, in the tenant's organization. */
export function withinOutlets(
  organizationId: string,
  range: DayRange | null,
  { shop, channel, entity }: Outlets,
): Prisma.Sql {
  const conditions = [Prisma.sql`organization_id = ${organizationId}::uuid`]
  if (range) conditions.push(Prisma.sql`day BETWEEN ${range.from}::date AND ${range.to}::date`)
  if (shop) conditions.push(Prisma.sql`outlet_id = ${shop}::uuid`)
  if (entity)
    conditions.push(Prisma.sql`outlet_id IN (
      SELECT id FROM shop WHERE organization_id = ${organizationId}::uuid AND legal_entity_id = ${entity}::uuid
      UNION ALL SELECT id FROM channel WHERE organization_id = ${organizationId}::uuid AND legal_entity_id = ${entity}::uuid)`)
  const platform = asPlatform(channel)
  if (platform === 'shopee') {
    conditions.push(
      Prisma.sql`outlet_id IN (SELECT id FROM shop WHERE organization_id = ${organizationId}::uuid AND platform = 'shopee')`,
    )
  } else if (platform === 'manual') {
    conditions.push(Prisma.sql`outlet_id IN (SELECT id FROM channel WHERE organization_id = ${organizationId}::uuid)`)
  } else if (channel) {
    conditions.push(Prisma.sql`outlet_id = ${channel}::uuid`)
  }
  return Prisma.join(conditions, ' AND ')
}

export type SalesDayRow = SalesFigures & { day: Day }

/** One row a day with sales, from what is folded and what was appended since: as many rows as days, however many orders. */
export async function listSalesDays(
  db: Db,
  organizationId: string,
  range: DayRange,
  outlets: Outlets,
): Promise<SalesDayRow[]> {
  const where = withinOutlets(organizationId, range, outlets)
  const columns = Prisma.sql`day, orders, pending, confirmed, processing, shipped, delivered, cancelled, units, gross_cents,
    cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents`
  return db.$queryRaw<SalesDayRow[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(orders)::bigint AS orders, sum(pending)::bigint AS pending,
      sum(confirmed)::bigint AS confirmed, sum(processing)::bigint AS processing, sum(shipped)::bigint AS shipped,
      sum(delivered)::bigint AS delivered, sum(cancelled)::bigint AS cancelled, sum(units)::bigint AS units,
      sum(gross_cents)::bigint AS "grossCents", sum(cancelled_cents)::bigint AS "cancelledCents",
      sum(fees_charged_cents)::bigint AS "feesChargedCents", sum(gross_charged_cents)::bigint AS "grossChargedCents",
      sum(fees_estimated_cents)::bigint AS "feesEstimatedCents", sum(gross_estimated_cents)::bigint AS "grossEstimatedCents"
    FROM (
      SELECT ${columns} FROM sales_day WHERE ${where}
      UNION ALL
      SELECT ${columns} FROM sales_day_delta WHERE ${where}
    ) counted
    GROUP BY counted.day ORDER BY counted.day`
}

export type SalesFrame = {
  shops: { id: string; name: string }[]
  channels: { id: string; name: string }[]
  newestOrder: { placedAt: Date; day: Day } | null
  importedAt: Date | null
  /** When the connected shop that was heard of longest ago was last read; null without such a shop. */
  syncedAt: Date | null
  /** An import whose orders are being taken in right now. */
  applyingImportId: string | null
  hasProducts: boolean
}

/** What the filters offer and how fresh the figures are. */
export async function getSalesFrame(db: Db, organizationId: string): Promise<SalesFrame> {
  const where = { organizationId }
  const shops = await db.shop.findMany({
    where,
    select: { id: true, name: true, status: true, lastSyncedAt: true },
    orderBy: { name: 'asc' },
  })
  const channels = await db.channel.findMany({ where, select: { id: true, name: true }, orderBy: { name: 'asc' } })
  const newest = await db.order.findFirst({
    where,
    select: { placedAt: true, localDay: true },
    orderBy: [{ placedAt: 'desc' }, { id: 'desc' }],
  })
  const imported = await db.import.findFirst({
    where: { ...where, kind: 'orders', state: 'done' },
    select: { finishedAt: true },
    orderBy: { createdAt: 'desc' },
  })
  const applying = await db.import.findFirst({
    where: { ...where, kind: 'orders', state: 'applying' },
    select: { id: true },
    orderBy: { createdAt: 'desc' },
  })
  const product = newest ? null : await db.product.findFirst({ where, select: { id: true } })
  const synced = shops.filter(({ status }) => status === 'active').flatMap(({ lastSyncedAt }) => lastSyncedAt ?? [])
  return {
    shops: shops.map(({ id, name }) => ({ id, name })),
    channels,
    newestOrder: newest && { placedAt: newest.placedAt, day: newest.localDay.toISOString().slice(0, 10) },
    importedAt: imported?.finishedAt ?? null,
    syncedAt: synced.length > 0 ? new Date(Math.min(...synced.map((at) => at.getTime()))) : null,
    applyingImportId: applying?.id ?? null,
    hasProducts: newest !== null || product !== null,
  }
}
