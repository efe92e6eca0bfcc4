import 'server-only'
import { cashAhead } from './cash-ahead'
import type { Tool } from './contract'
import { expenses } from './expenses'
import { feesPaid } from './fees-paid'
import { findOrders } from './find-orders'
import { losses } from './losses'
import { lowStock } from './low-stock'
import { monthlyResult } from './monthly-result'
import { openCases } from './open-cases'
import { openReturns } from './open-returns'
import { orderPayout } from './order-payout'
import { priceResult } from './price-result'
import { pricesInDeadZones } from './prices-in-dead-zones'
import { productMargin } from './product-margin'
import { productSales } from './product-sales'
import { productStock } from './product-stock'
import { productsWithoutCost } from './products-without-cost'
import { purchaseSuggestion } from './purchase-suggestion'
import { revenueLimits } from './revenue-limits'
import { salesByShop } from './sales-by-shop'
import { salesSummary } from './sales-summary'
import { shopHealth } from './shop-health'
import { slowStock } from './slow-stock'
import { topProducts } from './top-products'
import { unmappedListings } from './unmapped-listings'
import { unreconciledPayouts } from './unreconciled-payouts'
import { workToday } from './work-today'

/** Every read tool: the assistants, the functions and the MCP endpoint have no others. */
export const tools: readonly Tool[] = [
  salesSummary,
  salesByShop,
  topProducts,
  productSales,
  findOrders,
  losses,
  productStock,
  lowStock,
  purchaseSuggestion,
  slowStock,
  productsWithoutCost,
  unmappedListings,
  monthlyResult,
  revenueLimits,
  productMargin,
  feesPaid,
  pricesInDeadZones,
  expenses,
  cashAhead,
  unreconciledPayouts,
  openCases,
  openReturns,
  shopHealth,
  workToday,
  orderPayout,
  priceResult,
]

export const findTool = (name: string) => tools.find((tool) => tool.name === name)
