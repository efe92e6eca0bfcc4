/** Orders to be settled, as the sync and the wallet leave them: in whole reais, on both sides of 1 October 2026. */
export type Fill = { organizationId: string; shopId: string; orders: number; prefix?: string }
type Client = { query: (sql: string) => Promise<unknown> }

const price = '(100 * (20 + n % 280))::bigint'
/** Placed on 1 October or later: 1 November less so many days. */
const isOctober = '(n % 240 <= 31)'
const commission = `(((CASE WHEN ${price} < 8000 THEN 180 ELSE 120 END + CASE WHEN ${isOctober} THEN 6 ELSE 0 END) * ${price} + 500) / 1000)`
const fixed = `(CASE WHEN ${price} < 8000 THEN CASE WHEN ${isOctober} THEN 450 ELSE 400 END WHEN ${price} < 10000 THEN 1600 WHEN ${price} < 20000 THEN 2000 ELSE 2600 END)`
const service = `((CASE WHEN ${isOctober} THEN 14 ELSE 20 END * ${price} + 500) / 1000 + ${fixed})`
/** Every fiftieth was charged more for freight than it should have been. */
const freight = '(CASE WHEN n % 50 = 0 THEN 1240 ELSE 0 END)'
const payout = `(${price} - ${commission} - ${service} - ${freight})`
/** Every seventieth was never paid, every eighty-third corrected afterwards. */
const isPaid = 'n % 70 <> 0'
const isCorrected = `n % 83 = 0 AND ${isPaid}`

const sum = (numbers: number[], of: (n: number) => number) => numbers.reduce((all, n) => all + of(n), 0)

/** How many of each cause the fill holds, and with how many cents. */
export function filledFaults(orders: number) {
  const numbers = Array.from({ length: orders }, (_, index) => index + 1)
  const paid = (n: number) => n % 70 !== 0
  const priceOf = (n: number) => 100 * (20 + (n % 280))
  const expected = (n: number) => {
    const cents = priceOf(n)
    const isSince = n % 240 <= 31
    const fee = cents < 8000 ? (isSince ? 450 : 400) : cents < 10_000 ? 1600 : cents < 20_000 ? 2000 : 2600
    const share = (thousandths: number) => Math.floor((thousandths * cents + 500) / 1000)
    return cents - share((cents < 8000 ? 180 : 120) + (isSince ? 6 : 0)) - share(isSince ? 14 : 20) - fee
  }
  const late = numbers.filter((n) => !paid(n))
  const charged = numbers.filter((n) => n % 50 === 0 && paid(n))
  const corrected = numbers.filter((n) => n % 83 === 0 && paid(n))
  return {
    late: { orders: late.length, cents: 0 - sum(late, expected) },
    freight: { orders: charged.length, cents: -1240 * charged.length },
    adjustment: { orders: corrected.length, cents: -630 * corrected.length },
    expected: sum(numbers, expected),
  }
}

/** Orders of the last ten months, delivered long enough ago; their money, payouts and wallet. Triggers mark them. */
export async function fillReconciliation(
  client: Client,
  { organizationId, shopId, orders, prefix = 'R' }: Fill,
): Promise<void> {
  const org = `'${organizationId}'::uuid`
  const shop = `'${shopId}'::uuid`
  const placed = `timestamptz '2026-11-01 15:00Z' - (n % 240) * interval '1 day'`
  const series = `generate_series(1, ${orders}) n`
  await client.query(`
    INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, platform_status, placed_at, local_day, units,
      revenue_cents, total_cents, shipped_at, delivered_at)
    SELECT ${org}, gen_random_uuid(), '${prefix}-' || n, 'shopee', ${shop}, ${shop}, '${prefix}' || lpad(n::text, 12, '0'), 'delivered', 'COMPLETED', ${placed},
      (${placed})::date, 1, ${price}, ${price}, ${placed} + interval '1 day', ${placed} + interval '4 days' FROM ${series}`)
  await client.query('ANALYZE orders')
  const own = `orders o JOIN LATERAL (SELECT substr(o.external_code, ${prefix.length + 1})::int AS n) d ON true
    WHERE o.organization_id = ${org} AND o.shop_id = ${shop} AND o.external_code LIKE '${prefix}%'`
  await client.query(`
    INSERT INTO listing (organization_id, id, shop_id, external_key, title) SELECT ${org}, gen_random_uuid(), ${shop}, '${prefix}', 'Anúncio'`)
  await client.query(`
    INSERT INTO order_item (organization_id, order_id, line, listing_id, title, quantity, unit_price_cents, subtotal_cents)
    SELECT ${org}, o.id, 1, (SELECT id FROM listing WHERE organization_id = ${org} AND shop_id = ${shop} AND external_key = '${prefix}'), 'Item', 1,
      o.revenue_cents, o.revenue_cents FROM ${own}`)
  await client.query(`
    INSERT INTO money_line (organization_id, order_id, kind, source, key, amount_cents, platform_name, as_of)
    SELECT ${org}, o.id, m.kind::"MoneyKind", 'api', m.kind, m.cents, m.kind, now() FROM orders o
    JOIN LATERAL (SELECT substr(o.external_code, ${prefix.length + 1})::int AS n) d ON true
    JOIN LATERAL (VALUES ('product_revenue', ${price}), ('commission', 0 - ${commission}), ('service', 0 - ${service}), ('freight_paid', 1500::bigint),
      ('freight_charged', -1500::bigint - ${freight}), ('adjustment', CASE WHEN ${isCorrected} THEN -630 END)) m(kind, cents) ON m.cents IS NOT NULL
    WHERE o.organization_id = ${org} AND o.shop_id = ${shop} AND o.external_code LIKE '${prefix}%'`)
  await client.query(`
    INSERT INTO release (organization_id, shop_id, external_code, source, amount_cents, released_at)
    SELECT ${org}, ${shop}, o.external_code, 'api', ${payout}, o.delivered_at + (5 + n % 4) * interval '1 day' FROM ${own} AND ${isPaid}`)
  await client.query(`
    INSERT INTO wallet_transaction (organization_id, id, shop_id, minute, amount_cents, balance_cents, at, local_day, kind, type, external_code, source)
    SELECT ${org}, gen_random_uuid(), ${shop}, w.at, w.cents, NULL, w.at, w.at::date, w.kind::"WalletKind", w.kind, o.external_code, 'api'
    FROM orders o JOIN LATERAL (SELECT substr(o.external_code, ${prefix.length + 1})::int AS n) d ON true
    JOIN LATERAL (SELECT 'payout' AS kind, ${payout} AS cents, o.delivered_at + (5 + n % 4) * interval '1 day' + n * interval '1 second' AS at
      UNION ALL SELECT 'adjustment', -630, o.delivered_at + interval '15 days' + n * interval '1 second' WHERE ${isCorrected}) w ON true
    WHERE o.organization_id = ${org} AND o.shop_id = ${shop} AND o.external_code LIKE '${prefix}%' AND ${isPaid} AND n % 3 = 0`)
}
