import 'server-only'
import { z } from 'zod'
import { formatDay, isDay, localDay, type Day, type DayRange } from '@/lib/core/dates'
import { UserError } from '@/lib/core/errors'
import { formatMoney } from '@/lib/core/money'
import { dueExpensesHref } from '@/lib/money/payouts/expenses-href'
import { horizons, payoutsHref, weekFilter } from '@/lib/money/payouts/filters'
import { settlementHref } from '@/lib/money/payouts/rows-href'
import { moneyTabs } from '@/lib/money/payouts/tabs'
import { getPayoutsFor } from '@/lib/money/payouts/views'
import { tool, type MadeAnswer, type ToolAnswer, type ToolViewer } from './contract'
import { asText, cents, columnsOf, count } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { seriesOf } from './series'

const day = z.string().refine(isDay, 'YYYY-MM-DD')

export const cashAhead = tool({
  name: 'cash_ahead',
  description:
    'Money of the next 14, 30 or 60 days: the balance now, payouts to come, late payouts, expenses to pay, what is left at the end, and the first day it falls short. With the days from and to, all of them from today on, the payouts expected in those alone.',
  permission: 'money.read',
  schema: z.object({
    days: z
      .literal([...horizons])
      .default(30)
      .describe('How many days ahead'),
    from: day.optional().describe('First day of the payouts expected, today or later; today where only to is given'),
    to: day.optional().describe('Last day of them; the first where only from is given'),
    ...shopInput,
    series: z.enum(['cashLeft', 'payoutsToCome']).default('cashLeft').describe('Which figure the series is of'),
  }),
  run: async (viewer, { days, series, from, to, ...input }) => {
    const shop = await findShop(viewer, input.shop)
    if (from ?? to) return answerDays(viewer, daysAhead(from, to, viewer.timeZone), shop)
    const query = { days: String(days), ...(shop && { shop: shop.id }) }
    const { filters, cash, range, today } = await getPayoutsFor(viewer, query)
    const href = payoutsHref(filters)
    const coming = cash.days.reduce((sum, { inCents }) => sum + inCents, 0n)
    const orders = cash.days.reduce((sum, day) => sum + day.orders, 0n)
    const leaving = cash.days.reduce((sum, { outCents }) => sum + outCents, 0n)
    const dueHref = (from: string | undefined, to: string) =>
      dueExpensesHref({ ...(from && { from }), to, shop: filters.shop, today })
    const notes: ToolAnswer['notes'] = []
    if (cash.unknown.length > 0) notes.push({ name: 'balanceUnknown', values: { shops: cash.unknown.join(', ') } })
    if (cash.shortage)
      notes.push({
        name: 'shortOn',
        values: {
          day: formatDay(cash.shortage.day, viewer.language),
          amount: formatMoney(cash.shortage.shortCents, viewer.language),
        },
      })
    const busy = cash.days.filter(
      ({ inCents, outCents, orders: some }) => inCents !== 0n || outCents !== 0n || some > 0n,
    )
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: [
        cents('walletBalance', cash.startCents, moneyTabs.wallet.path),
        cents('payoutsToCome', coming, payoutsHref(filters, { due: 'within' })),
        count('payoutOrders', orders, payoutsHref(filters, { due: 'within' })),
        cents('payoutsLate', cash.toCome.late.cents, payoutsHref(filters, { due: 'late' })),
        cents('expensesDue', leaving, dueHref(undefined, range.to)),
        cents('cashLeft', cash.days.at(-1)?.leftCents ?? null, href),
      ],
      table: {
        columns: columnsOf({ day: 'day', comesIn: 'cents', goesOut: 'cents', left: 'cents' }),
        rows: busy.map(({ day, inCents, outCents, leftCents }) => ({
          cells: [day, String(inCents), String(outCents), asText(leftCents)],
          href: inCents === 0n && outCents !== 0n ? dueHref(day, day) : payoutsHref(filters, { due: day }),
        })),
        total: busy.length,
      },
      ...seriesOf({
        name: series,
        unit: 'cents',
        by: 'day',
        points: cash.days.map(({ day, inCents, leftCents }) => ({
          from: day,
          to: day,
          value: asText(series === 'cashLeft' ? leftCents : inCents),
          href: series === 'cashLeft' ? href : payoutsHref(filters, { due: day }),
        })),
      }),
      notes,
      href,
    }
  },
})

function daysAhead(from: Day | undefined, to: Day | undefined, timeZone: string): DayRange {
  const today = localDay(new Date(), timeZone)
  const first = from && from > today ? from : today
  const last = to ?? first
  if (last < first) throw new UserError('invalidInput', { fields: { to: ['to is before from, or over'] } })
  return { from: first, to: last }
}

/** The payouts expected in these days: what the list of payouts shows with this filter. */
async function answerDays(
  viewer: ToolViewer,
  period: DayRange,
  shop: { id: string; name: string } | null,
): Promise<MadeAnswer> {
  const due = period.from === period.to ? period.from : weekFilter(period)
  const { filters, listed, page } = await getPayoutsFor(viewer, { due, ...(shop && { shop: shop.id }) })
  const href = payoutsHref(filters)
  const notes: ToolAnswer['notes'] = []
  if (listed.unknown > 0n) notes.push({ name: 'payoutsUnknown', values: { count: String(listed.unknown) } })
  if (listed.estimatedCents > 0n)
    notes.push({
      name: 'payoutDaysEstimated',
      values: { amount: formatMoney(listed.estimatedCents, viewer.language) },
    })
  return {
    asked: { period, shop: shop?.name ?? null, product: null },
    figures: [cents('payoutsToCome', listed.cents, href), count('payoutOrders', listed.orders, href)],
    table: {
      columns: columnsOf({ order: 'text', shop: 'text', day: 'day', comesIn: 'cents' }),
      rows: page.rows.map(({ id, code, shopName, expectedOn, toComeCents }) => ({
        cells: [code, shopName, expectedOn, asText(toComeCents)],
        href: settlementHref(id),
      })),
      total: Number(listed.orders),
    },
    notes,
    href,
  }
}
