const sales = ['orders', 'units', 'gross_cents']
const shares = ['deductions_cents', 'packaging_cents', 'revenue_with_cost_cents', 'cost']
const stages = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']
const fees = ['fees_charged_cents', 'gross_charged_cents', 'fees_estimated_cents', 'gross_estimated_cents']
/** Valid orders, of rows that count all of them. */
const validOrders = { orders: 'orders - pending - cancelled' }

type Rollup = {
  /** Where rows wait to be folded in. */
  delta: string
  /** The day, or the month, that a row is of. */
  time: string
  keys: readonly string[]
  sums: readonly string[]
  /** Where an appended row says a column otherwise than the folded one. */
  inDelta?: Readonly<Record<string, string>>
}

/** Every roll-up of decision 003, and how its appended rows come into it. A test holds this against the catalogue. */
export const rollups: Readonly<Record<string, Rollup>> = {
  sales_day: {
    delta: 'sales_day_delta',
    time: 'day',
    keys: ['outlet_id'],
    sums: [...sales, ...stages, 'cancelled_cents', ...fees, ...shares, 'unpriced'],
  },
  sales_hour: { delta: 'sales_day_delta', time: 'day', keys: ['outlet_id', 'hour'], sums: sales, inDelta: validOrders },
  sales_state: {
    delta: 'sales_day_delta',
    time: 'day',
    keys: ['outlet_id', 'state'],
    sums: [...sales, ...shares],
    inDelta: validOrders,
  },
  product_day: {
    delta: 'product_day_delta',
    time: 'day',
    keys: ['outlet_id', 'item_key'],
    sums: ['units', 'physical_units', 'revenue_cents', ...shares],
  },
  product_month: {
    delta: 'product_day_delta',
    time: 'month',
    keys: ['outlet_id', 'item_key'],
    sums: ['units', 'physical_units', 'revenue_cents', ...shares],
    inDelta: { month: "date_trunc('month', day)::date" },
  },
  money_day: {
    delta: 'money_day_delta',
    time: 'day',
    keys: ['outlet_id', 'kind', 'basis'],
    sums: ['orders', 'amount_cents'],
  },
}
