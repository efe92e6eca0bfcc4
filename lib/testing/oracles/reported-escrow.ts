import { totalOf, type backOf, type Bill } from './reported-order'

type Correction = { day: string; cents: number; reason: string }
/** The platform's answer about an order's money, in reais, and its list of payouts, in cents. */
export type ReportedEscrow = { code: string; day: string; paid: number; answer: Record<string, unknown> }

const inReais = (cents: number) => Number((cents / 100).toFixed(2))
const second = (day: string) => Date.parse(`${day}T15:00:00Z`) / 1000

/**
 * Charges come positive, a refund negative. The buyer's saving by Pix is stated beside, and comes back over the fees:
 * the gross ones hold it.
 */
type Given = { pix?: number; back?: ReturnType<typeof backOf>; corrections?: Correction[]; listed?: number }
export function escrowOf(
  code: string,
  day: string,
  bill: Bill,
  { pix = 0, back, corrections = [], listed }: Given = {},
): ReportedEscrow {
  const total = totalOf(bill)
  const { commissionBackCents = 0, serviceBackCents = 0 } = back ?? {}
  const corrected = corrections.reduce((sum, { cents }) => sum + cents, 0)
  const amounts = {
    escrow_amount: total,
    buyer_total_amount: bill.price + bill.voucher + bill.paid - pix,
    original_cost_of_goods_sold: bill.price,
    cost_of_goods_sold: bill.price - pix,
    seller_return_refund: bill.refund,
    voucher_from_seller: 0 - bill.voucher,
    buyer_paid_shipping_fee: bill.paid,
    actual_shipping_fee: 0 - bill.charged,
    shopee_shipping_rebate: bill.rebate,
    reverse_shipping_fee: 0 - bill.reverse,
    commission_fee: 0 - bill.commission,
    service_fee: 0 - bill.service,
    net_commission_fee: 0 - bill.commission - commissionBackCents,
    net_service_fee: 0 - bill.service - serviceBackCents,
    pix_discount: pix,
    order_ams_commission_fee: 0 - bill.affiliate,
    shipping_seller_protection_fee_amount: 0 - bill.protection,
    ads_escrow_top_up_fee_or_technical_support_fee: 0 - bill.ads,
    seller_transaction_fee: 0 - bill.transaction,
    withholding_tax: 0 - bill.tax,
    total_adjustment_amount: corrected,
    escrow_amount_after_adjustment: total + corrected,
  }
  const income = {
    ...Object.fromEntries(Object.entries(amounts).map(([name, cents]) => [name, inReais(cents)])),
    ...(pix > 0 && { seller_product_rebate: { amount: inReais(pix) } }),
    order_adjustment: corrections.map(({ day: on, cents, reason }) => ({
      amount: inReais(cents),
      date: second(on),
      currency: 'BRL',
      adjustment_reason: reason,
    })),
    items: [],
  }
  return {
    code,
    day,
    paid: listed ?? total,
    answer: { order_sn: code, return_order_sn_list: [], order_income: income },
  }
}
