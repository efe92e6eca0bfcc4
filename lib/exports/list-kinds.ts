import 'server-only'
import { expenses } from './kinds/expenses'
import { orders } from './kinds/orders'
import { products } from './kinds/products'
import type { ListKind } from './list-kind'
import type { ExportKind } from './schema'

/** Every list that can be exported. */
export const listKinds: Record<ExportKind, ListKind> = { orders, products, expenses }
