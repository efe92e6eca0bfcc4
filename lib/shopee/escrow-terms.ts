import { absolute } from '@/lib/core/big-int'
import { centsOf } from './lenient'

/**
 * The published formula of an order's escrow: what is added and what is taken away. Amounts come positive, except
 * seller_return_refund. Source: the description of get_escrow_detail and, for the claim on failed deliveries, of the batch.
 */
export const escrowTerms = {
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
export type EscrowTerm = keyof typeof escrowTerms

/** Fields beside the formula: totals, snapshots and Brazil's net fees. */
export const escrowNotes = [
  'escrow_amount',
  'escrow_amount_after_adjustment',
  'total_adjustment_amount',
  'buyer_total_amount',
  'order_original_price',
  'original_price',
  'order_discounted_price',
  'order_selling_price',
  'order_seller_discount',
  'seller_discount',
  'voucher_from_shopee',
  'voucher_from_external_party',
  'coins',
  'buyer_transaction_fee',
  'cross_border_tax',
  'payment_promotion',
  'seller_lost_compensation',
  'estimated_shipping_fee',
  'final_shipping_fee',
  'seller_shipping_discount',
  'drc_adjustable_refund',
  'cost_of_goods_sold',
  'final_product_protection',
  'credit_card_promotion',
  'credit_card_transaction_fee',
  'net_commission_fee',
  'net_service_fee',
  'pix_discount',
  'prorated_pix_discount_offset_return_items',
  'prorated_coins_value_offset_return_items',
  'prorated_shopee_voucher_offset_return_items',
  'prorated_seller_voucher_offset_return_items',
  'remaining_voucher',
] as const
export type EscrowNote = (typeof escrowNotes)[number]
export type EscrowField = EscrowTerm | EscrowNote

/** Described, and no money of the order in its own currency, or of other countries' taxes that the buyer pays. */
const otherFields: readonly string[] = [
  'bcrs_deposit',
  'order_chargeable_weight',
  'exchange_rate',
  'final_product_vat_tax',
  'final_shipping_vat_tax',
  'final_escrow_shipping_gst',
  'sip_subsidy',
  'prorated_payment_channel_promo_bank_offset_return_items',
  'prorated_payment_channel_promo_shopee_offset_return_items',
]
/** Fields of affiliate shops of other countries, in the other currency. */
const OTHER_CURRENCY = /_pri$/
/** Counts, shares and names rather than money. */
const NO_AMOUNT = /(_id|_sn|_code|_time|_date|_rate|_ratio|_percentage|_weight|_count|_qty|_quantity)$/

/**
 * Amounts under undescribed names: not zero, in cents, by name. Numbers alone, and texts that are
 * written as amounts: digits without a point may be the number of something.
 */
export function undescribedAmounts(rest: Record<string, unknown>): Record<string, bigint> {
  const results: Record<string, bigint> = {}
  const inside: Record<string, bigint> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (otherFields.includes(name)) continue
    const cents = amountOf(name, value)
    if (cents !== null && cents !== 0n) results[name] = cents
    addInside(inside, name, value, DEEPEST)
  }
  for (const [path, cents] of Object.entries(inside)) if (cents !== 0n) results[path] = cents
  return results
}

function amountOf(name: string, value: unknown): bigint | null {
  if (OTHER_CURRENCY.test(name) || NO_AMOUNT.test(name)) return null
  if (typeof value !== 'number' && !(typeof value === 'string' && /^[+-]?\d+\.\d+$/.test(value))) return null
  return centsOf(value)
}

const DEEPEST = 3
/** Between an undescribed object's name and that of an amount in it. No field of the platform's has one in its name. */
const WITHIN = '.'
const isWithin = ({ name }: Signed) => name.includes(WITHIN)

/** The amounts of an undescribed object under their path; those of a list's elements are added up. */
function addInside(sums: Record<string, bigint>, path: string, value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null || levels === 0) return
  if (Array.isArray(value)) {
    for (const one of value) addInside(sums, path, one, levels - 1)
    return
  }
  for (const [name, part] of Object.entries(value)) {
    const at = `${path}${WITHIN}${name}`
    const cents = amountOf(name, part)
    if (cents !== null) sums[at] = (sums[at] ?? 0n) + cents
    addInside(sums, at, part, levels - 1)
  }
}

const BROUGHT = /rebate|refund|compensat|claim|subsid|bonus|reimburs|cashback|discount/

/** Charges come positive, as the described ones do; what a name says that the seller gets is added. */
const likelySign = (name: string): 1 | -1 => (BROUGHT.test(name) ? 1 : -1)

const MOST_TRIED = 8

/**
 * Undescribed amounts signed from the seller's side, so that they account for `differenceCents` (what the escrow is
 * beyond its described parts). Those that it holds without counting are left out. Where no choice of signs accounts for
 * it, or the escrow is unknown (null), charges are taken away and gifts added, unless that leaves more unaccounted for
 * than there was. Amounts within an undescribed object may be parts of what is counted already: they are taken only
 * where they account for the difference to the cent.
 */
export function signUndescribed(
  amounts: Record<string, bigint>,
  differenceCents: bigint | null,
): { name: string; cents: bigint }[] {
  const signed = Object.entries(amounts).map(([name, cents]) => ({ name, cents: cents * BigInt(likelySign(name)) }))
  const all = signed.filter((one) => !isWithin(one))
  if (differenceCents === null) return all
  if (differenceCents === 0n) return []
  const within = signed.filter(isWithin)
  for (const tried of [all, [...all, ...within]]) {
    const exact = tried.length <= MOST_TRIED ? chooseSigns(tried, differenceCents) : null
    if (exact) return exact
  }
  const left = all.reduce((rest, { cents }) => rest - cents, differenceCents)
  return absolute(left) < absolute(differenceCents) ? all : []
}

type Signed = { name: string; cents: bigint }

/** The likely sign first, then without it, then the other sign. */
function chooseSigns([first, ...rest]: Signed[], differenceCents: bigint): Signed[] | null {
  if (!first) return differenceCents === 0n ? [] : null
  for (const cents of [first.cents, 0n, -first.cents]) {
    const others = chooseSigns(rest, differenceCents - cents)
    if (others) return cents === 0n ? others : [{ name: first.name, cents }, ...others]
  }
  return null
}

export const escrowFields: readonly EscrowField[] = [...(Object.keys(escrowTerms) as EscrowTerm[]), ...escrowNotes]

/** The formula's result for the terms that came; the missing ones count as zero. */
export const escrowByFormula = (amounts: Partial<Record<EscrowField, bigint>>): bigint =>
  (Object.keys(escrowTerms) as EscrowTerm[]).reduce(
    (sum, term) => sum + BigInt(escrowTerms[term]) * (amounts[term] ?? 0n),
    0n,
  )
