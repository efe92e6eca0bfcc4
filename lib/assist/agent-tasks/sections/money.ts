import 'server-only'
import { absolute } from '@/lib/core/big-int'
import { casesHref } from '@/lib/money/cases/filters'
import { casesPath } from '@/lib/money/cases/tabs'
import { getCasesFor } from '@/lib/money/cases/views'
import { translatorOf } from '@/lib/core/i18n/translator'
import { rowsHref } from '@/lib/money/profit/rows-href'
import { amountOf, columnsOf, isMissing, rowName, rowsOf } from '@/lib/money/profit/statement'
import { getResultFor } from '@/lib/money/profit/views'
import { settlementsHref } from '@/lib/money/reconciliation/filters'
import { getReconciliationFor } from '@/lib/money/reconciliation/views'
import { isUnknown, resultLines, type Result, type ResultLine } from '@/lib/money/profit/result-lines'
import type { Section, SectionSource } from './contract'

const MOST_CASES = 200

/** The company's result line by line, and that of the days before. */
export const result: SectionSource = {
  name: 'result',
  rights: ['money.read'],
  read: async (viewer, { range, shopId }) => {
    const query = { period: 'custom', ...range, ...(shopId && { shop: shopId }) }
    const view = await getResultFor(viewer, query)
    const t = translatorOf(viewer.language)
    const columns = columnsOf(view)
    const [now, before] = columns.slice(-2).map((column) => column.result)
    const rows = rowsOf(columns).map((row) => {
      const cell = (of: typeof now) => (of && !isMissing(of, row) ? String(amountOf(of, row)) : null)
      const name = row.partOf ? `${t(`result.lines.${row.partOf}`)}: ${t(rowName(row))}` : t(rowName(row))
      return {
        cells: [name, cell(now), cell(before)],
        href: row.partOf ? null : rowsHref(row.key, range, view.filters),
      }
    })
    return {
      name: 'result',
      lead: now && before && leadOf(now, before, (key) => t(`result.lines.${key}`)),
      columns: [
        { name: 'line', unit: 'text' },
        { name: 'period', unit: 'cents' },
        { name: 'before', unit: 'cents' },
      ],
      rows,
      total: rows.length,
      href: `/dashboard/minha-empresa/painel?${new URLSearchParams(query).toString()}`,
    }
  },
}

/** How the profit changed, and the line that changed it most; nothing where one of them is not known. */
function leadOf(now: Result, before: Result, nameOf: (line: ResultLine) => string): Section['lead'] {
  const known = [now, before].every((result) => !isUnknown(result, 'profit'))
  if (!known) return undefined
  const changes = resultLines.map((line) => ({ line, cents: now.lines[line] - before.lines[line] }))
  const size = ({ cents }: { cents: bigint }) => absolute(cents)
  const most = changes.reduce((a, b) => (size(b) > size(a) ? b : a))
  const profit = now.sums.profit
  return {
    profit: String(profit),
    change: String(profit - before.sums.profit),
    line: nameOf(most.line),
    by: String(most.cents),
  }
}

/** Why the marketplace paid something else than was owed. */
export const differences: SectionSource = {
  name: 'differences',
  rights: ['reconciliation.read'],
  read: async (viewer, { range, shopId }) => {
    const view = await getReconciliationFor(viewer, { period: 'custom', ...range, ...(shopId && { shop: shopId }) })
    const t = translatorOf(viewer.language)
    const rows = view.causes.map(({ cause, orders, amountCents }) => ({
      cells: [t(`reconciliation.causes.${cause}`), String(orders), String(amountCents)],
      href: settlementsHref(view.filters, { cause }),
    }))
    return {
      name: 'differences',
      columns: [
        { name: 'cause', unit: 'text' },
        { name: 'orders', unit: 'count' },
        { name: 'amount', unit: 'cents' },
      ],
      rows,
      total: rows.length,
      href: settlementsHref(view.filters),
    }
  },
}

/** Open claims against the marketplace. Without a period: a case lives for weeks. */
export const cases: SectionSource = {
  name: 'cases',
  rights: ['reconciliation.read'],
  read: async (viewer, { shopId }) => {
    const t = translatorOf(viewer.language)
    const read = (tab: 'todo' | 'waiting') => getCasesFor(viewer, { tab, ...(shopId && { shop: shopId }) }, MOST_CASES)
    const [todo, waiting] = [await read('todo'), await read('waiting')]
    return {
      name: 'cases',
      columns: [
        { name: 'number', unit: 'count' },
        { name: 'shop', unit: 'text' },
        { name: 'cause', unit: 'text' },
        { name: 'state', unit: 'text' },
        { name: 'amount', unit: 'cents' },
        { name: 'recovered', unit: 'cents' },
        { name: 'deadline', unit: 'day' },
      ],
      rows: [...todo.page.rows, ...waiting.page.rows].map((row) => ({
        cells: [
          String(row.number),
          row.shopName,
          t(`reconciliation.causes.${row.cause}`),
          t(`cases.states.${row.state}`),
          String(row.amountCents),
          String(row.recoveredCents),
          row.deadline,
        ],
        href: `${casesPath}/${row.id}`,
      })),
      total: Number(todo.counts.todo) + Number(todo.counts.waiting),
      href: casesHref(waiting.filters),
    }
  },
}
