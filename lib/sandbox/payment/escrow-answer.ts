import { escrowTermNames, rebateOffsets, serviceCents, type LineIncome } from './escrow'
import type { LoadedIncome, MoneyItem } from './order-incomes'

/** A number of reais with two decimals, as the protocol speaks. */
export const reais = (cents: number | bigint) => Number(cents) / 100

const CREDIT_CARD = /cart[ãa]o|credit card/i

const RULES = {
  commission: { id: 50101, name: 'Taxa de comissão' },
  transaction: { id: 60201, name: 'Taxa de Transação', category: 'Transaction Fee' },
  additional: { id: 60202, name: 'Taxa de serviço adicional', category: 'Campaign Fee' },
  fixed: { id: 60203, name: 'Taxa por item vendido', category: 'Item Fee' },
  affiliate: { id: 60204, name: 'Taxa de Serviço Afiliados do Vendedor', category: 'Affiliate Service Fee' },
}

export function escrowDetail(loaded: LoadedIncome) {
  return {
    order_sn: loaded.orderSn,
    buyer_user_name: loaded.buyerUsername,
    return_order_sn_list: loaded.returnSns,
    order_income: orderIncomeAnswer(loaded),
    buyer_payment_info: buyerPaymentInfo(loaded),
  }
}

/** Without the members that only cross-border affiliates' orders show. */
function orderIncomeAnswer(loaded: LoadedIncome) {
  const { income, money } = loaded
  const lines = income.lines
  const sum = (of: (line: LineIncome) => number) => reais(lines.reduce((all, line) => all + of(line), 0))
  const sellerDiscount = sum((line) => line.originalUnitCents * line.units - line.amountCents)
  const refunds = lines.reduce((all, line) => all + line.refundCents, 0)
  return {
    // Terms outside the seller's are zero in Brazil.
    ...Object.fromEntries(escrowTermNames.map((term) => [term, reais(income.terms[term] ?? 0)])),
    ...Object.fromEntries(Object.entries(income.undescribed).map(([name, cents]) => [name, reais(cents)])),
    escrow_amount: reais(income.escrowCents),
    escrow_amount_after_adjustment: reais(income.escrowCents + loaded.adjustmentCents),
    total_adjustment_amount: reais(loaded.adjustmentCents),
    ...adjustmentList(loaded),
    buyer_total_amount: reais(income.buyerTotalCents),
    order_original_price: reais(income.originalCents),
    original_price: reais(income.originalCents),
    order_discounted_price: reais(income.goodsCents),
    order_selling_price: reais(income.goodsCents),
    order_seller_discount: sellerDiscount,
    seller_discount: sellerDiscount,
    cost_of_goods_sold: reais(income.goodsCents - refunds),
    voucher_from_shopee: reais(money.shopeeVoucherCents),
    voucher_from_external_party: 0,
    coins: reais(money.coinsCents),
    pix_discount: reais(money.pixDiscountCents),
    prorated_pix_discount_offset_return_items: 0,
    buyer_transaction_fee: 0,
    credit_card_transaction_fee: 0,
    credit_card_promotion: 0,
    cross_border_tax: 0,
    payment_promotion: 0,
    seller_lost_compensation: 0,
    drc_adjustable_refund: reais(refunds),
    estimated_shipping_fee: reais(loaded.estimatedShippingCents),
    final_shipping_fee: money.cancelled ? 0 : reais(money.shippingRebateCents - money.actualShippingCents),
    seller_shipping_discount: 0,
    seller_voucher_code: loaded.sellerVoucherCode ? [loaded.sellerVoucherCode] : [],
    order_chargeable_weight: loaded.weightGrams,
    final_product_protection: 0,
    buyer_payment_method: loaded.paymentMethod,
    instalment_plan: 'N/A',
    ...netFees(loaded),
    items: loaded.items.map((item, index) => escrowItem(item, lines[index]!)),
  }
}

function adjustmentList({ adjustments }: LoadedIncome) {
  if (adjustments.length === 0) return {}
  return {
    order_adjustment: adjustments.map(({ amountCents, createTime, reason }) => ({
      amount: reais(amountCents),
      date: createTime,
      currency: 'BRL',
      adjustment_reason: reason,
    })),
  }
}

/** Gross less what the seller's part of a campaign offsets; the lists are arrays although described as objects. */
function netFees({ income, money }: LoadedIncome) {
  const { fees } = income
  const gross = { commission: fees.commissionCents, service: serviceCents(fees) }
  const { commission: commissionOffset, fixed: serviceOffset } = rebateOffsets(fees, money.productRebateCents)
  const services = [
    { rule: RULES.transaction, cents: fees.transactionCents },
    { rule: RULES.additional, cents: fees.additionalCents },
    { rule: RULES.fixed, cents: fees.fixedCents - serviceOffset },
    { rule: RULES.affiliate, cents: fees.affiliateServiceCents },
  ]
  return {
    net_commission_fee: reais(gross.commission - commissionOffset),
    net_service_fee: reais(gross.service - serviceOffset),
    net_commission_fee_info_list: [
      {
        rule_id: RULES.commission.id,
        fee_amount: reais(gross.commission - commissionOffset),
        rule_display_name: RULES.commission.name,
      },
    ],
    net_service_fee_info_list: services
      .filter(({ cents }) => cents !== 0)
      .map(({ rule, cents }) => ({
        rule_id: rule.id,
        fee_amount: reais(cents),
        rule_display_name: rule.name,
        category: rule.category,
      })),
    seller_product_rebate: {
      amount: reais(commissionOffset + serviceOffset),
      commission_fee_offset: reais(commissionOffset),
      service_fee_offset: reais(serviceOffset),
    },
  }
}

/** Prices are those of the line: unit × quantity. */
function escrowItem(item: MoneyItem, line: LineIncome) {
  const promoted = item.promotionType !== ''
  const isBundled = item.promotionType === 'bundle_deal'
  return {
    item_id: item.itemId,
    item_name: item.itemName,
    item_sku: item.itemSku,
    model_id: item.modelId,
    model_name: item.modelName,
    model_sku: item.modelSku,
    line_item_id: item.itemId * 100n + BigInt(item.lineNo),
    original_price: reais(line.originalUnitCents * line.units),
    selling_price: reais(line.amountCents),
    discounted_price: reais(line.amountCents),
    seller_discount: reais(line.originalUnitCents * line.units - line.amountCents),
    shopee_discount: 0,
    discount_from_coin: reais(line.coinsCents),
    discount_from_voucher_shopee: reais(line.shopeeVoucherCents),
    discount_from_voucher_seller: reais(line.sellerVoucherCents),
    activity_type: isBundled ? 'bundle_deal' : '',
    activity_id: isBundled ? BigInt(item.promotionId) : 0,
    is_main_item: false,
    quantity_purchased: line.units,
    is_b2c_shop_item: false,
    ams_commission_fee: reais(line.affiliateCents),
    is_kit: false,
    promotion_list: promoted ? [{ promotion_type: item.promotionType, promotion_id: BigInt(item.promotionId) }] : [],
  }
}

/** The amounts of the checkout: vouchers and coins come negative here. */
function buyerPaymentInfo({ income, money, paymentMethod }: LoadedIncome) {
  const minus = (cents: number) => reais(0 - cents)
  return {
    buyer_payment_method: paymentMethod,
    buyer_service_fee: 0,
    buyer_tax_amount: 0,
    buyer_total_amount: reais(income.buyerTotalCents),
    credit_card_promotion: 0,
    icms_tax_amount: 0,
    import_tax_amount: 0,
    initial_buyer_txn_fee: 0,
    insurance_premium: 0,
    iof_tax_amount: 0,
    is_paid_by_credit_card: CREDIT_CARD.test(paymentMethod),
    merchant_subtotal: reais(income.goodsCents),
    seller_voucher: minus(money.sellerVoucherCents),
    shipping_fee: reais(money.buyerPaidShippingCents),
    shipping_fee_sst_amount: 0,
    shopee_voucher: minus(money.shopeeVoucherCents),
    shopee_coins_redeemed: minus(money.coinsCents),
    discount_pix: minus(money.pixDiscountCents),
  }
}
