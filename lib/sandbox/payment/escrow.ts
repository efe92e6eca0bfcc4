import { divideHalfUp, sandboxFeeRuleOn, lineFees, rateOf, type ShopFees } from './fee-table'

/**
 * The platform's published formula, term by term: fees and discounts are returned as positive numbers and subtracted,
 * `seller_return_refund` is returned negative and added.
 */
export const escrowFormula = {
  original_cost_of_goods_sold: 1,
  original_shopee_discount: -1,
  seller_return_refund: 1,
  shopee_discount: 1,
  voucher_from_seller: -1,
  seller_coin_cash_back: -1,
  buyer_paid_shipping_fee: 1,
  actual_shipping_fee: -1,
  shopee_shipping_rebate: 1,
  shipping_fee_discount_from_3pl: 1,
  reverse_shipping_fee: -1,
  rsf_seller_protection_fee_claim_amount: 1,
  fsf_seller_protection_fee_claim_amount: 1,
  final_return_to_seller_shipping_fee: -1,
  seller_transaction_fee: -1,
  service_fee: -1,
  commission_fee: -1,
  campaign_fee: -1,
  shipping_seller_protection_fee_amount: -1,
  delivery_seller_protection_fee_premium_amount: -1,
  final_escrow_product_gst: -1,
  order_ams_commission_fee: -1,
  escrow_tax: -1,
  sales_tax_on_lvg: -1,
  reverse_shipping_fee_sst: -1,
  shipping_fee_sst: -1,
  withholding_tax: -1,
  overseas_return_service_fee: -1,
  vat_on_imported_goods: -1,
  withholding_vat_tax: -1,
  withholding_pit_tax: -1,
  withholding_cit_tax: -1,
  seller_order_processing_fee: -1,
  buyer_paid_packaging_fee: 1,
  trade_in_bonus_by_seller: -1,
  fbs_fee: -1,
  ads_escrow_top_up_fee_or_technical_support_fee: -1,
  th_import_duty: -1,
} as const

export type EscrowTerm = keyof typeof escrowFormula

/** In cents; a term that is not named is zero. */
export type EscrowTerms = Partial<Record<EscrowTerm, number>>

export const escrowTermNames = Object.keys(escrowFormula) as EscrowTerm[]

export function escrowCents(terms: EscrowTerms): number {
  return escrowTermNames.reduce((sum, term) => sum + escrowFormula[term] * (terms[term] ?? 0), 0)
}

export type MoneyLine = {
  /** Unit price before any discount, and the one agreed with the buyer. */
  originalUnitCents: number
  unitCents: number
  units: number
  /** Returned units and their refund, before the payout. */
  returnedUnits: number
  affiliateCents: number
}

export type OrderMoney = {
  /** The day it was created, YYYY-MM-DD in São Paulo: the fee rule of that day holds. */
  day: string
  lines: MoneyLine[]
  sellerVoucherCents: number
  shopeeVoucherCents: number
  coinsCents: number
  pixDiscountCents: number
  buyerPaidShippingCents: number
  actualShippingCents: number
  shippingRebateCents: number
  reverseShippingCents: number
  /** The seller's share of the platform's own campaign: it lowers the net fees and is named by itself. */
  productRebateCents: number
  completed: boolean
  cancelled: boolean
}

export type FeeParts = {
  commissionCents: number
  transactionCents: number
  additionalCents: number
  fixedCents: number
  affiliateServiceCents: number
}

export type LineIncome = MoneyLine & {
  amountCents: number
  sellerVoucherCents: number
  shopeeVoucherCents: number
  coinsCents: number
  refundCents: number
}

export type OrderIncome = {
  terms: EscrowTerms
  /** Charged beside the formula's terms, by name. */
  undescribed: Record<string, number>
  escrowCents: number
  fees: FeeParts
  lines: LineIncome[]
  originalCents: number
  goodsCents: number
  buyerTotalCents: number
}

/** Shares an amount by weight, rounded half up and never more than is left, and gives the last line with a weight what is left over. */
export function shareByWeight(totalCents: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  let left = totalCents
  const shares = weights.map((weight) => {
    const share = Math.min(Math.floor((2 * totalCents * weight + sum) / (2 * sum)), left)
    left -= share
    return share
  })
  const last = weights.findLastIndex((weight) => weight > 0)
  return shares.map((share, index) => (index === last ? share + left : share))
}

/** Every amount of an order by the formula: an estimate while it runs, final once it is completed. */
export function orderIncome(order: OrderMoney, fees: ShopFees): OrderIncome {
  const lines = incomeLines(order)
  const sum = (of: (line: LineIncome) => number) => lines.reduce((all, line) => all + of(line), 0)
  const goodsCents = sum((line) => line.amountCents)
  const head = { lines, originalCents: sum((line) => line.originalUnitCents * line.units), goodsCents }
  const buyerTotalCents =
    goodsCents -
    order.sellerVoucherCents -
    order.shopeeVoucherCents -
    order.coinsCents -
    order.pixDiscountCents +
    order.buyerPaidShippingCents
  if (order.cancelled)
    return { ...head, terms: {}, undescribed: {}, escrowCents: 0, fees: feeParts([], 0), buyerTotalCents }
  const charged = chargedFees(lines, order.day, fees)
  const affiliateCents = sum((line) => (line.returnedUnits === line.units ? 0 : line.affiliateCents))
  const parts = feeParts(charged, rateOf(affiliateCents, fees.affiliateService))
  const kept = lines.some((line) => line.returnedUnits < line.units)
  const terms: EscrowTerms = {
    original_cost_of_goods_sold: goodsCents,
    seller_return_refund: 0 - sum((line) => line.refundCents),
    voucher_from_seller: kept ? order.sellerVoucherCents : 0,
    buyer_paid_shipping_fee: order.buyerPaidShippingCents,
    actual_shipping_fee: order.actualShippingCents,
    shopee_shipping_rebate: order.shippingRebateCents,
    reverse_shipping_fee: order.reverseShippingCents,
    commission_fee: parts.commissionCents,
    service_fee: serviceCents(parts),
    order_ams_commission_fee: affiliateCents,
    ads_escrow_top_up_fee_or_technical_support_fee: charged.reduce((all, line) => all + line.adsCents, 0),
    shipping_seller_protection_fee_amount: order.completed && kept ? fees.protectionCents : 0,
  }
  const undescribed = fees.undescribed ?? {}
  const beside = Object.values(undescribed).reduce((all, cents) => all + cents, 0)
  return { ...head, terms, undescribed, escrowCents: escrowCents(terms) - beside, fees: parts, buyerTotalCents }
}

export function serviceCents(parts: FeeParts): number {
  return parts.transactionCents + parts.additionalCents + parts.fixedCents + parts.affiliateServiceCents
}

/** The seller's part of a commercial action lowers commission and the fixed part in proportion, not the transaction fee. */
export function rebateOffsets({ commissionCents, fixedCents }: FeeParts, rebateCents: number) {
  const both = commissionCents + fixedCents
  const whole = Math.min(rebateCents, both)
  const commission = both === 0 ? 0 : divideHalfUp(whole * commissionCents, both)
  return { commission, fixed: whole - commission }
}

// Invented: how a refund of a part is rounded, and that the seller's voucher is void once everything came back.
function incomeLines(order: OrderMoney): LineIncome[] {
  const amounts = order.lines.map((line) => line.unitCents * line.units)
  const vouchers = shareByWeight(order.sellerVoucherCents, amounts)
  const platformVouchers = shareByWeight(order.shopeeVoucherCents, amounts)
  const coins = shareByWeight(order.coinsCents, amounts)
  const allReturned = order.lines.every((line) => line.returnedUnits === line.units)
  return order.lines.map((line, index) => {
    const amountCents = amounts[index] ?? 0
    const voucherCents = vouchers[index] ?? 0
    // With everything returned the voucher is void, so the refund is the whole price.
    const payable = allReturned ? amountCents : amountCents - voucherCents
    const refundCents = line.returnedUnits === 0 ? 0 : Math.floor((payable * line.returnedUnits) / line.units)
    return {
      ...line,
      amountCents,
      sellerVoucherCents: voucherCents,
      shopeeVoucherCents: platformVouchers[index] ?? 0,
      coinsCents: coins[index] ?? 0,
      refundCents,
    }
  })
}

function chargedFees(lines: LineIncome[], day: string, fees: ShopFees) {
  const rule = sandboxFeeRuleOn(fees, day)
  return lines.map((line) => {
    const units = line.units - line.returnedUnits
    const baseCents = Math.max(0, line.amountCents - line.sellerVoucherCents - line.refundCents)
    return lineFees({ unitCents: line.unitCents, units, baseCents }, fees, rule)
  })
}

function feeParts(charged: ReturnType<typeof chargedFees>, affiliateServiceCents: number): FeeParts {
  const sum = (of: (line: (typeof charged)[number]) => number) => charged.reduce((all, line) => all + of(line), 0)
  return {
    commissionCents: sum((line) => line.commissionCents),
    transactionCents: sum((line) => line.transactionCents),
    additionalCents: sum((line) => line.additionalCents),
    fixedCents: sum((line) => line.fixedCents),
    affiliateServiceCents,
  }
}
