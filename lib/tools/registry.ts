import 'server-only'
import type { Tool } from './contract'
import { expenses } from './expenses'
import { findOrders } from './find-orders'
import { lowStock } from './low-stock'
import { salesSummary } from './sales-summary'
import { topProducts } from './top-products'

/** Every read tool: the assistants, the functions and the MCP endpoint have no others. */
export const tools: readonly Tool[] = [salesSummary, topProducts, findOrders, lowStock, expenses]

export const findTool = (name: string) => tools.find((tool) => tool.name === name)
