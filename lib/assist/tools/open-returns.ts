import 'server-only'
import { z } from 'zod'
import { localDay } from '@/lib/core/dates'
import { returnsHref } from '@/lib/sales/returns/filters'
import { returnKinds, returnPath, returnTabs } from '@/lib/sales/returns/schema'
import { getReturnsFor } from '@/lib/sales/returns/views'
import { tool } from './contract'
import { columnsOf, count, limitInput } from './figure'
import { findShop, shopInput } from './sales-channel-input'

export const openReturns = tool({
  name: 'open_returns',
  description:
    'Returns by what is to be done: all that are not over, those to answer, on their way back, disputed, or done; the nearest deadline first.',
  permission: 'dispatch.work',
  schema: z.object({
    step: z.enum(returnTabs).default('todo'),
    kind: z.enum(returnKinds).optional(),
    ...shopInput,
    ...limitInput(20),
  }),
  run: async (viewer, { step, kind, limit, ...input }) => {
    const shop = await findShop(viewer, input.shop)
    const query = { tab: step, ...(kind && { kind }), ...(shop && { shop: shop.id }) }
    const { filters, page, counts } = await getReturnsFor(viewer, query, limit)
    const href = returnsHref(filters)
    const dayOf = (at: Date | null) => at && localDay(at, viewer.timeZone)
    return {
      asked: { period: null, shop: shop?.name ?? null, product: null },
      figures: [count('returns', counts[step], href)],
      table: {
        columns: columnsOf({
          return: 'text',
          order: 'text',
          kind: { words: 'returns.kinds' },
          status: { words: 'returns.states' },
          refund: 'cents',
          deadline: 'day',
        }),
        rows: page.rows.map((row) => ({
          cells: [
            row.number,
            row.orderCode,
            row.kind,
            row.state,
            row.refundCents === null ? null : String(row.refundCents),
            dayOf(row.dueAt),
          ],
          href: returnPath(row.id),
        })),
        total: counts[step],
      },
      href,
    }
  },
})
