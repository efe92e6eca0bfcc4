import 'server-only'
import type { ChargedOrder } from '@/lib/money/fees/check-rule'
import { feeLinesOf } from '@/lib/money/fees/fee-lines'
import type { RuleSpan } from '@/lib/money/fees/rule-spans'
import { termsOn, type ShopTerms } from '@/lib/money/fees/terms'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'

/** The newest tell what holds; more would say the same. */
export const mostCharged = 2_000

type Row = {
  day: Day
  voucher: bigint
  items: { q: number; p: number; m: number }[]
  commission: bigint
  service: bigint
  affiliate: bigint
  protection: bigint
  ads: bigint
}
export type DatedCharge = ChargedOrder & { day: Day; protectionCents: bigint; adsCents: bigint }

/**
 * A shop's orders of some days whose commission and service fee the platform has stated, newest first. Orders with a
 * return or a rebate are left out: their fees may have shrunk with them.
 */
export async function listChargedOrders(
  db: Db,
  organizationId: string,
  { shopId, from, to }: Pick<RuleSpan, 'shopId' | 'from' | 'to'>,
  terms: readonly ShopTerms[],
): Promise<DatedCharge[]> {
  const rows = await db.$queryRaw<Row[]>`
    WITH newest AS MATERIALIZED (
      SELECT o.id, o.local_day, o.seller_voucher_cents FROM orders o
      WHERE o.organization_id = ${organizationId}::uuid AND o.outlet_id = ${shopId}::uuid
        AND o.placed_at >= ${from}::date - 1 AND o.placed_at < ${to}::date + 2 AND o.local_day BETWEEN ${from}::date AND ${to}::date
        AND o.fees_charged_cents IS NOT NULL AND o.status NOT IN ('pending', 'cancelled') AND NOT o.in_return
      ORDER BY o.placed_at DESC, o.id DESC LIMIT ${mostCharged}
    ), money AS MATERIALIZED (
      SELECT m.order_id, -sum(m.amount_cents) FILTER (WHERE m.kind = 'commission') AS commission,
        -sum(m.amount_cents) FILTER (WHERE m.kind = 'service') AS service,
        -coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = 'affiliate'), 0) AS affiliate,
        -coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = 'protection'), 0) AS protection,
        -coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = 'ads'), 0) AS ads
      FROM order_money((SELECT array_agg(n.id) FROM newest n)) m WHERE m.source IS DISTINCT FROM 'rule'
      GROUP BY 1
      HAVING count(*) FILTER (WHERE m.kind = 'commission') > 0 AND count(*) FILTER (WHERE m.kind = 'service') > 0
        AND coalesce(sum(abs(m.amount_cents)) FILTER (WHERE m.kind IN ('refund', 'compensation')), 0) = 0
    )
    SELECT to_char(n.local_day, 'YYYY-MM-DD') AS day, n.seller_voucher_cents AS voucher, i.items, m.commission::bigint AS commission,
      m.service::bigint AS service, m.affiliate::bigint AS affiliate, m.protection::bigint AS protection, m.ads::bigint AS ads
    FROM newest n JOIN money m ON m.order_id = n.id CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('q', i.quantity, 'p', i.unit_price_cents, 'm', i.subtotal_cents) ORDER BY i.line) AS items
      FROM order_item i WHERE i.organization_id = ${organizationId}::uuid AND i.order_id = n.id
    ) i WHERE i.items IS NOT NULL`
  return rows.map(({ day, voucher, items, commission, service, affiliate, protection, ads }) => ({
    day,
    lines: items.flatMap(({ q, p, m }) =>
      feeLinesOf({ quantity: q, unitPriceCents: BigInt(p), subtotalCents: BigInt(m) }),
    ),
    sellerVoucherCents: voucher,
    commissionCents: commission,
    serviceCents: service,
    affiliateCents: affiliate,
    protectionCents: protection,
    adsCents: ads,
    terms: termsOn(terms, day),
  }))
}
