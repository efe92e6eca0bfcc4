/** The ranges that update_price and update_stock hold to. */
export const ITEM_LIMITS = {
  price_limit: { min_limit: 1, max_limit: 500000 },
  stock_limit: { min_limit: 0, max_limit: 9999999 },
} as const
