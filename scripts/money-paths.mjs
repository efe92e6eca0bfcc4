/**
 * The folders that read, calculate or write amounts: no figure becomes one of another unit by a factor of a hundred.
 */
export const moneyPaths = [
  'lib/money/ads',
  'lib/money/bank',
  'lib/money/cases',
  'lib/money/expenses',
  'lib/insight/exports',
  'lib/money/fees',
  'lib/connect/money-reports',
  'lib/money/month-close',
  'lib/core/money.ts',
  'lib/sales/orders',
  'lib/money/payouts',
  'lib/catalog/costs',
  'lib/catalog/products',
  'lib/money/profit',
  'lib/catalog/purchases',
  'lib/money/reconciliation',
  'lib/sales/returns',
  'lib/shopee',
  'lib/catalog/stock',
  'lib/connect/sync',
  'lib/money/revenue-limits',
  'lib/money/wallet',
  'lib/catalog/warehouse',
]
