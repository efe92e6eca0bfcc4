import 'server-only'
import { addMonths, startOfMonth, type Day } from '@/lib/core/dates'
import { Prisma } from '@/lib/generated/prisma/client'

const counted = [
  'orders',
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'units',
  'gross_cents',
  'cancelled_cents',
]
const soldItems = ['units', 'physical_units', 'revenue_cents']
const fees = ['fees_charged_cents', 'gross_charged_cents', 'fees_estimated_cents', 'gross_estimated_cents']
const costs = ['revenue_with_cost_cents', 'cost']
const shares = ['deductions_cents', 'packaging_cents', ...costs]
const monthly = [...soldItems, ...shares]
const finer = { sales_hour: ['units', 'gross_cents'], sales_state: ['units', 'gross_cents', ...shares] }

/** How far back fees and costs are added up from the orders, and months of products from days; the rest is for `npm run db:verify`. */
const RECENT_MONTHS = 3
const COMPARED_MONTHS = 12

const list = (columns: readonly string[], sign = '') =>
  Prisma.raw(columns.map((column) => `${sign}${column} AS ${column}`).join())
const differ = (columns: readonly string[]) => Prisma.raw(columns.map((column) => `sum(${column}) <> 0`).join(' OR '))

/**
 * Days whose kept sums are not those of the orders, as (day, orders, cents): orders by status, units and revenue by outlet, units and
 * revenue by product, and of the last months fees and costs too; or whose hours and states are not the day. A month whose products
 * are not those of its days stands as its first.
 */
export const differingDays = (organizationId: string, today: Day): Prisma.Sql => {
  const own = Prisma.sql`organization_id = ${organizationId}::uuid`
  const last = (months: number) => Prisma.sql`>= ${addMonths(startOfMonth(today), 1 - months)}::date`
  const [recent, compared] = [last(RECENT_MONTHS), last(COMPARED_MONTHS)]
  const valid = Prisma.sql`status NOT IN ('pending', 'cancelled')`
  const either = (table: string, columns: Prisma.Sql, where: Prisma.Sql) => Prisma.sql`
    SELECT ${columns} FROM ${Prisma.raw(table)} WHERE ${where} UNION ALL SELECT ${columns} FROM ${Prisma.raw(`${table}_delta`)} WHERE ${where}`
  const stages = Prisma.join(
    counted.slice(1, 7).map((status) => Prisma.sql`-count(*) FILTER (WHERE status = ${status}::"OrderStatus")`),
  )
  // Folded rows alone: what waits to be folded stands in neither.
  const finerDays = Object.entries(finer).map(
    ([table, columns]) => Prisma.sql`
      SELECT day, 0, 0 FROM (
        SELECT day, outlet_id, orders - pending - cancelled AS orders, ${list(columns)} FROM sales_day WHERE ${own}
        UNION ALL SELECT day, outlet_id, -orders, ${list(columns, '-')} FROM ${Prisma.raw(table)} WHERE ${own}) f
      GROUP BY day, outlet_id HAVING ${differ(['orders', ...columns])}`,
  )
  return Prisma.sql`
    WITH sold AS MATERIALIZED (
      SELECT local_day AS day, outlet_id, item_key, coalesce(sum(subtotal_cents) FILTER (WHERE cost IS NOT NULL), 0) AS revenue_with_cost_cents, coalesce(sum(cost), 0) AS cost
      FROM (
        SELECT o.local_day, o.outlet_id, coalesce(i.product_id, i.listing_id) AS item_key, i.subtotal_cents, round(i.unit_cost * i.quantity * i.product_quantity, 2) AS cost
        FROM orders o JOIN order_item i ON i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
        WHERE o.organization_id = ${organizationId}::uuid AND o.local_day ${recent} AND o.${valid}) s
      GROUP BY 1, 2, 3
    )
    SELECT day, sum(orders) AS orders, sum(cents) AS cents FROM (
      SELECT day, sum(orders) AS orders, sum(gross_cents) AS cents FROM (
        ${either('sales_day', Prisma.sql`day, outlet_id, ${list(counted)}`, own)}
        UNION ALL SELECT local_day, outlet_id, -count(*), ${stages}, -coalesce(sum(units) FILTER (WHERE ${valid}), 0),
          -coalesce(sum(revenue_cents) FILTER (WHERE ${valid}), 0), -coalesce(sum(revenue_cents) FILTER (WHERE status = 'cancelled'), 0)
        FROM orders WHERE ${own} GROUP BY 1, 2) s
      GROUP BY day, outlet_id HAVING ${differ(counted)}
      UNION ALL
      SELECT day, 0, 0 FROM (
        ${either('product_day', Prisma.sql`day, outlet_id, item_key, ${list(soldItems)}`, own)}
        UNION ALL SELECT o.local_day, o.outlet_id, coalesce(i.product_id, i.listing_id), -i.quantity, -i.quantity * i.product_quantity, -i.subtotal_cents
        FROM orders o JOIN order_item i ON i.organization_id = ${organizationId}::uuid AND i.order_id = o.id
        WHERE o.organization_id = ${organizationId}::uuid AND o.${valid}) p
      GROUP BY day, outlet_id, item_key HAVING ${differ(soldItems)}
      UNION ALL
      SELECT day, 0, 0 FROM (
        ${either('sales_day', Prisma.sql`day, outlet_id, ${list([...fees, ...costs])}`, Prisma.sql`${own} AND day ${recent}`)}
        UNION ALL SELECT local_day, outlet_id, -coalesce(sum(fees_charged_cents), 0), -coalesce(sum(revenue_cents) FILTER (WHERE fees_charged_cents IS NOT NULL), 0),
          -coalesce(sum(fees_estimated_cents) FILTER (WHERE fees_charged_cents IS NULL), 0),
          -coalesce(sum(revenue_cents) FILTER (WHERE fees_charged_cents IS NULL AND fees_estimated_cents IS NOT NULL), 0), 0, 0
        FROM orders WHERE ${own} AND local_day ${recent} AND ${valid} GROUP BY 1, 2
        UNION ALL SELECT day, outlet_id, 0, 0, 0, 0, ${list(costs, '-')} FROM sold) m
      GROUP BY day, outlet_id HAVING ${differ([...fees, ...costs])}
      UNION ALL
      SELECT day, 0, 0 FROM (
        ${either('product_day', Prisma.sql`day, outlet_id, item_key, ${list(costs)}`, Prisma.sql`${own} AND day ${recent}`)}
        UNION ALL SELECT day, outlet_id, item_key, ${list(costs, '-')} FROM sold) c
      GROUP BY day, outlet_id, item_key HAVING ${differ(costs)}
      UNION ALL
      SELECT month, 0, 0 FROM (
        SELECT month, outlet_id, item_key, ${list(monthly)} FROM product_month WHERE ${own} AND month ${compared}
        UNION ALL SELECT date_trunc('month', day)::date, outlet_id, item_key, ${list(monthly, '-')} FROM product_day WHERE ${own} AND day ${compared}) y
      GROUP BY month, outlet_id, item_key HAVING ${differ(monthly)}
      UNION ALL ${Prisma.join(finerDays, ' UNION ALL ')}
    ) off GROUP BY day`
}
