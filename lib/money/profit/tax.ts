import 'server-only'
import type { Day, DayRange } from '@/lib/core/dates'
import type { Db, Reader } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { entityOn } from '@/lib/identity/settings/held-by'
import { withinSalesChannels, type SalesChannels } from '@/lib/sales/sales-figures/queries'
import type { Cents } from '@/lib/core/money'
import type { OrderTax } from './order-profit'

export const dayOf = (day: Prisma.Sql): Prisma.Sql => Prisma.sql`to_char(${day}, 'YYYY-MM-DD')`
/** The last of the days `starts`, in their order, that is not after `day`. */
export const startOf = (starts: readonly Day[], day: Prisma.Sql): Prisma.Sql =>
  dayOf(Prisma.sql`(${starts}::date[])[width_bucket(${day}, ${starts}::date[])]`)
const taxableKinds = Prisma.sql`kind IN ('product_revenue', 'refund', 'seller_voucher', 'coins', 'freight_rebate', 'freight_paid', 'pix_discount')`

/** `r`: the rate that a legal entity has on a day; its switches say what it is applied to. */
export const rateOn = (organizationId: string, entity: Prisma.Sql, day: Prisma.Sql) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT t.rate, t.regime, t.from_day, t.less_vouchers, t.with_subsidies, t.with_freight, t.less_pix FROM tax_rate t
    WHERE t.organization_id = ${organizationId}::uuid AND t.legal_entity_id = ${entity} AND t.from_day <= ${day}
    ORDER BY t.from_day DESC LIMIT 1
  ) r ON true`
const salesChannels = (organizationId: string) => Prisma.sql`
  SELECT id, legal_entity_id FROM shop WHERE organization_id = ${organizationId}::uuid
  UNION ALL SELECT id, legal_entity_id FROM channel WHERE organization_id = ${organizationId}::uuid`
export const taxable = (kind: Prisma.Sql, cents: Prisma.Sql) => Prisma.sql`
  (taxable_cents(${kind}, ${cents}, coalesce(r.less_vouchers, false), coalesce(r.with_subsidies, false), coalesce(r.with_freight, false))
  + CASE WHEN ${kind} = 'pix_discount' AND coalesce(r.less_pix, true) THEN ${cents} ELSE 0 END)`

/** The day on which the first return of an order was opened, in the company's time zone; `r` are returns of the organization. */
const returnDay = (organizationId: string) => Prisma.sql`(min(r.opened_at) AT TIME ZONE
  (SELECT z.time_zone FROM organization z WHERE z.organization_id = ${organizationId}::uuid))::date`

/**
 * `moved`: a return reduces what is taxed on its own day, and the roll-ups have the refund on the day of the sale: taken from there,
 * put here. A refund without a return stays with the sale. Only returns since the first day of the period move anything in it, and only
 * those of a refund (`money_line_refund`): whichever are fewer are looked through.
 */
const movedRefunds = (organizationId: string, { from }: DayRange) => Prisma.sql`
  recent AS MATERIALIZED (
    SELECT DISTINCT r.order_id FROM order_return r
    JOIN money_line m ON m.organization_id = ${organizationId}::uuid AND m.order_id = r.order_id AND m.kind = 'refund'
    WHERE r.organization_id = ${organizationId}::uuid AND r.opened_at >= (${from}::date - 1)::timestamptz AND r.state <> 'cancelled'
  ), back AS MATERIALIZED (
    SELECT r.order_id, ${returnDay(organizationId)} AS day FROM order_return r
    WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = ANY (ARRAY(SELECT order_id FROM recent)) AND r.state <> 'cancelled'
    GROUP BY 1 HAVING min(r.opened_at) >= (${from}::date - 1)::timestamptz
  ), refunded AS MATERIALIZED (
    SELECT o.id, o.outlet_id, o.local_day, m.amount_cents, dense_rank() OVER (PARTITION BY o.id ORDER BY m.source DESC) AS place
    FROM orders o JOIN money_line m ON m.organization_id = ${organizationId}::uuid AND m.order_id = o.id AND m.kind = 'refund'
      AND m.order_id = ANY (ARRAY(SELECT order_id FROM back))
    WHERE o.organization_id = ${organizationId}::uuid AND o.id = ANY (ARRAY(SELECT order_id FROM back)) AND o.status <> 'pending'
      AND (o.status <> 'cancelled' OR m.source IN ('income', 'api'))
  ), moved AS MATERIALIZED (
    SELECT ${organizationId}::uuid AS organization_id, d.day, f.local_day AS sold_on, f.outlet_id, 'refund'::"MoneyKind" AS kind, d.cents AS amount_cents
    FROM refunded f JOIN back b ON b.order_id = f.id
    CROSS JOIN LATERAL (VALUES (f.local_day, -f.amount_cents), (b.day, f.amount_cents)) d (day, cents)
    WHERE f.place = 1 AND b.day <> f.local_day
  )`

/**
 * `sold`: what is taxed of each day, outlet and legal entity, with `place`, the rate of that day. A refund on a later day stays with the
 * entity that sold, also where the outlet is another's by then.
 */
const soldOf = (organizationId: string, range: DayRange, scope: SalesChannels) => {
  const where = withinSalesChannels(organizationId, range, scope)
  const entity = entityOn(Prisma.sql`NULL`, { outlet: Prisma.sql`outlet_id`, day: Prisma.sql`sold_on` })
  return Prisma.sql`${movedRefunds(organizationId, range)}, sold AS MATERIALIZED (
    SELECT day, outlet_id, ${entity} AS former_id, kind, sum(amount_cents)::bigint AS cents FROM (
      SELECT day, day AS sold_on, outlet_id, kind, amount_cents FROM money_day WHERE ${where} AND ${taxableKinds}
      UNION ALL SELECT day, day, outlet_id, kind, amount_cents FROM money_day_delta WHERE ${where} AND ${taxableKinds}
      UNION ALL SELECT day, sold_on, outlet_id, kind, amount_cents FROM moved
        WHERE ${withinSalesChannels(organizationId, range, scope, Prisma.sql`sold_on`)}
    ) counted GROUP BY 1, 2, 3, 4
  ), outlet AS (${salesChannels(organizationId)}), place AS (
    SELECT p.day, p.outlet_id, p.former_id, p.entity_id, r.* FROM (
      SELECT DISTINCT s.day, s.outlet_id, s.former_id, coalesce(s.former_id, o.legal_entity_id) AS entity_id FROM sold s JOIN outlet o ON o.id = s.outlet_id
    ) p ${rateOn(organizationId, Prisma.sql`p.entity_id`, Prisma.sql`p.day`)}
  )`
}
const ofPlace = Prisma.sql`r.day = s.day AND r.outlet_id = s.outlet_id AND r.former_id IS NOT DISTINCT FROM s.former_id`

/** `s`: what is taxed, with its rate; rounded once for each day, outlet and entity, so that outlets, days and months add up to each other. */
const taxed = (organizationId: string, range: DayRange, scope: SalesChannels) => Prisma.sql`
  WITH ${soldOf(organizationId, range, scope)}, s AS (
    SELECT s.day, s.outlet_id, r.rate, r.regime, sum(${taxable(Prisma.sql`s.kind`, Prisma.sql`s.cents`)}) AS base
    FROM sold s JOIN place r ON ${ofPlace}
    GROUP BY s.day, s.outlet_id, r.entity_id, r.rate, r.regime
  )`
/** As `divideHalfUp` rounds the price calculator's tax: half a cent goes up, below zero away from it. Exact: numeric alone. */
const halfUp = (cents: Prisma.Sql) => Prisma.sql`round(${cents})`

const taxSums = Prisma.sql`coalesce(sum(${halfUp(Prisma.sql`s.base * s.rate`)}), 0)::bigint AS "taxCents",
    coalesce(sum(s.base) FILTER (WHERE s.rate IS NULL AND s.regime IS DISTINCT FROM 'mei'), 0)::bigint AS "untaxedCents"`

/**
 * From each of these days up to the next, by the rate of the day of the sale, or of the return; a MEI pays a fixed amount and no
 * rate.
 */
export const listTax = (
  db: Reader,
  organizationId: string,
  range: DayRange,
  scope: SalesChannels,
  starts: readonly Day[],
) =>
  db.$queryRaw<
    { start: Day; taxCents: Cents; untaxedCents: Cents }[]
  >`${taxed(organizationId, range, scope)} SELECT ${startOf(starts, Prisma.sql`s.day`)} AS start, ${taxSums} FROM s GROUP BY 1`

/** The same of each outlet, on each day or of the whole period (`day` is null then). */
export const listSalesChannelTax = (
  db: Reader,
  organizationId: string,
  range: DayRange,
  scope: SalesChannels,
  by: 'day' | 'period' = 'day',
) => db.$queryRaw<{ day: Day | null; outletId: string; taxCents: Cents; untaxedCents: Cents }[]>`
  ${taxed(organizationId, range, scope)}
  SELECT ${by === 'day' ? dayOf(Prisma.sql`s.day`) : Prisma.sql`NULL::text`} AS day, s.outlet_id AS "outletId", ${taxSums} FROM s GROUP BY 1, 2`

export type TaxableMonth = { legalEntityId: string; month: Day; cents: Cents }

/** The taxable revenue of each legal entity, month by month, over all its shops and channels. */
export const listTaxable = (db: Db, organizationId: string, range: DayRange) => db.$queryRaw<TaxableMonth[]>`
  WITH ${soldOf(organizationId, range, { shop: null, channel: null })}
  SELECT r.entity_id AS "legalEntityId", ${dayOf(Prisma.sql`date_trunc('month', s.day)`)} AS month,
    sum(${taxable(Prisma.sql`s.kind`, Prisma.sql`s.cents`)})::bigint AS cents
  FROM sold s JOIN place r ON ${ofPlace} GROUP BY 1, 2 ORDER BY 1, 2`

type TaxRow = Omit<OrderTax, 'rate'> & { rate: Prisma.Decimal | null }

/**
 * An order's share of its sales channel's tax of the day, in the order in which the day's orders were placed: the
 * shares add up to the result's, to the cent. The base is the order's own. A refund on a later day gives back tax by
 * the rate of that day, rounded for the order.
 */
export async function getOrderTax(db: Db, organizationId: string, orderId: string): Promise<OrderTax> {
  const [row] = await db.$queryRaw<[TaxRow]>`
    WITH w AS MATERIALIZED (
      SELECT id, outlet_id, local_day, placed_at, entity_on(outlet_id, local_day) AS entity_id FROM orders
      WHERE organization_id = ${organizationId}::uuid AND id = ${orderId}::uuid
    ), earlier AS MATERIALIZED (
      SELECT array_agg(d.id) AS ids FROM w JOIN orders d ON d.organization_id = ${organizationId}::uuid AND d.outlet_id = w.outlet_id
        AND d.placed_at > w.local_day - 2 AND (d.placed_at, d.id) < (w.placed_at, w.id) AND d.local_day = w.local_day AND d.status <> 'pending'
    ), r AS MATERIALIZED (
      SELECT r.* FROM w ${rateOn(organizationId, Prisma.sql`w.entity_id`, Prisma.sql`w.local_day`)}
    ), back AS MATERIALIZED (
      SELECT r.order_id, ${returnDay(organizationId)} AS day FROM w, order_return r
      WHERE r.organization_id = ${organizationId}::uuid AND r.order_id = ANY (ARRAY(SELECT unnest(ids) FROM earlier UNION ALL SELECT id FROM w)) AND r.state <> 'cancelled'
      GROUP BY r.order_id, w.local_day HAVING ${returnDay(organizationId)} <> w.local_day
    ), own AS MATERIALIZED (
      SELECT sum(${taxable(Prisma.sql`m.kind`, Prisma.sql`m.amount_cents`)}) FILTER (WHERE b.day IS NULL OR m.kind <> 'refund') AS sold,
        sum(m.amount_cents) FILTER (WHERE b.day IS NOT NULL AND m.kind = 'refund') AS refunded
      FROM w CROSS JOIN r CROSS JOIN order_money(ARRAY[w.id]) m LEFT JOIN back b ON b.order_id = w.id
    ), base AS (
      SELECT coalesce((SELECT sold FROM own), 0) AS own, coalesce((SELECT refunded FROM own), 0) AS refunded,
        coalesce((SELECT sum(${taxable(Prisma.sql`m.kind`, Prisma.sql`m.amount_cents`)}) FROM earlier, r, order_money(earlier.ids) m
          WHERE m.kind <> 'refund' OR NOT EXISTS (SELECT FROM back b WHERE b.order_id = m.order_id)), 0) AS before,
        (SELECT r.rate FROM w JOIN back b ON b.order_id = w.id ${rateOn(organizationId, Prisma.sql`w.entity_id`, Prisma.sql`b.day`)}) AS rate_back
    )
    SELECT (b.own + b.refunded)::bigint AS "baseCents", (coalesce(
        ${halfUp(Prisma.sql`(b.before + b.own) * r.rate`)} - ${halfUp(Prisma.sql`b.before * r.rate`)}, 0)
      + coalesce(${halfUp(Prisma.sql`b.refunded * b.rate_back`)}, 0))::bigint AS "taxCents", r.rate, r.regime, to_char(r.from_day, 'YYYY-MM-DD') AS "fromDay"
    FROM base b, r`
  return { ...row, rate: row.rate?.toFixed(6) ?? null }
}
