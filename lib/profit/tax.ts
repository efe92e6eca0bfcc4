import 'server-only'
import type { Day } from '@/lib/dates'
import type { Db } from '@/lib/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Cents } from '@/lib/money'
import type { OrderTax } from './order-profit'

const month = Prisma.sql`to_char(date_trunc('month', s.day), 'YYYY-MM-DD')`
const taxableKinds = Prisma.sql`kind IN ('product_revenue', 'refund', 'seller_voucher', 'coins', 'freight_rebate', 'freight_paid')`

/** `r`: the rate that the legal entity of the outlet `o` has on a day; its switches say what it is applied to. */
const rateOn = (organizationId: string, day: Prisma.Sql) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT t.rate, t.regime, t.from_day, t.less_vouchers, t.with_subsidies, t.with_freight FROM tax_rate t
    WHERE t.organization_id = ${organizationId}::uuid AND t.legal_entity_id = o.legal_entity_id AND t.from_day <= ${day}
    ORDER BY t.from_day DESC LIMIT 1
  ) r ON true`
const outlets = (organizationId: string) => Prisma.sql`
  SELECT id, legal_entity_id FROM shop WHERE organization_id = ${organizationId}::uuid
  UNION ALL SELECT id, legal_entity_id FROM channel WHERE organization_id = ${organizationId}::uuid`
const taxable = (kind: Prisma.Sql, cents: Prisma.Sql) => Prisma.sql`
  taxable_cents(${kind}, ${cents}, coalesce(r.less_vouchers, false), coalesce(r.with_subsidies, false), coalesce(r.with_freight, false))`

/**
 * Of each month, by the rate of the day of the sale. Rounded once for each day and outlet, so that outlets, days and months
 * add up to each other; a MEI pays a fixed amount and no rate.
 */
export const listTax = (db: Db, organizationId: string, where: Prisma.Sql) => db.$queryRaw<
  { month: Day; taxCents: Cents; untaxedCents: Cents }[]
>`
  WITH sold AS MATERIALIZED (
    SELECT day, outlet_id, kind, sum(amount_cents)::bigint AS cents FROM (
      SELECT day, outlet_id, kind, amount_cents FROM money_day WHERE ${where} AND ${taxableKinds}
      UNION ALL SELECT day, outlet_id, kind, amount_cents FROM money_day_delta WHERE ${where} AND ${taxableKinds}
    ) counted GROUP BY 1, 2, 3
  ), outlet AS (${outlets(organizationId)}), place AS (
    SELECT p.day, p.outlet_id, r.* FROM (SELECT DISTINCT day, outlet_id FROM sold) p JOIN outlet o ON o.id = p.outlet_id
    ${rateOn(organizationId, Prisma.sql`p.day`)}
  ), s AS (
    SELECT s.day, r.rate, r.regime, sum(${taxable(Prisma.sql`s.kind`, Prisma.sql`s.cents`)}) AS base
    FROM sold s JOIN place r ON r.day = s.day AND r.outlet_id = s.outlet_id
    GROUP BY s.day, s.outlet_id, r.rate, r.regime
  )
  SELECT ${month} AS month, coalesce(sum(round(s.base * s.rate)), 0)::bigint AS "taxCents",
    coalesce(sum(s.base) FILTER (WHERE s.rate IS NULL AND s.regime IS DISTINCT FROM 'mei'), 0)::bigint AS "untaxedCents"
  FROM s GROUP BY 1`

type TaxRow = Omit<OrderTax, 'rate'> & { rate: Prisma.Decimal | null }

/**
 * An order's share of its outlet's tax of the day, in the order in which the day's orders were placed: the shares add up to
 * the result's, to the cent. The base is the order's own.
 */
export async function getOrderTax(db: Db, organizationId: string, orderId: string): Promise<OrderTax> {
  const [row] = await db.$queryRaw<[TaxRow]>`
    WITH w AS MATERIALIZED (
      SELECT id, outlet_id, local_day, placed_at FROM orders WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid
    ), earlier AS MATERIALIZED (
      SELECT array_agg(d.id) AS ids FROM w JOIN orders d ON d.organization_id = ${organizationId}::uuid AND d.outlet_id = w.outlet_id
        AND d.placed_at > w.local_day - 2 AND (d.placed_at, d.id) < (w.placed_at, w.id) AND d.local_day = w.local_day AND d.status <> 'pending'
    ), r AS MATERIALIZED (
      SELECT r.* FROM w JOIN (${outlets(organizationId)}) o ON o.id = w.outlet_id ${rateOn(organizationId, Prisma.sql`w.local_day`)}
    ), base AS (
      SELECT coalesce((SELECT sum(${taxable(Prisma.sql`m.kind`, Prisma.sql`m.amount_cents`)}) FROM w, r, order_money(ARRAY[w.id]) m), 0) AS own,
        coalesce((SELECT sum(${taxable(Prisma.sql`m.kind`, Prisma.sql`m.amount_cents`)}) FROM earlier, r, order_money(earlier.ids) m), 0) AS before
    )
    SELECT b.own::bigint AS "baseCents", coalesce(round((b.before + b.own) * r.rate) - round(b.before * r.rate), 0)::bigint AS "taxCents",
      r.rate, r.regime, to_char(r.from_day, 'YYYY-MM-DD') AS "fromDay"
    FROM base b, r`
  return { ...row, rate: row.rate?.toFixed(6) ?? null }
}
