import 'server-only'
import { z } from 'zod'
import { reasonKey } from '@/lib/insight/analytics/reasons'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import { readSection } from './analytics-section'
import { tool, type ToolTable } from './contract'
import { asText, cents, columnsOf, count } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { periodInput, readPeriod } from './period-input'
import { salesFiltersOf } from './sales-filters'

/** An unknown reason stays as the platform wrote it. */
const codeOf = (reason: string | null) => (reason === null ? 'none' : (reasonKey(reason) ?? reason))

/** The sum of the known refunds; null where returns have none that is known. */
function refundsOf(rows: readonly { refundCents: bigint | null }[]): bigint | null {
  const known = rows.flatMap(({ refundCents }) => (refundCents === null ? [] : [refundCents]))
  const isUnknown = known.length < rows.length && known.every((cents) => cents === 0n)
  return isUnknown ? null : known.reduce((sum, cents) => sum + cents, 0n)
}

export const losses = tool({
  name: 'cancellations_and_returns',
  description:
    'Orders of a period that were cancelled and returns opened in it: how many, how much, and why; the reasons of the cancellations, or those of the returns.',
  permission: 'sales.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    reasons: z.enum(['cancellations', 'returns']).default('cancellations').describe('Whose reasons the rows are'),
  }),
  run: async (viewer, { reasons, ...input }) => {
    const range = readPeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const { section, href } = await readSection(viewer, 'cancellations', { ...range, shop: shop?.id ?? null })
    const { salesChannels } = section
    const sum = (of: (one: (typeof salesChannels)[number]) => bigint) =>
      salesChannels.reduce((all, one) => all + of(one), 0n)
    const cancelled = ordersHref(salesFiltersOf(range, shop?.id ?? null), { status: 'cancelled' })
    const tables: Record<typeof reasons, ToolTable> = {
      cancellations: {
        columns: columnsOf({
          reason: { words: 'analytics.losses.reasons' },
          by: { words: 'analytics.losses.who' },
          orders: 'count',
          amount: 'cents',
        }),
        rows: section.reasons.map(({ reason, by, orders, cents: amount }) => ({
          cells: [codeOf(reason), by ?? 'unknown', asText(orders), asText(amount)],
          href: cancelled,
        })),
        total: section.reasons.length,
      },
      returns: {
        columns: columnsOf({ reason: { words: 'analytics.losses.reasons' }, returns: 'count', refund: 'cents' }),
        rows: section.returns.map(({ reason, returns, cents: amount }) => ({
          cells: [codeOf(reason), asText(returns), asText(amount)],
          href,
        })),
        total: section.returns.length,
      },
    }
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: [
        count(
          'cancelledOrders',
          sum((one) => one.cancelled),
          cancelled,
        ),
        cents(
          'cancelledAmount',
          sum(({ cancelledCents }) => cancelledCents),
          cancelled,
        ),
        count(
          'returnsOpened',
          sum(({ returns }) => returns),
          href,
        ),
        cents('refunds', refundsOf(salesChannels), href),
      ],
      table: tables[reasons],
      href,
    }
  },
})
