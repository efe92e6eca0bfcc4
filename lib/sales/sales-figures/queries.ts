import 'server-only'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { heldBy } from '@/lib/identity/settings/held-by'
import { asPlatform, type SalesFilters } from '@/lib/sales/sales-figures/filters'
import { noSales, type SalesFigures } from '@/lib/sales/sales-figures/figures'

export type SalesChannels = Pick<SalesFilters, 'shop' | 'channel'> & { entity?: string | null }

/**
 * The rows of one of the roll-up tables: days (where it has them) and outlets asked for, in the tenant's organization. A legal entity has
 * an outlet's rows of the days on which the outlet was its own: by the rows' `day`, or by the one of the sale that they belong to.
 */
export function withinSalesChannels(
  organizationId: string,
  range: DayRange | null,
  { shop, channel, entity }: SalesChannels,
  soldOn = Prisma.sql`day`,
): Prisma.Sql {
  const conditions = [Prisma.sql`organization_id = ${organizationId}::uuid`]
  if (range) conditions.push(Prisma.sql`day BETWEEN ${range.from}::date AND ${range.to}::date`)
  if (shop) conditions.push(Prisma.sql`outlet_id = ${shop}::uuid`)
  if (entity) conditions.push(heldBy(entity, { outlet: Prisma.sql`outlet_id`, day: soldOn }))
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

/**
 * One row a day with sales, from what is folded and what was appended since: as many rows as days, however many orders. With
 * `starts` (in order, the range's first day among them) one row for all days from each of them up to the next.
 */
export function listSalesDays(
  db: Reader,
  organizationId: string,
  range: DayRange,
  salesChannels: SalesChannels,
  starts?: readonly Day[],
): Promise<SalesDayRow[]> {
  const day = starts
    ? Prisma.sql`(${starts}::date[])[width_bucket(counted.day, ${starts}::date[])]`
    : Prisma.sql`counted.day`
  return db.$queryRaw<SalesDayRow[]>`
    SELECT to_char(${day}, 'YYYY-MM-DD') AS day, ${salesSums} FROM ${salesRows(organizationId, range, salesChannels)}
    GROUP BY 1 ORDER BY 1`
}

/** The same in one row. */
export async function sumSalesDays(
  db: Db,
  organizationId: string,
  range: DayRange,
  salesChannels: SalesChannels,
): Promise<SalesFigures> {
  const [row] = await db.$queryRaw<(SalesFigures & { days: number })[]>`
    SELECT count(*)::int AS days, ${salesSums} FROM ${salesRows(organizationId, range, salesChannels)}`
  if (!row || row.days === 0) return noSales
  const { days: _, ...sums } = row
  return sums
}

const salesSums = Prisma.sql`sum(orders)::bigint AS orders, sum(pending)::bigint AS pending,
      sum(confirmed)::bigint AS confirmed, sum(processing)::bigint AS processing, sum(shipped)::bigint AS shipped,
      sum(delivered)::bigint AS delivered, sum(cancelled)::bigint AS cancelled, sum(units)::bigint AS units,
      sum(gross_cents)::bigint AS "grossCents", sum(unpriced)::bigint AS unpriced, sum(cancelled_cents)::bigint AS "cancelledCents",
      sum(fees_charged_cents)::bigint AS "feesChargedCents", sum(gross_charged_cents)::bigint AS "grossChargedCents",
      sum(fees_estimated_cents)::bigint AS "feesEstimatedCents", sum(gross_estimated_cents)::bigint AS "grossEstimatedCents"`

function salesRows(organizationId: string, range: DayRange, salesChannels: SalesChannels): Prisma.Sql {
  const where = withinSalesChannels(organizationId, range, salesChannels)
  const columns = Prisma.sql`day, orders, pending, confirmed, processing, shipped, delivered, cancelled, units, gross_cents, unpriced,
    cancelled_cents, fees_charged_cents, gross_charged_cents, fees_estimated_cents, gross_estimated_cents`
  return Prisma.sql`(
      SELECT ${columns} FROM sales_day WHERE ${where}
      UNION ALL
      SELECT ${columns} FROM sales_day_delta WHERE ${where}
    ) counted`
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

/** The choices of the filters, and the age of the figures. */
export async function getSalesFrame(db: Reader, organizationId: string): Promise<SalesFrame> {
  type Row = Omit<SalesFrame, 'newestOrder'> & { placedAt: Date | null; day: Day | null }
  const ours = Prisma.sql`organization_id = ${organizationId}::uuid`
  const named = Prisma.sql`coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY name), '[]')`
  const [frame] = await db.$queryRaw<[Row]>`
    WITH newest AS MATERIALIZED (
      SELECT placed_at, local_day FROM orders WHERE ${ours} ORDER BY placed_at DESC, id DESC LIMIT 1
    )
    SELECT (SELECT ${named} FROM shop WHERE ${ours}) AS shops, (SELECT ${named} FROM channel WHERE ${ours}) AS channels,
      (SELECT placed_at FROM newest) AS "placedAt", (SELECT to_char(local_day, 'YYYY-MM-DD') FROM newest) AS day,
      (SELECT finished_at FROM import WHERE ${ours} AND kind = 'orders' AND state = 'done' ORDER BY created_at DESC LIMIT 1) AS "importedAt",
      (SELECT min(last_synced_at) FROM shop WHERE ${ours} AND status = 'active') AS "syncedAt",
      (SELECT id FROM import WHERE ${ours} AND kind = 'orders' AND state = 'applying' ORDER BY created_at DESC LIMIT 1) AS "applyingImportId",
      EXISTS (SELECT FROM newest) OR EXISTS (SELECT FROM product WHERE ${ours}) AS "hasProducts"`
  const { placedAt, day, ...rest } = frame
  return { ...rest, newestOrder: placedAt && day ? { placedAt, day } : null }
}
