const settled = [
  'orders',
  'expected_cents',
  'released_cents',
  'adjusted_cents',
  'difference_cents',
  'explained_cents',
  'unexplained_cents',
]
const shares = ['deductions_cents', 'packaging_cents', 'revenue_with_cost_cents', 'cost']

type Derived = {
  keys: readonly string[]
  sums: readonly string[]
  /** The keys and sums as they are kept, and as they follow from the rows behind them. Both see the organization `$org`. */
  kept: string
  recomputed: string
}

/** Data stored beside roll-ups and orders, which follows from them (decision 003). */
export const derived: Readonly<Record<string, Derived>> = {
  product_span: {
    keys: ['months', 'start', 'item_key'],
    sums: ['units', 'physical_units', 'revenue_cents', ...shares],
    kept: 'SELECT * FROM product_span',
    recomputed: `SELECT m.*, u.months, date_trunc(u.unit, m.month)::date AS start FROM product_month m
      CROSS JOIN (VALUES (1, 'month'), (3, 'quarter'), (12, 'year')) u (months, unit)`,
  },
  buyer_month: {
    keys: ['outlet_id', 'buyer_key', 'month'],
    sums: ['orders', 'revenue_cents'],
    kept: `SELECT organization_id, outlet_id, buyer_key, month, orders, revenue_cents FROM buyer_month
      UNION ALL SELECT organization_id, outlet_id, buyer_key, month, orders, revenue_cents FROM buyer_delta`,
    recomputed: `SELECT organization_id, outlet_id, buyer_key, date_trunc('month', local_day)::date AS month, 1 AS orders, revenue_cents
      FROM orders WHERE buyer_key IS NOT NULL AND status NOT IN ('pending', 'cancelled')`,
  },
  cohort_month: {
    keys: ['outlet_id', 'first_month', 'month'],
    sums: ['buyers', 'orders', 'revenue_cents'],
    kept: 'SELECT * FROM cohort_month',
    recomputed: `SELECT organization_id, outlet_id, min(month) OVER (PARTITION BY organization_id, outlet_id, buyer_key) AS first_month, month,
      1 AS buyers, orders, revenue_cents FROM buyer_month WHERE orders > 0`,
  },
  wallet_day: {
    keys: ['day', 'shop_id', 'kind'],
    sums: ['movements', 'in_cents', 'out_cents', 'fee_cents'],
    kept: 'SELECT * FROM wallet_day',
    recomputed: `SELECT organization_id, local_day AS day, shop_id, kind, 1 AS movements, greatest(amount_cents, 0) AS in_cents,
      least(amount_cents, 0) AS out_cents, fee_cents FROM wallet_transaction`,
  },
  settlement_day: {
    keys: ['day', 'shop_id', 'state'],
    sums: settled,
    kept: 'SELECT * FROM settlement_day',
    recomputed: `SELECT organization_id, local_day AS day, shop_id, state, 1 AS orders, coalesce(expected_cents, 0) AS expected_cents,
      coalesce(released_cents, 0) AS released_cents, adjusted_cents, difference_cents, explained_cents, unexplained_cents FROM settlement`,
  },
  discrepancy_day: {
    keys: ['day', 'shop_id', 'cause'],
    sums: ['orders', 'amount_cents'],
    kept: 'SELECT * FROM discrepancy_day',
    recomputed: `SELECT c.organization_id, s.local_day AS day, s.shop_id, c.cause, 1 AS orders, c.amount_cents
      FROM discrepancy c JOIN settlement s ON s.organization_id = c.organization_id AND s.id = c.settlement_id`,
  },
}
