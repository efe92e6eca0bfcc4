import type { Metric } from '../grammar'
import { expensesMetrics } from './expenses'
import { listsMetrics } from './lists'
import { ordersMetrics } from './orders'
import { oneMetrics } from './one'
import { payoutsMetrics } from './payouts'
import { resultMetrics } from './result'
import { salesMetrics } from './sales'
import { stockMetrics } from './stock'

/** The more special ones first: what their words take is no other's. */
export const metrics: readonly Metric[] = [
  ...oneMetrics,
  ...listsMetrics,
  ...stockMetrics,
  ...ordersMetrics,
  ...payoutsMetrics,
  ...expensesMetrics,
  ...resultMetrics,
  ...salesMetrics,
]
