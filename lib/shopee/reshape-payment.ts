import { escrowByFormula, escrowFields, undescribedAmounts, type EscrowField } from './escrow-terms'
import type { EscrowDetail, WalletTransaction } from './payment-schemas'

export type ShopeeEscrow = ReturnType<typeof reshapeEscrow>
export type ShopeeWalletTransaction = ReturnType<typeof reshapeWalletTransaction>

type Income = EscrowDetail['order_income']

const amountsOf = (income: Income): Partial<Record<EscrowField, bigint>> =>
  Object.fromEntries(escrowFields.flatMap((name) => (income[name] === null ? [] : [[name, income[name]]])))

const reshapeRule = (rule: Income['net_service_fee_info_list'][number]) => ({
  ruleId: rule.rule_id,
  name: rule.rule_display_name,
  category: rule.category,
  amountCents: rule.fee_amount,
})

const reshapeItem = (item: Income['items'][number]) => ({
  itemId: item.item_id,
  modelId: item.model_id,
  name: item.item_name,
  modelName: item.model_name,
  sku: item.model_sku ?? item.item_sku,
  lineItemId: item.line_item_id,
  quantity: item.quantity_purchased,
  // All of a line are of the whole line, unlike those of the order's own items.
  originalCents: item.original_price,
  sellingCents: item.selling_price,
  discountedCents: item.discounted_price,
  sellerDiscountCents: item.seller_discount,
  shopeeDiscountCents: item.shopee_discount,
  coinDiscountCents: item.discount_from_coin,
  shopeeVoucherCents: item.discount_from_voucher_shopee,
  sellerVoucherCents: item.discount_from_voucher_seller,
  affiliateFeeCents: item.ams_commission_fee,
  activityType: item.activity_type,
  activityId: item.activity_id,
})

/** An order's settlement: an estimate that changes until the order is completed. */
export function reshapeEscrow({ order_income: income, ...detail }: EscrowDetail) {
  const amounts = amountsOf(income)
  const formulaCents = escrowByFormula(amounts)
  return {
    orderSn: detail.order_sn,
    buyerUsername: detail.buyer_user_name,
    returnSns: detail.return_order_sn_list,
    escrowCents: income.escrow_amount,
    /** With the adjustments that came after. */
    afterAdjustmentCents: income.escrow_amount_after_adjustment ?? income.escrow_amount,
    /** The published formula's result for the parts, to be compared with escrowCents. */
    formulaCents,
    /** Every amount that came, under the platform's own name; what did not come is not 0 but absent. */
    amounts,
    /** Amounts under undescribed names, as they came. */
    undescribed: undescribedAmounts(income.rest),
    adjustments: income.order_adjustment.map((adjustment) => ({
      amountCents: adjustment.amount,
      at: adjustment.date,
      currency: adjustment.currency,
      reason: adjustment.adjustment_reason,
    })),
    netCommissionRules: income.net_commission_fee_info_list.map(reshapeRule),
    netServiceRules: income.net_service_fee_info_list.map(reshapeRule),
    rebate: income.seller_product_rebate && {
      amountCents: income.seller_product_rebate.amount,
      commissionOffsetCents: income.seller_product_rebate.commission_fee_offset,
      serviceOffsetCents: income.seller_product_rebate.service_fee_offset,
    },
    voucherCodes: income.seller_voucher_code,
    paymentMethod: income.buyer_payment_method,
    instalmentPlan: income.instalment_plan,
    items: income.items.map(reshapeItem),
  }
}

/** A movement of the wallet; the amount carries its sign. */
export const reshapeWalletTransaction = (transaction: WalletTransaction) => ({
  status: transaction.status,
  type: transaction.transaction_type,
  tab: transaction.transaction_tab_type,
  flow: transaction.money_flow,
  amountCents: transaction.amount,
  feeCents: transaction.transaction_fee,
  balanceCents: transaction.current_balance,
  at: transaction.create_time,
  orderSn: transaction.order_sn,
  refundSn: transaction.refund_sn,
  withdrawalId: transaction.withdrawal_id,
  withdrawalType: transaction.withdrawal_type,
  reason: transaction.reason,
  description: transaction.description,
  /** The name on the platform's own pages; since 29/05/2026. */
  title: transaction.txn_title,
})
