import { isDay, type Day } from '@/lib/core/dates'
import { asId, firstOf, type Query } from '@/lib/core/keyset'
import { bankPath, bankTabs, type BankTab } from './schema'

export type BankFilters = {
  tab: BankTab
  shop: string | null
  from: Day | null
  to: Day | null
  after: string | null
  before: string | null
}

export function readBankFilters(query: Query): BankFilters {
  const asDay = (value: unknown): Day | null => (isDay(value) ? value : null)
  let [from, to] = [asDay(firstOf(query.from)), asDay(firstOf(query.to))]
  if (from && to && from > to) [from, to] = [to, from]
  return {
    tab: bankTabs.find((known) => known === firstOf(query.tab)) ?? 'all',
    from,
    to,
    shop: asId(firstOf(query.shop)),
    after: firstOf(query.after),
    before: firstOf(query.before),
  }
}

export function bankHref(filters: BankFilters, changes: Partial<BankFilters> = {}): string {
  const { tab, ...rest } = { ...filters, after: null, before: null, ...changes }
  const said = Object.entries({ ...rest, tab: tab === 'all' ? null : tab }).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  )
  return said.length > 0 ? `${bankPath}?${new URLSearchParams(said)}` : bankPath
}
