import type { Database } from '../database'
import { orderIncome, shareByWeight, type OrderIncome, type OrderMoney } from './escrow'
import type { ShopFees } from './fee-table'
import { getShopFees } from './shop-fees'

export type MoneyItem = {
  itemId: bigint
  modelId: bigint
  itemName: string
  itemSku: string
  modelName: string
  modelSku: string
  quantity: number
  cancelledQuantity: number
  returnedQuantity: number
  originalPriceCents: number
  discountedPriceCents: number
  promotionType: string
  promotionId: string
  lineNo: number
}

type MoneyRow = {
  orderSn: string
  day: string
  status: string
  createTime: number
  buyerUsername: string
  paymentMethod: string
  sellerVoucherCents: number
  shopeeVoucherCents: number
  buyerPaidShippingCents: number
  estimatedShippingCents: number
  actualShippingCents: number
  reverseShippingCents: number
  weightGrams: number
  coinsCents: number
  pixDiscountCents: number
  rebateCents: number | null
  affiliateCents: number
  productRebateCents: number
  sellerVoucherCode: string
  payoutCents: number | null
  releaseTime: number | null
  returnedAfterPayout: boolean
  returnSns: string[]
  items: (Omit<MoneyItem, 'itemId' | 'modelId'> & { itemId: string; modelId: string })[]
  adjustments: { amountCents: number; reason: string; createTime: number }[]
}

export type LoadedIncome = Omit<MoneyRow, 'items' | 'rebateCents'> & {
  items: MoneyItem[]
  money: OrderMoney
  income: OrderIncome
  adjustmentCents: number
}

// Brazil has kept one offset all year since 2019.
export const SAO_PAULO_OFFSET_SECONDS = -3 * 3600

export const dayInSaoPaulo = (unixSeconds: number) =>
  new Date((unixSeconds + SAO_PAULO_OFFSET_SECONDS) * 1000).toISOString().slice(0, 10)

const READ = `
  SELECT o.order_sn AS "orderSn", o.status, o.create_time AS "createTime", o.buyer_username AS "buyerUsername",
    o.payment_method AS "paymentMethod", o.seller_voucher_cents AS "sellerVoucherCents",
    o.shopee_voucher_cents AS "shopeeVoucherCents", o.buyer_shipping_fee_cents AS "buyerPaidShippingCents",
    o.estimated_shipping_fee_cents AS "estimatedShippingCents", o.actual_shipping_fee_cents AS "actualShippingCents",
    o.reverse_shipping_fee_cents AS "reverseShippingCents", coalesce(m.coins_cents, 0) AS "coinsCents",
    coalesce(m.pix_discount_cents, 0) AS "pixDiscountCents", m.shipping_rebate_cents AS "rebateCents",
    coalesce(m.affiliate_cents, 0) AS "affiliateCents", coalesce(m.product_rebate_cents, 0) AS "productRebateCents",
    coalesce(m.seller_voucher_code, '') AS "sellerVoucherCode", m.payout_cents AS "payoutCents",
    m.release_time AS "releaseTime", r.sns AS "returnSns", r.after AS "returnedAfterPayout",
    i.items, i.grams::integer AS "weightGrams", a.adjustments
  FROM orders o LEFT JOIN order_money m USING (order_sn)
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(return_sn ORDER BY create_time), '{}') AS sns,
      coalesce(bool_or(return_refund_type = 'RRAOC'), false) AS after
    FROM returns WHERE returns.order_sn = o.order_sn) r
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('itemId', item_id::text, 'modelId', model_id::text, 'itemName', item_name,
        'itemSku', item_sku, 'modelName', model_name, 'modelSku', model_sku, 'quantity', quantity,
        'cancelledQuantity', cancelled_quantity, 'returnedQuantity', returned_quantity,
        'originalPriceCents', original_price_cents, 'discountedPriceCents', discounted_price_cents,
        'promotionType', promotion_type, 'promotionId', promotion_id::text, 'lineNo', line_no) ORDER BY line_no) AS items,
      coalesce(sum(weight_grams * quantity), 0) AS grams
    FROM order_items WHERE order_items.order_sn = o.order_sn) i
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('amountCents', amount_cents, 'reason', reason,
        'createTime', create_time) ORDER BY id), '[]') AS adjustments
    FROM order_adjustment WHERE order_adjustment.order_sn = o.order_sn) a
  WHERE o.shop_id = $1 AND o.order_sn = ANY ($2)`

/** The money of orders of one shop, in the order asked for; what is not the shop's is left out. */
export async function listIncomes(db: Database, shopId: bigint, orderSns: string[]): Promise<LoadedIncome[]> {
  const fees = await getShopFees(db, shopId)
  const { rows } = await db.query<MoneyRow>(READ, [shopId, orderSns])
  const bySn = new Map(rows.map((row) => [row.orderSn, withIncome(row, fees)]))
  return orderSns.flatMap((orderSn) => bySn.get(orderSn) ?? [])
}

function withIncome({ rebateCents, ...row }: Omit<MoneyRow, 'day'>, fees: ShopFees): LoadedIncome {
  const items = (row.items ?? []).map((item) => ({
    ...item,
    itemId: BigInt(item.itemId),
    modelId: BigInt(item.modelId),
  }))
  const day = dayInSaoPaulo(row.createTime)
  const money = moneyOf({ ...row, items, day }, rebateCents)
  return {
    ...row,
    day,
    items,
    money,
    income: orderIncome(money, fees),
    adjustmentCents: row.adjustments.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

function moneyOf(
  row: Omit<MoneyRow, 'items' | 'rebateCents'> & { items: MoneyItem[] },
  rebate: number | null,
): OrderMoney {
  const units = row.items.map((item) => item.quantity - item.cancelledQuantity)
  const affiliate = shareByWeight(
    row.affiliateCents,
    row.items.map((item, index) => item.discountedPriceCents * (units[index] ?? 0)),
  )
  const actualShippingCents = row.actualShippingCents || row.estimatedShippingCents
  return {
    day: row.day,
    lines: row.items.map((item, index) => ({
      originalUnitCents: item.originalPriceCents,
      unitCents: item.discountedPriceCents,
      units: units[index] ?? 0,
      // A return after the payout is an adjustment; the payout stays as it was.
      returnedUnits: row.returnedAfterPayout ? 0 : Math.min(item.returnedQuantity, units[index] ?? 0),
      affiliateCents: affiliate[index] ?? 0,
    })),
    sellerVoucherCents: row.sellerVoucherCents,
    shopeeVoucherCents: row.shopeeVoucherCents,
    coinsCents: row.coinsCents,
    pixDiscountCents: row.pixDiscountCents,
    buyerPaidShippingCents: row.buyerPaidShippingCents,
    actualShippingCents,
    shippingRebateCents:
      rebate ?? Math.max(0, (row.estimatedShippingCents || actualShippingCents) - row.buyerPaidShippingCents),
    reverseShippingCents: row.returnedAfterPayout ? 0 : row.reverseShippingCents,
    productRebateCents: row.productRebateCents,
    completed: row.status === 'COMPLETED',
    cancelled: row.status === 'CANCELLED',
  }
}
