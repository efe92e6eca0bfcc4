import type { MoneyKind } from '@/lib/generated/prisma/enums'
import { CORRECTION_KEY, kindOfCorrection } from '@/lib/money/wallet/correction-kind'
import { escrowTerms, signUndescribed, type EscrowTerm } from '@/lib/shopee/escrow-terms'
import type { ShopeeEscrow } from '@/lib/shopee/reshape-payment'
import { pixOfSale } from '@/lib/money/fees/pix-of-sale'
import { shareRebate } from '@/lib/money/fees/share-rebate'

type Meaning = {
  kind: MoneyKind
  /** Counts among the marketplace's fees of the order. */
  isFee?: true
}

/** The seller's meaning of each term of the escrow. Top-ups of the ads balance only move money: no fee of the order. */
const meanings: Record<EscrowTerm, Meaning> = {
  original_cost_of_goods_sold: { kind: 'product_revenue' },
  original_shopee_discount: { kind: 'product_revenue' },
  shopee_discount: { kind: 'product_revenue' },
  seller_return_refund: { kind: 'refund' },
  voucher_from_seller: { kind: 'seller_voucher' },
  seller_coin_cash_back: { kind: 'coins' },
  buyer_paid_shipping_fee: { kind: 'freight_paid' },
  actual_shipping_fee: { kind: 'freight_charged' },
  shipping_fee_sst: { kind: 'freight_charged' },
  shopee_shipping_rebate: { kind: 'freight_rebate' },
  shipping_fee_discount_from_3pl: { kind: 'freight_rebate' },
  reverse_shipping_fee: { kind: 'reverse_freight' },
  reverse_shipping_fee_sst: { kind: 'reverse_freight' },
  final_return_to_seller_shipping_fee: { kind: 'reverse_freight' },
  rsf_seller_protection_fee_claim_amount: { kind: 'compensation' },
  fsf_seller_protection_fee_claim_amount: { kind: 'compensation' },
  commission_fee: { kind: 'commission', isFee: true },
  service_fee: { kind: 'service', isFee: true },
  campaign_fee: { kind: 'service', isFee: true },
  order_ams_commission_fee: { kind: 'affiliate', isFee: true },
  shipping_seller_protection_fee_amount: { kind: 'protection', isFee: true },
  delivery_seller_protection_fee_premium_amount: { kind: 'protection', isFee: true },
  ads_escrow_top_up_fee_or_technical_support_fee: { kind: 'ads' },
  seller_transaction_fee: { kind: 'other', isFee: true },
  seller_order_processing_fee: { kind: 'other', isFee: true },
  overseas_return_service_fee: { kind: 'other', isFee: true },
  fbs_fee: { kind: 'other', isFee: true },
  buyer_paid_packaging_fee: { kind: 'other' },
  trade_in_bonus_by_seller: { kind: 'other' },
  escrow_tax: { kind: 'tax_withheld' },
  final_escrow_product_gst: { kind: 'tax_withheld' },
  sales_tax_on_lvg: { kind: 'tax_withheld' },
  withholding_tax: { kind: 'tax_withheld' },
  vat_on_imported_goods: { kind: 'tax_withheld' },
  withholding_vat_tax: { kind: 'tax_withheld' },
  withholding_pit_tax: { kind: 'tax_withheld' },
  withholding_cit_tax: { kind: 'tax_withheld' },
  th_import_duty: { kind: 'tax_withheld' },
}

type EscrowLine = { kind: MoneyKind; key: string; amount: bigint; name: string }
/** The sold price of an order's line, whole: taken for a bundle, and where the order came without a price. */
type SoldItem = { item: string; model: string; q: number; subtotal: bigint; saved: bigint }
type EscrowMoney = {
  lines: EscrowLine[]
  items: SoldItem[]
  bundle: boolean
  charged: bigint
  voucher: bigint | null
  freight: bigint | null
}

/** Gross, or what is left of it together with the rebate that was taken off; never the rest alone. */
function grossFees({ amounts, rebate, netServiceRules }: ShopeeEscrow): Partial<Record<EscrowTerm, bigint>> {
  const baseCents = (amounts.original_cost_of_goods_sold ?? 0n) - (amounts.voucher_from_seller ?? 0n)
  const net = { baseCents, netCommissionCents: amounts.net_commission_fee, netServiceCents: amounts.net_service_fee }
  const shares = rebate && shareRebate({ ...net, netServiceRules }, rebate)
  const gross = (given: bigint | undefined, left: bigint | undefined, share: bigint | undefined) =>
    given ?? (left === undefined ? undefined : left + (share ?? 0n))
  const commission = gross(amounts.commission_fee, amounts.net_commission_fee, shares?.commissionCents)
  const service = gross(amounts.service_fee, amounts.net_service_fee, shares?.serviceCents)
  return {
    ...(commission !== undefined && { commission_fee: commission }),
    ...(service !== undefined && { service_fee: service }),
  }
}

/** Amounts that every settlement of a sale has. */
const ALWAYS: readonly EscrowTerm[] = ['original_cost_of_goods_sold', 'commission_fee', 'service_fee']

/** Whether one of those did not come, and the others do not add up to the settlement without it: it is missing and not zero. */
export function isIncomplete(escrow: ShopeeEscrow): boolean {
  const amounts = { ...escrow.amounts, ...grossFees(escrow) }
  if (ALWAYS.every((term) => amounts[term] !== undefined)) return false
  const before = escrowMoney({ ...escrow, adjustments: [] }).lines.reduce((sum, { amount }) => sum + amount, 0n)
  return before !== escrow.escrowCents
}

/** An order's settlement as lines of its money, signed from the seller's side, each under the platform's own name. */
export function escrowMoney(escrow: ShopeeEscrow): EscrowMoney {
  const amounts = { ...escrow.amounts, ...grossFees(escrow) }
  const terms = (Object.keys(escrowTerms) as EscrowTerm[]).flatMap((term) => {
    const amount = BigInt(escrowTerms[term]) * (amounts[term] ?? 0n)
    return amount === 0n && term !== 'original_cost_of_goods_sold' ? [] : [{ term, amount }]
  })
  const described = terms.reduce((sum, { amount }) => sum + amount, 0n)
  const others = undescribedLines(escrow, described)
  const lines: EscrowLine[] = [
    ...terms.map(({ term, amount }) => ({ ...lineOf(term), amount })),
    ...others,
    ...pixLines(amounts),
  ]
  escrow.adjustments.forEach(({ amountCents, reason, at }, i) => {
    if (amountCents === null || amountCents === 0n) return
    const [kind, own] = [kindOfCorrection(reason, amountCents), `${at?.toISOString() ?? ''}#${i}`]
    // Another key for a refund, which is no correction by its kind.
    const key = kind === 'refund' ? `${CORRECTION_KEY}#${own}` : own
    lines.push({ kind, key, amount: amountCents, name: reason ?? CORRECTION_KEY })
  })
  const isCharge = ({ amount }: EscrowLine) => amount < 0n
  const charged =
    terms.reduce((sum, { term, amount }) => (meanings[term].isFee ? sum - amount : sum), 0n) -
    others.filter(isCharge).reduce((sum, { amount }) => sum + amount, 0n)
  return {
    lines: pixOfSale(lines),
    items: soldItems(escrow),
    bundle: escrow.items.some(({ activityType }) => activityType === 'bundle_deal'),
    charged,
    voucher: amounts.voucher_from_seller ?? null,
    freight: amounts.buyer_paid_shipping_fee ?? null,
  }
}

/** Amounts under undescribed names of the platform: each a line by its name, so that it is seen. */
function undescribedLines({ undescribed = {}, escrowCents = null }: ShopeeEscrow, described: bigint): EscrowLine[] {
  const difference = escrowCents === null ? null : escrowCents - described
  return signUndescribed(undescribed, difference).map(({ name, cents }) => ({
    kind: 'other' as const,
    key: name,
    amount: cents,
    name,
  }))
}

/**
 * The buyer's saving by Pix comes back over the fees: the gross ones hold it, so that the two offset each other, as in
 * a report. The discount has its own kind because the invoice, and with it the tax base, has the lower price.
 */
const pixLines = ({ pix_discount: cents = 0n }: ShopeeEscrow['amounts']): EscrowLine[] =>
  cents === 0n
    ? []
    : [
        { kind: 'pix_discount', key: 'pix_discount', amount: -cents, name: 'pix_discount' },
        { kind: 'pix_rebate', key: 'pix_rebate', amount: cents, name: 'seller_product_rebate' },
      ]

/** Where the lines add up to the goods' price; other sums correct nothing. */
function soldItems({ items, amounts }: ShopeeEscrow): SoldItem[] {
  const sold = items.map(({ itemId, modelId, quantity, discountedCents, originalCents }) => ({
    item: itemId,
    model: modelId,
    q: quantity ?? 0,
    subtotal: discountedCents ?? 0n,
    saved: (originalCents ?? 0n) - (discountedCents ?? 0n),
  }))
  const total = sold.reduce((sum, { subtotal }) => sum + subtotal, 0n)
  return total > 0n && total === amounts.original_cost_of_goods_sold ? sold : []
}

const lineOf = (term: EscrowTerm) => ({ kind: meanings[term].kind, key: term, name: term })
