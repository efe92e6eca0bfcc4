import 'server-only'
import { z } from 'zod'
import { formatMoney } from '@/lib/core/money'
import { lineParts } from '@/lib/money/profit/line-parts'
import { moneyBases, type Result } from '@/lib/money/profit/result-lines'
import { tool } from './contract'
import { cents, columnsOf } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { readResult } from './result-period'
import { seriesOf } from './series'

const sumOf = (result: Result, part: keyof Result['byBasis']) =>
  moneyBases.reduce((sum, basis) => sum + result.byBasis[part][basis], 0n)

export const feesPaid = tool({
  name: 'fees_paid',
  description:
    "What the marketplace took over a period, by kind: commission, service and other fees, and freight; of the orders of those days, compared with the days before. Negative is what was taken. Where the platform has not said, the estimate by the rule of the order's day.",
  permission: 'money.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    series: z.enum(['fees', 'freight']).default('fees').describe('Which figure the series is of'),
  }),
  run: async (viewer, { series, ...input }) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const { view, href, lineHref } = await readResult(viewer, range, shop?.id ?? null)
    const before = { from: view.filters.previousFrom, to: view.filters.previousTo }
    const figuresOf = ({ lines }: Result, days = range) => [
      cents('fees', lines.fees, lineHref('fees', days)),
      cents('freight', lines.freight, lineHref('freight', days)),
    ]
    const parts = [...lineParts.fees, ...lineParts.freight].flatMap((part) => {
      const amount = sumOf(view.total, part)
      return amount === 0n ? [] : [{ part, amount }]
    })
    const estimated = view.total.byBasis.fees.estimated
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: figuresOf(view.total),
      compared: view.previous && { period: before, figures: figuresOf(view.previous, before) },
      table: {
        columns: columnsOf({ fee: { words: 'orders.detail.kinds' }, amount: 'cents' }),
        rows: parts.map(({ part, amount }) => ({ cells: [part, String(amount)], href })),
        total: parts.length,
      },
      ...seriesOf({
        name: series,
        unit: 'cents',
        by: 'month',
        points: view.months.map(({ range: { from, to }, result }) => ({
          from,
          to,
          value: String(result.lines[series]),
          href: lineHref(series, { from, to }),
        })),
      }),
      notes:
        estimated === 0n
          ? []
          : [{ name: 'feesEstimated', values: { amount: formatMoney(-estimated, viewer.language) } }],
      href,
    }
  },
})
