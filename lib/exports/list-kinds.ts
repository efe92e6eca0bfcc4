import 'server-only'
import { count } from './kinds/count'
import { expenses } from './kinds/expenses'
import { levels } from './kinds/levels'
import { movements } from './kinds/movements'
import { orders } from './kinds/orders'
import { products } from './kinds/products'
import { purchaseSuggestion } from './kinds/purchase-suggestion'
import { purchases } from './kinds/purchases'
import { stockValue } from './kinds/stock-value'
import { suppliers } from './kinds/suppliers'
import type { ListKind } from './list-kind'
import type { ExportKind } from './schema'

/** Every list that can be exported. */
export const listKinds: Record<ExportKind, ListKind> = {
  orders,
  products,
  expenses,
  purchaseSuggestion,
  levels,
  movements,
  stockValue,
  purchases,
  suppliers,
  count,
}
