/**
 * Orders drawn in the database itself, a batch of days at a time: temporary tables of one connection, then
 * INSERT … SELECT. Everything hangs on history_chance(seed, n, what), so a seed always draws the same.
 */
export const TEMPORARY_TABLES = `
  CREATE TEMP TABLE history_day (
    no integer PRIMARY KEY, start_time integer, first_n bigint, last_n bigint, campaign integer, rule integer);
  CREATE TEMP TABLE history_payday (day integer PRIMARY KEY, pays_on integer);
  CREATE TEMP TABLE history_model (no integer PRIMARY KEY, item_id bigint, model_id bigint, is_fbs boolean);
  CREATE TEMP TABLE history_template (
    no integer PRIMARY KEY, model_no integer, unit_cents integer, quantity integer, amount_cents integer,
    voucher_cents integer, affiliate_cents integer, net_cents integer);
  CREATE TEMP TABLE history_order (
    n bigint, code text, order_sn text, create_time integer, campaign integer, t1 integer, t2 integer,
    is_fbs boolean, items_cents integer, seller_voucher_cents integer, shopee_voucher_cents integer,
    coins_cents integer, pix_discount_cents integer, affiliate_cents integer, product_rebate_cents integer,
    net_cents integer, buyer_fee_cents integer, estimated_fee_cents integer, overcharge_cents integer,
    buyer_no bigint, payment_method text, fate text, hot boolean,
    pay_time integer, invoice_time integer, arranged_time integer, pickup_time integer, delivered_time integer,
    completed_time integer, cancelled_time integer, ask_time integer, resolved_time integer,
    cancel_by text, cancel_reason text, status text, update_time integer);
  CREATE TEMP TABLE history_entry (
    at integer, type text, cents bigint, order_sn text DEFAULT '', refund_sn text DEFAULT '', reason text DEFAULT '',
    description text DEFAULT '')`

export const DROP_TEMPORARY_TABLES =
  'DROP TABLE IF EXISTS history_day, history_payday, history_model, history_template, history_order, history_entry'

/** Fates in the order of their shares, cumulated: unpaid, cancelled before shipping, and what goes wrong after it. */
const FATES = [
  [0.04, 'unpaid'],
  [0.083, 'cancelled'],
  [0.095, 'failed'],
  [0.098, 'lost'],
  [0.12, 'returned'],
  [0.126, 'disputed'],
  [0.133, 'returned_late'],
] as const

const fateOf = (chance: string) =>
  `CASE ${FATES.map(([upTo, fate]) => `WHEN ${chance} < ${upTo} THEN '${fate}'`).join(' ')} ELSE 'kept' END`

const u = (what: number) => `history_chance($1, n, ${what})`

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTUVWXYZ'
const BASE = DIGITS.length
const CODES = BASE ** 8
/** Prime to 33: steps through all codes of eight characters before one comes again. */
const STEP = 869_207_331_337

const codeOf = (number: string) =>
  Array.from(
    { length: 8 },
    (_, place) => `substr('${DIGITS}', (${number} / ${BASE ** place} % ${BASE})::int + 1, 1)`,
  ).join(' || ')

// Invented: how Pix discounts are rounded (down to the cent here), how often each fate and discount comes, and how long each step takes.
/**
 * $1 seed, $2 first and $3 last day of the batch, $4 hours, $5 models by weight, $6 the same of the seller's own,
 * $7 fee rules, $8 the end of the history, $9 buyers, $10 where codes begin.
 */
export const DRAW_ORDERS = `
  INSERT INTO history_order
  WITH drawn AS MATERIALIZED (
    SELECT n, (n * ${STEP} + $10::bigint) % ${CODES} AS x, d.campaign, d.rule,
      least(d.start_time + ($4::int[])[1 + floor(${u(1)} * 1000)::int] * 3600 + floor(${u(2)} * 3600)::int,
        $8::int - floor(${u(2)} * 3600)::int) AS create_time,
      ($5::int[])[1 + floor(${u(3)} * 10000)::int] AS m1, ($6::int[])[1 + floor(${u(4)} * 10000)::int] AS m2,
      CASE WHEN ${u(5)} < 0.82 THEN 1 WHEN ${u(5)} < 0.95 THEN 2 ELSE 3 END AS q1,
      CASE WHEN ${u(6)} < 0.15 THEN 1 WHEN ${u(6)} < 0.2 THEN 2 WHEN ${u(6)} > 0.94 THEN 3 ELSE 0 END AS extra,
      ${fateOf(u(7))} AS fate, ${u(8)} AS u8, ${u(9)} AS u9, ${u(10)} AS u10, ${u(11)} AS u11, ${u(12)} AS u12,
      ${u(13)} AS u13, ${u(14)} AS u14, ${u(15)} AS u15, ${u(16)} AS u16, ${u(17)} AS u17, ${u(18)} AS u18,
      floor(power(${u(19)}, 2) * $9::bigint)::bigint AS buyer_no,
      CASE WHEN ${u(20)} < 0.55 THEN 'Pix' WHEN ${u(20)} < 0.88 THEN 'Cartão de Crédito'
        WHEN ${u(20)} < 0.96 THEN 'SPayLater' ELSE 'Boleto Bancário' END AS payment_method
    FROM history_day d CROSS JOIN LATERAL generate_series(d.first_n, d.last_n) AS n
    WHERE d.no BETWEEN $2 AND $3
  ), priced AS MATERIALIZED (
    SELECT drawn.*, m.is_fbs, a.no AS t1, b.no AS t2, a.amount_cents + coalesce(b.amount_cents, 0) AS items_cents,
      a.voucher_cents, a.affiliate_cents, a.net_cents + coalesce(b.net_cents, 0) AS net_cents,
      CASE WHEN u8 < 0.62 THEN 0 WHEN u8 < 0.8 THEN 630 WHEN u8 < 0.92 THEN 990 ELSE 1490 END AS buyer_fee_cents,
      (ARRAY[1790, 1990, 2190, 2690, 3490])[1 + floor(u9 * 5)::int] AS estimated_fee_cents,
      CASE WHEN u10 < 0.015 THEN 300 + floor(u10 * 60000)::int ELSE 0 END AS overcharge_cents,
      create_time + CASE payment_method WHEN 'Boleto Bancário' THEN 14400 + floor(u11 * 86400)::int
        ELSE 40 + floor(u11 * 900)::int END AS pay_time
    FROM drawn JOIN history_model m ON m.no = m1
    JOIN history_template a ON a.no = (((m1 * $7::int + rule) * 2 + campaign) * 3 + q1 - 1) * 3
      + CASE extra WHEN 3 THEN 0 ELSE extra END
    -- Two products in one parcel: never from two warehouses, never the same one twice.
    LEFT JOIN history_template b ON extra = 3 AND NOT m.is_fbs AND m2 <> m1
      AND b.no = ((m2 * $7::int + rule) * 2 + campaign) * 9
  ), going AS MATERIALIZED (
    SELECT priced.*, pay_time + CASE WHEN is_fbs THEN 0 ELSE floor(u12 * 21600)::int END AS invoice_time,
      pay_time + CASE WHEN is_fbs THEN 0 ELSE floor(u12 * 21600)::int END + 1800 + floor(u13 * 79200)::int AS arranged_time
    FROM priced
  ), under_way AS MATERIALIZED (
    SELECT going.*, arranged_time + 3600 + floor(u14 * 64800)::int AS pickup_time,
      arranged_time + 3600 + floor(u14 * 64800)::int + 86400 + floor(u15 * CASE WHEN is_fbs THEN 172800 ELSE 691200 END)::int
        AS delivered_time,
      CASE WHEN fate = 'unpaid' THEN create_time + 172800
        WHEN fate = 'cancelled' THEN pay_time + 1800 + floor(u16 * 50000)::int END AS cancelled_time
    FROM going
  ), ended AS MATERIALIZED (
    SELECT under_way.*, delivered_time + CASE WHEN u16 < 0.55 THEN 3600 + floor(u17 * 432000)::int ELSE 604800 END AS kept_time,
      CASE fate WHEN 'failed' THEN delivered_time WHEN 'lost' THEN delivered_time + 864000
        ELSE delivered_time + 7200 + floor(u17 * 400000)::int END AS ask_time
    FROM under_way
  ), resolved AS MATERIALIZED (
    SELECT ended.*, kept_time AS completed_time,
      CASE fate WHEN 'returned_late' THEN greatest(ask_time, kept_time + 3600) ELSE ask_time END AS asked_time,
      CASE fate WHEN 'lost' THEN ask_time WHEN 'returned_late' THEN greatest(ask_time, kept_time + 3600) + 345600 + floor(u18 * 500000)::int
        ELSE ask_time + 345600 + floor(u18 * 500000)::int END AS resolved_time
    FROM ended
  ), judged AS MATERIALIZED (
    SELECT resolved.*, CASE
      WHEN fate = 'unpaid' THEN CASE WHEN $8 < cancelled_time THEN 'UNPAID' ELSE 'CANCELLED' END
      WHEN $8 < pay_time THEN 'UNPAID'
      WHEN fate = 'cancelled' AND $8 >= cancelled_time THEN 'CANCELLED'
      WHEN fate = 'cancelled' AND u17 < 0.6 AND $8 >= cancelled_time - 1800 THEN 'IN_CANCEL'
      WHEN $8 < invoice_time THEN 'INVOICE_PENDING'
      WHEN $8 < arranged_time OR fate = 'cancelled' THEN 'READY_TO_SHIP'
      WHEN $8 < pickup_time THEN CASE WHEN u18 < 0.03 THEN 'RETRY_SHIP' ELSE 'PROCESSED' END
      WHEN $8 < delivered_time THEN 'SHIPPED'
      WHEN fate = 'failed' THEN CASE WHEN $8 < resolved_time THEN 'TO_RETURN' ELSE 'CANCELLED' END
      WHEN fate = 'lost' THEN CASE WHEN $8 < resolved_time THEN 'SHIPPED' ELSE 'CANCELLED' END
      WHEN fate IN ('returned', 'disputed') THEN CASE WHEN $8 < asked_time THEN 'TO_CONFIRM_RECEIVE'
        WHEN $8 < resolved_time THEN 'TO_RETURN' WHEN fate = 'returned' THEN 'CANCELLED' ELSE 'COMPLETED' END
      WHEN $8 < completed_time THEN 'TO_CONFIRM_RECEIVE' ELSE 'COMPLETED' END AS status
    FROM resolved
  ), paid AS MATERIALIZED (
    -- The buyer pays 5 % less by Pix from R$80, 8 % from R$500; the seller's fees fall by as much, so the net stays.
    SELECT judged.*, CASE WHEN payment_method <> 'Pix' OR items_cents - voucher_cents < 8000 THEN 0
      WHEN items_cents - voucher_cents < 50000 THEN (items_cents - voucher_cents) * 5 / 100
      ELSE (items_cents - voucher_cents) * 8 / 100 END AS pix_cents
    FROM judged
  )
  SELECT n, ${codeOf('x')}, to_char(to_timestamp(create_time - 10800), 'YYMMDD') || ${codeOf('x')}, create_time, campaign,
    t1, t2, is_fbs, items_cents, voucher_cents,
    CASE WHEN u18 > 0.9 THEN least((items_cents - voucher_cents) / 2, (ARRAY[500, 800, 1000, 1500])[1 + floor(u12 * 4)::int]) ELSE 0 END,
    CASE WHEN u17 > 0.88 THEN least((items_cents - voucher_cents) / 4, 50 + floor(u13 * 400)::int) ELSE 0 END,
    pix_cents, affiliate_cents, pix_cents + CASE WHEN campaign = 1 AND u16 < 0.3 THEN items_cents / 100 ELSE 0 END, net_cents, buyer_fee_cents,
    estimated_fee_cents, overcharge_cents, buyer_no, payment_method, fate, u14 > 0.97,
    CASE WHEN fate <> 'unpaid' AND pay_time <= $8 THEN pay_time END,
    CASE WHEN status NOT IN ('UNPAID', 'INVOICE_PENDING') AND NOT is_fbs AND fate <> 'unpaid'
      AND invoice_time <= least($8, coalesce(cancelled_time, $8)) THEN invoice_time END,
    CASE WHEN fate NOT IN ('unpaid', 'cancelled') AND arranged_time <= $8 THEN arranged_time END,
    CASE WHEN fate NOT IN ('unpaid', 'cancelled') AND pickup_time <= $8 THEN pickup_time END,
    CASE WHEN fate NOT IN ('unpaid', 'cancelled', 'failed', 'lost') AND delivered_time <= $8 THEN delivered_time END,
    CASE WHEN status = 'COMPLETED' THEN CASE fate WHEN 'disputed' THEN resolved_time ELSE completed_time END END,
    CASE WHEN status = 'CANCELLED' THEN coalesce(cancelled_time, resolved_time) END,
    CASE WHEN fate IN ('failed', 'lost', 'returned', 'disputed', 'returned_late') AND asked_time <= $8 THEN asked_time END,
    CASE WHEN fate IN ('failed', 'lost', 'returned', 'disputed', 'returned_late') AND resolved_time <= $8 THEN resolved_time END,
    CASE WHEN status NOT IN ('CANCELLED', 'IN_CANCEL') THEN '' WHEN fate = 'unpaid' THEN 'system'
      WHEN fate = 'cancelled' THEN CASE WHEN u17 < 0.6 THEN 'buyer' WHEN u17 < 0.85 THEN 'seller' ELSE 'system' END
      ELSE 'system' END,
    CASE WHEN status NOT IN ('CANCELLED', 'IN_CANCEL') THEN '' WHEN fate = 'unpaid' THEN 'Unpaid Order'
      WHEN fate = 'cancelled' THEN CASE WHEN u17 < 0.6 THEN 'Buyer Request to Cancel' WHEN u17 < 0.85 THEN 'Out of Stock'
        ELSE 'Seller did not Ship' END
      WHEN fate = 'failed' THEN 'Failed Delivery' WHEN fate = 'lost' THEN 'Parcel is Lost' ELSE 'Return and Refund' END,
    status, least($8, CASE status
      WHEN 'UNPAID' THEN create_time WHEN 'CANCELLED' THEN coalesce(cancelled_time, resolved_time)
      WHEN 'IN_CANCEL' THEN cancelled_time - 1800 WHEN 'INVOICE_PENDING' THEN pay_time WHEN 'READY_TO_SHIP' THEN invoice_time
      WHEN 'PROCESSED' THEN arranged_time WHEN 'RETRY_SHIP' THEN arranged_time WHEN 'SHIPPED' THEN pickup_time
      WHEN 'TO_CONFIRM_RECEIVE' THEN delivered_time WHEN 'TO_RETURN' THEN asked_time
      ELSE CASE fate WHEN 'disputed' THEN resolved_time
        WHEN 'returned_late' THEN CASE WHEN resolved_time <= $8 THEN resolved_time ELSE completed_time END
        ELSE completed_time END END)
  FROM paid`
