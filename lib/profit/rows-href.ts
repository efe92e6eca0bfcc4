import { ordersHref } from '@/lib/dashboard/filters'
import type { DayRange } from '@/lib/dates'
import { expensesPath } from '@/lib/expenses/filters'
import type { ResultFilters } from './filters'
import type { ResultLine } from './result-lines'

const expenseKinds = { fixed: 'fixed', variable: 'variable', otherTaxes: 'tax' } as const

/**
 * The rows that add up to an amount: expenses by the day they are due, all else the orders of those days. Null where no
 * list can be narrowed to them: orders and expenses know no legal entity, expenses no shop.
 */
export function rowsHref(line: ResultLine, range: DayRange, filters: ResultFilters): string | null {
  if (filters.entity) return null
  if (line in expenseKinds) {
    if (filters.shop) return null
    const kind = expenseKinds[line as keyof typeof expenseKinds]
    return `${expensesPath}?${new URLSearchParams({ from: range.from, to: range.to, kind }).toString()}`
  }
  return ordersHref({ ...filters, ...range }, { valid: true })
}
