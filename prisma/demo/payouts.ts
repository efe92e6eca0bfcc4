import { createHash } from 'node:crypto'
import type { Db } from '@/lib/core/db'
import type { MoneyKind } from '@/lib/generated/prisma/enums'
import type { IncomeLine } from '@/lib/connect/money-reports/items'
import type { Movement } from '@/lib/money/wallet/number-movements'
import type { DemoClock } from './clock'

const DAY_MS = 86_400_000
/** The income report lists each line of younger payouts; the wallet has only the sum of older ones. */
const REPORTED_DAYS = 62

export type PaidOrder = {
  shopId: string
  code: string
  deliveredAt: Date
  voucherCents: bigint
  items: { unitPriceCents: bigint; quantity: number; subtotalCents: bigint }[]
  isReturned: boolean
  day: string
}
/** The marketplace's statement of an order, line by line, and its payout; `at` is null while there was none. */
export type DemoPayout = {
  order: PaidOrder
  at: Date | null
  isReported: boolean
  bill: IncomeLine[]
  paidCents: bigint
  /** Movements beside the payout itself. */
  more: Movement[]
}

/** A number that is always the same for the same text. */
export const drawnFrom = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below

const terms: Partial<Record<MoneyKind, { key: string; name: string }>> = {
  product_revenue: { key: 'original_cost_of_goods_sold', name: 'Preço do produto' },
  seller_voucher: { key: 'voucher_from_seller', name: 'Voucher subsidiado pelo Seller' },
  commission: { key: 'commission_fee', name: 'Taxa de comissão bruta' },
  service: { key: 'service_fee', name: 'Taxa de serviço bruta' },
  affiliate: { key: 'order_ams_commission_fee', name: 'Taxa de comissão Afiliados do Vendedor' },
  freight_paid: { key: 'buyer_paid_shipping_fee', name: 'Taxa de frete paga pelo comprador' },
  freight_charged: { key: 'actual_shipping_fee', name: 'Frete cobrado pelo parceiro logístico' },
  freight_rebate: { key: 'shopee_shipping_rebate', name: 'Desconto de frete pela Shopee' },
  refund: { key: 'seller_return_refund', name: 'Valor do Reembolso' },
  other: { key: 'rest', name: 'Outros valores' },
}
export const billed = (kind: MoneyKind, amount: bigint): IncomeLine => ({ kind, amount, ...terms[kind]! })
export const sumOf = (bill: readonly IncomeLine[]) => bill.reduce((sum, { amount }) => sum + amount, 0n)

type Row = {
  shopId: string
  code: string
  day: string
  deliveredAt: Date
  revenueCents: bigint
  voucherCents: bigint
  freightCents: bigint
  items: { unitPriceCents: number; quantity: number; subtotalCents: number }[]
  money: { kind: MoneyKind; cents: number }[] | null
  isReturned: boolean
}

/** The payout of each delivered order, three to seven days after it arrived, where nothing is asked back. */
export async function drawPayouts(db: Db, organizationId: string, clock: DemoClock): Promise<DemoPayout[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT o.shop_id AS "shopId", o.external_code AS code, o.local_day::text AS day, o.delivered_at AS "deliveredAt", o.revenue_cents AS "revenueCents",
      o.seller_voucher_cents AS "voucherCents", o.freight_paid_cents AS "freightCents",
      EXISTS (SELECT 1 FROM order_return r WHERE r.organization_id = o.organization_id AND r.order_id = o.id) AS "isReturned",
      (SELECT json_agg(json_build_object('unitPriceCents', i.unit_price_cents, 'quantity', i.quantity, 'subtotalCents', i.subtotal_cents) ORDER BY i.line)
        FROM order_item i WHERE i.organization_id = o.organization_id AND i.order_id = o.id) AS items,
      (SELECT json_agg(json_build_object('kind', m.kind, 'cents', m.amount_cents) ORDER BY m.kind)
        FROM money_line m WHERE m.organization_id = o.organization_id AND m.order_id = o.id) AS money
    FROM orders o WHERE o.organization_id = ${organizationId}::uuid AND o.platform = 'shopee' AND o.status = 'delivered' AND NOT o.in_return
    ORDER BY o.delivered_at, o.external_code`
  return rows.map((row) => payoutOf(row, clock))
}

function payoutOf({ money, revenueCents, freightCents, items, ...order }: Row, clock: DemoClock): DemoPayout {
  const at = new Date(order.deliveredAt.getTime() + 3 * DAY_MS + drawnFrom(order.code, 4 * DAY_MS))
  const isPaid = at <= clock.now
  const rebate = BigInt(900 + drawnFrom(`${order.code} freight`, 800))
  const bill = [
    billed('product_revenue', revenueCents),
    ...(money ?? []).map(({ kind, cents }) => billed(kind, BigInt(cents))),
    ...(freightCents > 0n ? [billed('freight_paid', freightCents)] : []),
    billed('freight_rebate', rebate),
    billed('freight_charged', -freightCents - rebate),
  ]
  return {
    order: {
      ...order,
      items: items.map(({ unitPriceCents, quantity, subtotalCents }) => ({
        unitPriceCents: BigInt(unitPriceCents),
        quantity,
        subtotalCents: BigInt(subtotalCents),
      })),
    },
    at: isPaid ? at : null,
    isReported: isPaid && clock.now.getTime() - at.getTime() < REPORTED_DAYS * DAY_MS,
    bill,
    paidCents: sumOf(bill),
    more: [],
  }
}
