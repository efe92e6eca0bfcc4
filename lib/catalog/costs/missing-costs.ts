import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { addDays, localDay, type Day } from '@/lib/core/dates'
import { readerOf, type Reader, type Scope } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { recostingOf, type Recosting } from './recosting'
import { costsAtOnce } from './schema'

const REVENUE_DAYS = 365

export type CostlessProduct = {
  id: string
  sku: string
  title: string
  photoFileId: string | null
  priceCents: bigint | null
  /** From valid orders of a year. */
  revenueCents: bigint
  units: bigint
}
export type MissingCosts = {
  rows: CostlessProduct[]
  /** All of them, of which the first are in `rows`. */
  total: number
  /** Whether there is any product to have a cost. */
  hasProducts: boolean
  recosting: Recosting | null
  today: Day
}

/** Products `p` that have never had a cost; kits cost what their parts do. */
export const costlessProduct = (organizationId: string) => Prisma.sql`
  p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM product_cost c WHERE c.organization_id = p.organization_id AND c.product_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM kit_component k WHERE k.organization_id = p.organization_id AND k.kit_id = p.id)`

/** Products that have never had a cost, most revenue first; kits cost what their parts do. For roles that may read cost. */
export async function getMissingCostsFor(viewer: Pick<Member, 'timeZone'> & Scope): Promise<MissingCosts> {
  const { organizationId, timeZone } = viewer
  const today = localDay(new Date(), timeZone)
  const db = readerOf(viewer)
  const [found, [state]] = await Promise.all([
    listCostless(db, organizationId, addDays(today, -REVENUE_DAYS)),
    db.$queryRaw<[Pick<MissingCosts, 'hasProducts' | 'recosting'>]>`
      SELECT EXISTS (SELECT FROM product WHERE organization_id = ${organizationId}::uuid AND archived_at IS NULL) AS "hasProducts",
        ${recostingOf(organizationId)} AS recosting`,
  ])
  const rows = found.map(({ total: _, ...row }) => row)
  return { rows, total: found[0]?.total ?? 0, ...state, today }
}

/** Each with the number of all. */
const listCostless = (db: Reader, organizationId: string, from: Day) =>
  db.$queryRaw<(CostlessProduct & { total: number })[]>`
    WITH costless AS MATERIALIZED (
      SELECT p.id, p.sku::text AS sku, p.title, p.photo_file_id, p.price_cents FROM product p WHERE ${costlessProduct(organizationId)}
    ), sold AS (
      SELECT d.item_key, sum(d.revenue_cents)::bigint AS cents, sum(d.units)::bigint AS units FROM (
        SELECT item_key, revenue_cents, units FROM product_day WHERE ${isSaleSince(organizationId, from)}
        UNION ALL SELECT item_key, revenue_cents, units FROM product_day_delta WHERE ${isSaleSince(organizationId, from)}) d
      GROUP BY 1
    )
    SELECT c.id, c.sku, c.title, c.photo_file_id AS "photoFileId", c.price_cents AS "priceCents",
      coalesce(sold.cents, 0) AS "revenueCents", coalesce(sold.units, 0) AS units, (count(*) OVER ())::int AS total
    FROM costless c LEFT JOIN sold ON sold.item_key = c.id
    ORDER BY coalesce(sold.cents, 0) DESC, c.title, c.id LIMIT ${costsAtOnce}`

/** In SQL: a sale of these products alone, which are found by index; most sales of a year are of others. */
const isSaleSince = (organizationId: string, from: Day) => Prisma.sql`
  organization_id = ${organizationId}::uuid AND mapped AND day >= ${from}::date AND item_key = ANY (ARRAY(SELECT id FROM costless))`
