import { readAnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import { readAuditLogFilters } from '@/lib/insight/audit-log/filters'
import { readBankFilters } from '@/lib/money/bank/filters'
import { readCaseFilters } from '@/lib/money/cases/filters'
import { readSalesFilters } from '@/lib/sales/sales-figures/filters'
import { readExpenseFilters } from '@/lib/money/expenses/filters'
import { readOrderFilters } from '@/lib/sales/orders/filters'
import { readPayoutFilters } from '@/lib/money/payouts/filters'
import { readProductFilters } from '@/lib/catalog/products/filters'
import { readSettlementFilters } from '@/lib/money/reconciliation/filters'
import { readMovementFilters } from '@/lib/catalog/stock/filters'
import { naughtyTexts } from '@/lib/testing/samples/naughty-texts'
import { readWalletFilters } from '@/lib/money/wallet/filters'

type Query = Record<string, string>
const today = '2026-11-20'

const readers: [string, (query: Query) => object][] = [
  ['analytics', (query) => readAnalyticsFilters(query, today, { seesTotals: true, seesMoney: true })],
  ['trail', (query) => readAuditLogFilters(query, today, 'owner')],
  ['bank', readBankFilters],
  ['cases', readCaseFilters],
  ['sales', (query) => readSalesFilters(query, today)],
  ['expenses', (query) => readExpenseFilters(query, today)],
  ['orders', (query) => readOrderFilters(query, today, { money: true, buyers: true })],
  ['payouts', (query) => readPayoutFilters(query, today)],
  ['products', (query) => readProductFilters(query, true)],
  ['settlements', (query) => readSettlementFilters(query, today)],
  ['movements', (query) => readMovementFilters(query, today)],
  ['wallet', readWalletFilters],
]

/** A query in which every field, whatever it is called, holds this text. */
const filledWith = (text: string) => new Proxy<Query>({}, { get: () => text, has: () => true })

test.each(readers)('whatever stands in its address, %s reads filters of it and throws nothing', (_, read) => {
  const thrown = naughtyTexts.filter((text) => {
    try {
      return Object.keys(read(filledWith(text))).length === 0
    } catch {
      return true
    }
  })
  expect(thrown).toEqual([])
})
