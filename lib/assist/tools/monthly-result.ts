import 'server-only'
import { z } from 'zod'
import type { DayRange } from '@/lib/core/dates'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import {
  isAdsMissing,
  isUnknown,
  resultLines,
  type Result,
  type ResultLine,
  type ResultSum,
} from '@/lib/money/profit/result-lines'
import { costCoverage } from '@/lib/money/profit/shares'
import { tool, type FigureName, type ToolAnswer, type ToolViewer } from './contract'
import { asText, cents, columnsOf } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { readResult } from './result-period'
import { seriesOf } from './series'

const figureLines = {
  productSales: 'revenue',
  fees: 'fees',
  netRevenue: 'netRevenue',
  goodsCost: 'cost',
  salesTax: 'tax',
  adsSpend: 'ads',
  fixedExpenses: 'fixed',
  variableExpenses: 'variable',
  contribution: 'contribution',
  profit: 'profit',
  profitBeforeAds: 'profitBeforeAds',
} as const satisfies Partial<Record<FigureName, ResultLine | ResultSum>>

const figureNames = Object.keys(figureLines) as (keyof typeof figureLines)[]

/** Where nothing is known of the ads, the profit before them stands beside the one that cannot be known. */
const linesOf = (total: Result) => figureNames.filter((name) => name !== 'profitBeforeAds' || isAdsMissing(total))

const valueOf = (result: Result, line: ResultLine | ResultSum): bigint | null => {
  if (isUnknown(result, line)) return null
  return line in result.sums ? result.sums[line as ResultSum] : result.lines[line as ResultLine]
}

export const monthlyResult = tool({
  name: 'monthly_result',
  description:
    "The company's result of a period, by default this month: product sales, fees, taxes, cost of goods, ads, expenses and profit, line by line and compared with the days before; one of them also month by month. Amounts are signed from the seller's side; unknown costs leave what follows from them unknown; where nothing is known of the ads, the profit before ads is told.",
  permission: 'money.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    series: z.enum(figureNames).default('profit').describe('Which figure the series is of'),
  }),
  run: async (viewer, { series, ...input }) => {
    const range = readPeriod({ ...input, period: input.period ?? 'month' }, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const { view, href, lineHref } = await readResult(viewer, range, shop?.id ?? null)
    const before = { from: view.filters.previousFrom, to: view.filters.previousTo }
    const names = linesOf(view.total)
    const withoutAds = names.includes('profitBeforeAds')
    const of = series === 'profit' && withoutAds ? 'profitBeforeAds' : series
    const figuresOf = (result: Result, days: DayRange) =>
      names.map((name) => cents(name, valueOf(result, figureLines[name]), lineHref(figureLines[name], days)))
    const rows = [...resultLines, 'profit' as const, ...(withoutAds ? (['profitBeforeAds'] as const) : [])]
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: figuresOf(view.total, range),
      compared: view.previous && { period: before, figures: figuresOf(view.previous, before) },
      table: {
        columns: columnsOf({ line: { words: 'result.lines' }, amount: 'cents' }),
        rows: rows.map((line) => ({
          cells: [line, asText(valueOf(view.total, line))],
          href: lineHref(line),
        })),
        total: rows.length,
      },
      ...seriesOf({
        name: of,
        unit: 'cents',
        by: 'month',
        points: view.months.map(({ range: { from, to }, result }) => ({
          from,
          to,
          value: asText(valueOf(result, figureLines[of])),
          href: lineHref(figureLines[of], { from, to }),
        })),
      }),
      notes: notesOf(view.total, viewer),
      href,
    }
  },
})

function notesOf(result: Result, { language }: ToolViewer): ToolAnswer['notes'] {
  const covered = costCoverage(result)
  return [
    ...(result.unpricedOrders > 0n
      ? [{ name: 'unpriced', values: { count: formatNumber(result.unpricedOrders, language) } } as const]
      : []),
    ...(covered !== null && covered < 1
      ? [{ name: 'costPartly', values: { share: formatPercent(covered, language) } } as const]
      : []),
    ...(isAdsMissing(result) ? [{ name: 'adsUntold', values: {} } as const] : []),
    ...(result.untaxedCents > 0n
      ? [{ name: 'untaxed', values: { amount: formatMoney(result.untaxedCents, language) } } as const]
      : []),
  ]
}
