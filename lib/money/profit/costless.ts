import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { soldItems } from '@/lib/sales/sales-figures/product-sales'
import { withinSalesChannels } from '@/lib/sales/sales-figures/queries'
import type { Day } from '@/lib/core/dates'
import { runAlone, type Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/core/money'
import type { ResultView } from './views'

/** A product, or a listing that no product is mapped to, of which something was sold without a cost. */
export type CostlessItem = {
  id: string
  mapped: boolean
  title: string
  sku: string | null
  /** Its sales without a cost: the amount, the number of days, and the first and last of them. */
  cents: Cents
  days: number
  from: Day
  to: Day
}
export type Costless = {
  /** Those that lack most. */
  items: CostlessItem[]
  /** How many there are, and what they lack together. */
  total: number
  cents: Cents
}

export const costlessShown = 5
type Viewer = Pick<Member, 'role'> & Scope

/** Which products, days and amounts of a result have no cost; null where none is missing. */
export async function getCostlessFor(
  viewer: Viewer,
  { total: { grossCents, revenueWithCostCents }, filters, today }: ResultView,
): Promise<Costless | null> {
  if (!can(viewer.role, 'money.read')) throw new UserError('permissionDenied')
  if (grossCents <= revenueWithCostCents) return null
  const { organizationId } = viewer
  const { from, to, shop, channel, entity } = filters
  const [range, salesChannels] = [
    { from, to },
    { shop, channel, entity },
  ]
  const sold = soldItems(viewer, { range, salesChannels, today, columns: ['revenue_cents', 'revenue_with_cost_cents'] })
  const where = withinSalesChannels(organizationId, range, salesChannels)
  const days = (table: Prisma.Sql) => Prisma.sql`
    SELECT item_key, day, revenue_cents, revenue_with_cost_cents FROM ${table}
    WHERE ${where} AND item_key = ANY (ARRAY(SELECT item_key FROM lacking))`
  const rows = await runAlone<CostlessItem & { total: number; allCents: Cents }>(
    viewer,
    Prisma.sql`
      WITH every AS MATERIALIZED (
        SELECT item_key, mapped, (sum(revenue_cents) - sum(revenue_with_cost_cents))::bigint AS cents FROM (${sold}) counted
        GROUP BY 1, 2 HAVING sum(revenue_cents) > sum(revenue_with_cost_cents)
      ), lacking AS MATERIALIZED (
        SELECT *, (count(*) OVER ())::int AS total, (sum(cents) OVER ())::bigint AS all_cents FROM every
        ORDER BY cents DESC, item_key LIMIT ${costlessShown}
      ), unpriced AS (
        SELECT item_key, count(*)::int AS days, min(day) AS first, max(day) AS last FROM (
          SELECT item_key, day FROM (${days(Prisma.sql`product_day`)} UNION ALL ${days(Prisma.sql`product_day_delta`)}) d
          GROUP BY 1, 2 HAVING sum(revenue_cents) > sum(revenue_with_cost_cents)
        ) each GROUP BY 1
      )
      SELECT k.item_key AS id, k.mapped, coalesce(p.title, l.title, '') AS title, coalesce(p.sku, l.sku)::text AS sku, k.cents,
        coalesce(t.days, 0) AS days, to_char(t.first, 'YYYY-MM-DD') AS from, to_char(t.last, 'YYYY-MM-DD') AS to, k.total, k.all_cents AS "allCents"
      FROM lacking k LEFT JOIN unpriced t ON t.item_key = k.item_key
      LEFT JOIN product p ON p.organization_id = ${organizationId}::uuid AND k.mapped AND p.id = k.item_key
      LEFT JOIN listing l ON l.organization_id = ${organizationId}::uuid AND NOT k.mapped AND l.id = k.item_key
      ORDER BY k.cents DESC, k.item_key`,
  )
  const first = rows[0]
  if (!first) return null
  return {
    items: rows.map(({ total: _, allCents: __, ...item }) => item),
    total: first.total,
    cents: first.allCents,
  }
}
