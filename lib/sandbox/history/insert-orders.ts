import { channelOf, DEFAULT_CHANNEL } from '../logistics/channels'

const channel = channelOf(DEFAULT_CHANNEL)

const DAY = 86_400

/** $1 the shop, $2 the first of its buyers' ids. */
const ORDERS = `
  INSERT INTO orders (order_sn, shop_id, status, status_before_cancel, create_time, update_time, pay_time, ship_by_date,
    days_to_ship, pickup_done_time, delivered_time, completed_time, cancelled_time, return_request_due_date, edt_from,
    edt_to, buyer_user_id, buyer_username, payment_method, total_amount_cents, items_cents, seller_voucher_cents,
    shopee_voucher_cents, buyer_shipping_fee_cents, estimated_shipping_fee_cents, actual_shipping_fee_cents,
    actual_shipping_fee_confirmed, logistics_channel_id, shipping_carrier, fulfillment_flag, hot_listing, stock_held,
    cancel_by, cancel_reason, buyer_cancel_reason)
  SELECT order_sn, $1, status, CASE WHEN status = 'IN_CANCEL' THEN 'READY_TO_SHIP' END, create_time, update_time, pay_time,
    coalesce(pay_time, create_time) + ${2 * DAY}, 2, pickup_time, delivered_time, completed_time, cancelled_time,
    completed_time + ${7 * DAY}, pay_time + ${4 * DAY}, pay_time + ${9 * DAY}, $2::bigint + buyer_no,
    (ARRAY['ana', 'bia', 'caio', 'duda', 'edu', 'fer', 'gui', 'lu', 'malu', 'rafa', 'tati', 'vini'])[1 + buyer_no % 12]
      || '.' || (ARRAY['silva', 'souza', 'lima', 'costa', 'rocha', 'alves', 'reis'])[1 + buyer_no % 7] || buyer_no,
    payment_method,
    greatest(0, items_cents - seller_voucher_cents - shopee_voucher_cents - coins_cents - pix_discount_cents) + buyer_fee_cents,
    items_cents, seller_voucher_cents, shopee_voucher_cents, buyer_fee_cents, estimated_fee_cents,
    CASE WHEN pickup_time IS NULL THEN 0 ELSE estimated_fee_cents + overcharge_cents END, delivered_time IS NOT NULL,
    ${channel.id}, '${channel.carrier}', CASE WHEN is_fbs THEN 'fulfilled_by_shopee' ELSE 'fulfilled_by_local_seller' END,
    hot, pickup_time IS NULL AND status <> 'CANCELLED', cancel_by, cancel_reason,
    CASE WHEN cancel_by = 'buyer' THEN cancel_reason ELSE '' END
  FROM history_order`

const IMAGE = `coalesce('https://cf.shopee.com.br/file/' || i.image_ids[1], '')`

const LINES = `
  INSERT INTO order_items (order_sn, line_no, item_id, model_id, item_name, item_sku, model_name, model_sku, quantity,
    original_price_cents, discounted_price_cents, promotion_type, promotion_id, weight_grams, image_url,
    return_requested_quantity, returned_quantity)
  SELECT o.order_sn, l.no, i.item_id, m.model_id, i.name, i.sku, m.name, m.sku, t.quantity, m.original_price_cents,
    t.unit_cents, CASE WHEN o.campaign = 1 THEN 'product_promotion' ELSE '' END,
    CASE WHEN o.campaign = 1 THEN 9007199254740993 + o.create_time / ${DAY} ELSE 0 END, i.weight_grams, ${IMAGE},
    CASE WHEN r.asked AND NOT r.refunded THEN t.quantity ELSE 0 END, CASE WHEN r.refunded THEN t.quantity ELSE 0 END
  FROM history_order o
  CROSS JOIN LATERAL (VALUES (1, o.t1), (2, o.t2)) AS l (no, template)
  CROSS JOIN LATERAL (SELECT o.fate IN ('returned', 'returned_late') AND o.ask_time IS NOT NULL AS asked,
    o.fate IN ('returned', 'returned_late') AND o.resolved_time IS NOT NULL AS refunded) r
  JOIN history_template t ON t.no = l.template JOIN history_model hm ON hm.no = t.model_no
  JOIN item i ON i.item_id = hm.item_id JOIN model m ON m.item_id = hm.item_id AND m.model_id = hm.model_id`

const PACKAGES = `
  INSERT INTO packages (package_number, order_sn, shop_id, logistics_status, logistics_channel_id, shipping_carrier,
    create_time, update_time, ship_by_date, ship_method, arranged_time, tracking_number, tracking_ready_time,
    pickup_done_time, delivered_time)
  SELECT 'OFG1' || lpad((hashtextextended(order_sn, 0) & 9007199254740991)::text, 16, '0'), order_sn, $1,
    CASE status WHEN 'UNPAID' THEN 'LOGISTICS_NOT_START' WHEN 'INVOICE_PENDING' THEN 'LOGISTICS_NOT_START'
      WHEN 'READY_TO_SHIP' THEN 'LOGISTICS_READY' WHEN 'IN_CANCEL' THEN 'LOGISTICS_READY'
      WHEN 'PROCESSED' THEN 'LOGISTICS_REQUEST_CREATED' WHEN 'RETRY_SHIP' THEN 'LOGISTICS_PICKUP_RETRY'
      WHEN 'SHIPPED' THEN 'LOGISTICS_PICKUP_DONE'
      ELSE CASE WHEN fate = 'failed' THEN 'LOGISTICS_DELIVERY_FAILED' WHEN fate = 'lost' THEN 'LOGISTICS_LOST'
        WHEN delivered_time IS NOT NULL THEN 'LOGISTICS_DELIVERY_DONE' ELSE 'LOGISTICS_INVALID' END END,
    ${channel.id}, '${channel.carrier}', create_time, coalesce(delivered_time, pickup_time, arranged_time, create_time),
    coalesce(pay_time, create_time) + ${2 * DAY}, CASE WHEN arranged_time IS NOT NULL THEN 'dropoff' END, arranged_time,
    CASE WHEN arranged_time IS NOT NULL THEN 'BR25' || lpad((hashtextextended(order_sn, 1) & 8589934591)::text, 10, '0') || 'K' END,
    arranged_time, pickup_time, delivered_time
  FROM history_order`

/**
 * $2 from when on invoices are kept: a million of them would be most of the work. The buyer's discount by Pix lowers
 * the invoice too (article 26839).
 */
const INVOICES = `
  INSERT INTO invoices (order_sn, shop_id, status, number, series_number, access_key, issue_date, total_value_cents,
    products_total_value_cents, tax_code, upload_time)
  SELECT order_sn, $1, 'valid', n::text, '1', key || CASE WHEN weighed % 11 < 2 THEN 0 ELSE 11 - weighed % 11 END,
    invoice_time, items_cents - seller_voucher_cents - pix_discount_cents, items_cents - pix_discount_cents, '5102', invoice_time
  FROM history_order CROSS JOIN LATERAL (
    SELECT '35' || to_char(to_timestamp(invoice_time - 10800), 'YYMM') || '11222333000181' || '55' || '001'
      || lpad(n::text, 9, '0') || '1' || lpad((hashtextextended(order_sn, 2) & 67108863)::text, 8, '0') AS key OFFSET 0) k
  CROSS JOIN LATERAL (
    SELECT sum(substr(key, i, 1)::int * (2 + (43 - i) % 8))::int AS weighed FROM generate_series(1, 43) AS i) w
  WHERE invoice_time IS NOT NULL AND create_time >= $2::int`

const RETURNS = `
  INSERT INTO returns (return_sn, order_sn, shop_id, kind, status, reason, text_reason, refund_amount_cents,
    amount_before_discount_cents, create_time, update_time, due_date, return_ship_due_date, needs_logistics,
    tracking_number, reverse_logistics_status, return_refund_type, seller_compensation_status, compensation_amount_cents,
    items)
  SELECT to_char(to_timestamp(ask_time - 10800), 'YYMMDD') || '0' || code, order_sn, $1,
    CASE fate WHEN 'failed' THEN 'failed_delivery' WHEN 'lost' THEN 'lost'
      ELSE CASE WHEN n % 4 = 0 THEN 'refund_only' ELSE 'return_refund' END END,
    CASE WHEN resolved_time IS NULL THEN CASE WHEN fate = 'disputed' THEN 'JUDGING' WHEN fate = 'failed' THEN 'PROCESSING'
        WHEN n % 3 = 0 THEN 'PROCESSING' ELSE 'REQUESTED' END
      WHEN fate = 'disputed' THEN 'CLOSED' ELSE 'ACCEPTED' END,
    CASE WHEN fate IN ('failed', 'lost') THEN 'NOT_RECEIPT'
      ELSE (ARRAY['ITEM_DAMAGED', 'WRONG_ITEM', 'CHANGE_MIND', 'DIFFERENT_DESCRIPTION', 'FUNCTIONAL_DMG'])[1 + n % 5] END,
    CASE WHEN fate IN ('failed', 'lost') THEN '' ELSE (ARRAY['Chegou quebrado.', 'Veio outro produto.', 'Não serviu.',
      'Diferente do anúncio.', 'Não liga.'])[1 + n % 5] END,
    items_cents - seller_voucher_cents, items_cents, ask_time, coalesce(resolved_time, ask_time), ask_time + ${3 * DAY},
    ask_time + ${10 * DAY}, fate <> 'lost' AND (fate = 'failed' OR n % 4 <> 0),
    CASE WHEN fate = 'lost' THEN '' ELSE 'BR35' || lpad((hashtextextended(order_sn, 3) & 8589934591)::text, 10, '0') || 'K' END,
    CASE WHEN fate = 'lost' THEN '' WHEN resolved_time IS NULL THEN 'LOGISTICS_PICKUP_DONE' ELSE 'LOGISTICS_DELIVERY_DONE' END,
    CASE WHEN fate = 'returned_late' THEN 'RRAOC' ELSE 'RRBOC' END,
    CASE WHEN fate = 'lost' AND resolved_time IS NOT NULL THEN 'COMPENSATION_ACCEPTED' ELSE 'NOT_REQUIRED' END,
    CASE WHEN fate = 'lost' AND resolved_time IS NOT NULL THEN items_cents - seller_voucher_cents END,
    (SELECT jsonb_agg(jsonb_build_object('itemId', oi.item_id::text, 'modelId', oi.model_id::text, 'name', oi.item_name,
        'itemSku', oi.item_sku, 'modelSku', oi.model_sku, 'quantity', oi.quantity, 'priceCents', oi.discounted_price_cents,
        'image', oi.image_url) ORDER BY oi.line_no) FROM order_items oi WHERE oi.order_sn = history_order.order_sn)
  FROM history_order WHERE ask_time IS NOT NULL`

const LOCAL = 10_800
/** Money is credited on bank days alone, from 9 to 18 h. */
const PAID_TIME = `
  SELECT CASE WHEN completed_time IS NOT NULL THEN greatest(completed_time,
    d.pays_on * ${DAY} + ${LOCAL} + 32400 + (n % 32400)::int) END AS paid_time
  FROM (SELECT (completed_time - ${LOCAL}) / ${DAY} AS day, (completed_time - ${LOCAL}) % ${DAY} AS second) c
  LEFT JOIN history_payday d ON d.day = c.day + CASE WHEN c.second >= 64800 THEN 1 ELSE 0 END`

/** $2 the fee that comes at completion, $3 until when money was credited. The same sum as payment/escrow.ts makes of the rows above. */
const MONEY = `
  INSERT INTO order_money (order_sn, shop_id, coins_cents, pix_discount_cents, affiliate_cents, product_rebate_cents,
    seller_voucher_code, payout_cents, release_time)
  SELECT order_sn, $1, coins_cents, pix_discount_cents, affiliate_cents, product_rebate_cents,
    CASE WHEN seller_voucher_cents > 0 THEN 'LOJA' || seller_voucher_cents / 100 ELSE '' END,
    CASE WHEN status = 'COMPLETED' AND paid_time <= $3::int THEN net_cents + buyer_fee_cents - estimated_fee_cents - overcharge_cents
      + greatest(0, estimated_fee_cents - buyer_fee_cents) - $2::int END, CASE WHEN paid_time <= $3::int THEN paid_time END
  FROM history_order CROSS JOIN LATERAL (${PAID_TIME}) p
  WHERE status = 'COMPLETED' OR coins_cents + pix_discount_cents + affiliate_cents + product_rebate_cents + seller_voucher_cents > 0`

const WAITING = `
  INSERT INTO payout_waiting (order_sn, due_time)
  SELECT order_sn, paid_time FROM history_order CROSS JOIN LATERAL (${PAID_TIME}) p
  WHERE status = 'COMPLETED' AND paid_time > $1::int`

const ADJUSTMENTS = `
  INSERT INTO order_adjustment (order_sn, shop_id, amount_cents, reason, create_time)
  SELECT order_sn, $1::bigint, seller_voucher_cents - items_cents, 'Return Refund deduction', resolved_time
  FROM history_order WHERE fate = 'returned_late' AND status = 'COMPLETED' AND resolved_time IS NOT NULL
  UNION ALL SELECT order_sn, $1, items_cents - seller_voucher_cents, 'Lost parcel compensation', resolved_time
  FROM history_order WHERE fate = 'lost' AND status = 'CANCELLED'
  UNION ALL SELECT order_sn, $1, CASE WHEN n % 3 = 0 THEN 350 + n % 700 ELSE -250 - n % 1500 END, 'Logistic issue adjustment',
    completed_time + ${5 * DAY} + (n % ${20 * DAY})::int
  FROM history_order WHERE status = 'COMPLETED' AND fate = 'kept' AND n % 251 = 7 AND completed_time + ${25 * DAY} <= $2::int`

const ENTRIES = `
  INSERT INTO history_entry (at, type, cents, order_sn, refund_sn, reason)
  SELECT m.release_time, CASE WHEN m.payout_cents > 0 THEN 'ESCROW_VERIFIED_ADD' ELSE 'ESCROW_VERIFIED_MINUS' END,
    m.payout_cents, m.order_sn, '', ''
  FROM history_order o JOIN order_money m USING (order_sn) WHERE m.payout_cents <> 0
  UNION ALL SELECT a.create_time, CASE a.reason WHEN 'Return Refund deduction' THEN 'ADJUSTMENT_FOR_RR_AFTER_ESCROW_VERIFIED'
      WHEN 'Lost parcel compensation' THEN 'SELLER_COMPENSATE_ADD'
      ELSE CASE WHEN a.amount_cents > 0 THEN 'ADJUSTMENT_CENTER_ADD' ELSE 'ADJUSTMENT_CENTER_DEDUCT' END END,
    a.amount_cents, a.order_sn, coalesce(r.return_sn, ''), a.reason
  FROM history_order o JOIN order_adjustment a USING (order_sn) LEFT JOIN returns r USING (order_sn)`

export type BatchValues = {
  shopId: bigint
  firstBuyerId: bigint
  toTime: number
  invoicesFrom: number
  protectionCents: number
}

/** The statements of a batch with their values, in the order in which they build on each other. */
export const insertStatements = (values: BatchValues): [string, unknown[]][] => [
  [ORDERS, [values.shopId, values.firstBuyerId]],
  [LINES, []],
  [PACKAGES, [values.shopId]],
  [INVOICES, [values.shopId, values.invoicesFrom]],
  [RETURNS, [values.shopId]],
  [MONEY, [values.shopId, values.protectionCents, values.toTime]],
  [WAITING, [values.toTime]],
  [ADJUSTMENTS, [values.shopId, values.toTime]],
  [ENTRIES, []],
]
