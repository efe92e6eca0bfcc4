import 'server-only'
import { abc, itemProfit, stockCover } from './kinds/analyses'
import { count } from './kinds/count'
import { deadZones } from './kinds/dead-zones'
import { expenses } from '@/lib/money/expenses/expense-export'
import { freight } from './kinds/freight'
import { levels } from './kinds/levels'
import { movements } from './kinds/movements'
import { orders } from './kinds/orders'
import { payouts } from './kinds/payouts'
import { products } from './kinds/products'
import { purchaseSuggestion } from './kinds/purchase-suggestion'
import { purchases } from './kinds/purchases'
import { settlements } from '@/lib/money/reconciliation/settlement-export'
import { simulation } from './kinds/simulation'
import { stockValue } from './kinds/stock-value'
import { suppliers } from './kinds/suppliers'
import { auditLogExport } from './kinds/audit-log'
import { wallet } from '@/lib/money/wallet/wallet-export'
import type { ListKind } from '@/lib/core/exports/list-kind'
import type { ListName } from '@/lib/core/exports/schema'

/** Every list that can be exported. */
export const listKinds: Record<ListName, ListKind> = {
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
  abc,
  itemProfit,
  stockCover,
  wallet,
  payouts,
  freight,
  settlements,
  deadZones,
  simulation,
  trail: auditLogExport,
}
