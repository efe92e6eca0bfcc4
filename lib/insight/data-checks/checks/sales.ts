import 'server-only'
import { Prisma } from '@/lib/generated/prisma/client'
import { derived } from '../derived'
import { sqlCheck } from '../contract'
import { rebuildMonths, refreshOrderList } from '../repairs/sales'
import { differingDays } from './sales-sums'

/** Day by day what the sales figures are kept as, against the orders. */
export const salesSums = sqlCheck({
  name: 'salesSums',
  severity: 'critical',
  right: 'sales.read',
  repair: rebuildMonths,
  rowHref: (day) => `/dashboard/minha-empresa/pedidos?from=${day}&to=${day}&sort=newest`,
  query: (organizationId, { today }) => Prisma.sql`
    SELECT day::text AS ref, day::text AS label, jsonb_build_object('orders', orders::text, 'cents', cents::text) AS values
    FROM (${differingDays(organizationId, today)}) d`,
})

/** Sums that are kept of other sums: months and quarters of products, buyers who come back, the wallet's days, settlements' days. */
export const sumsOfSums = sqlCheck({
  name: 'sumsOfSums',
  severity: 'critical',
  right: 'money.read',
  query: (organizationId) =>
    Prisma.join(
      Object.entries(derived).map(([table, { keys, sums, kept, recomputed }]) => {
        const columns = (sign: string) => Prisma.raw([...keys, ...sums.map((sum) => `${sign}${sum} AS ${sum}`)].join())
        const own = Prisma.sql`WHERE organization_id = ${organizationId}::uuid`
        const at = Prisma.raw(`concat_ws(' · ', ${keys.map((key) => `${key}::text`).join()})`)
        return Prisma.sql`
          SELECT ${table} AS ref, ${at} AS label, jsonb_build_object('table', ${table}::text) AS values
          FROM (SELECT ${columns('')} FROM (${Prisma.raw(kept)}) k ${own}
            UNION ALL SELECT ${columns('-')} FROM (${Prisma.raw(recomputed)}) r ${own}) t
          GROUP BY ${Prisma.raw(keys.join())} HAVING ${Prisma.raw(sums.map((sum) => `sum(${sum}) <> 0`).join(' OR '))}`
      }),
      ' UNION ALL ',
    ),
})

/** An order's revenue and units are those of its items. */
export const orderSums = sqlCheck({
  name: 'orderSums',
  severity: 'critical',
  right: 'sales.read',
  rowHref: (id) => `/dashboard/orders/${id}`,
  query: (organizationId) => Prisma.sql`
    SELECT o.id AS ref, o.code AS label, jsonb_build_object('cents', (o.revenue_cents - coalesce(i.revenue, 0))::text) AS values
    FROM orders o LEFT JOIN (
      SELECT order_id, sum(subtotal_cents) AS revenue, sum(quantity) AS units FROM order_item WHERE organization_id = ${organizationId}::uuid GROUP BY 1
    ) i ON i.order_id = o.id
    WHERE o.organization_id = ${organizationId}::uuid AND (o.revenue_cents <> coalesce(i.revenue, 0) OR o.units <> coalesce(i.units, 0))`,
})

/** The search and sort columns of the order list, against the orders themselves. */
export const deskRows = sqlCheck({
  name: 'deskRows',
  severity: 'warning',
  right: 'sales.read',
  repair: refreshOrderList,
  rowHref: (id) => `/dashboard/orders/${id}`,
  query: (organizationId) => Prisma.sql`
    SELECT o.id AS ref, o.code AS label, '{}'::jsonb AS values
    FROM orders o LEFT JOIN order_list d ON d.organization_id = ${organizationId}::uuid AND d.order_id = o.id
    LEFT JOIN (
      SELECT order_id, bool_or(product_id IS NULL) AS unmapped FROM order_item WHERE organization_id = ${organizationId}::uuid GROUP BY 1
    ) i ON i.order_id = o.id
    WHERE o.organization_id = ${organizationId}::uuid AND (d.outlet_id, d.placed_at, d.revenue_cents, d.unmapped) IS DISTINCT FROM
      (o.outlet_id, o.placed_at, o.revenue_cents, coalesce(i.unmapped, false))`,
})

export const ordersUnmapped = sqlCheck({
  name: 'ordersUnmapped',
  severity: 'warning',
  right: 'sales.read',
  href: '/dashboard/minha-empresa/pedidos?unmapped=1&sort=newest',
  rowHref: (id) => `/dashboard/orders/${id}`,
  query: (organizationId) => Prisma.sql`
    SELECT o.id AS ref, o.code AS label, '{}'::jsonb AS values FROM order_list d
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = d.order_id
    WHERE d.organization_id = ${organizationId}::uuid AND d.unmapped`,
})
