import 'server-only'
import { z } from 'zod'
import { settlementHref } from '@/lib/money/payouts/rows-href'
import { settlementsPath, settlementStates } from '@/lib/money/reconciliation/filters'
import { getReconciliationFor } from '@/lib/money/reconciliation/views'
import { tool } from './contract'
import { addressOf, asText, cents, columnsOf, count, limitInput } from './figure'
import { findShop, shopInput } from './sales-channel-input'
import { isDated, periodInput, readPeriod } from './period-input'

export const unreconciledPayouts = tool({
  name: 'unreconciled_payouts',
  description:
    "Orders whose payout differs from what was due: paid too little or too much, late or unknown; by the order's day, the largest difference first. A negative difference is missing money.",
  permission: 'reconciliation.read',
  schema: z.object({
    ...periodInput,
    ...shopInput,
    state: z.enum(settlementStates).optional().describe('Only orders in this state'),
    ...limitInput(20),
  }),
  run: async (viewer, { state, limit, ...input }) => {
    const range = isDated(input) ? readPeriod(input, viewer.timeZone) : null
    const shop = await findShop(viewer, input.shop)
    const query: Record<string, string> = {
      ...(range ?? { period: 'all' }),
      ...(shop && { shop: shop.id }),
      ...(state ? { state } : { show: 'differing' }),
    }
    const { counted, totals, states, page } = await getReconciliationFor(viewer, query)
    const href = addressOf(settlementsPath, query)
    const late = states.find((one) => one.state === 'late')
    const { show: _, ...period } = query
    const lateHref = addressOf(settlementsPath, { ...period, state: 'late' })
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: [
        count('differingOrders', counted.isWhole ? counted.orders : null, href),
        cents('paymentDifference', totals.differenceCents, href),
        ...(state ? [] : [cents('latePayouts', late?.differenceCents ?? 0n, lateHref)]),
      ],
      table: {
        columns: columnsOf({
          order: 'text',
          shop: 'text',
          status: { words: 'reconciliation.states' },
          dueOn: 'day',
          expected: 'cents',
          received: 'cents',
          difference: 'cents',
        }),
        rows: page.rows.slice(0, limit).map((row) => ({
          cells: [
            row.code,
            row.shopName,
            row.state,
            row.dueOn,
            asText(row.expectedCents),
            row.releasedCents === null ? null : String(row.releasedCents + row.adjustedCents),
            String(row.differenceCents),
          ],
          href: settlementHref(row.id),
        })),
        total: counted.orders,
      },
      notes: counted.isWhole ? [] : [{ name: 'atLeast', values: {} }],
      href,
    }
  },
})
