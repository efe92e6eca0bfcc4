import 'server-only'
import { z } from 'zod'
import { listAttention } from '@/lib/insight/dashboard/attention-items'
import { UserError } from '@/lib/core/errors'
import { can } from '@/lib/core/permissions'
import { getAttentionFor } from '@/lib/insight/dashboard/views'
import { tool } from './contract'
import { asText, columnsOf } from './figure'

export const workToday = tool({
  name: 'work_today',
  description:
    'What waits for somebody now, in the order of the work, as the dashboard shows it: late orders, orders to post today, invoices, cancellations and returns to answer, stock, listings, late money, overdue expenses, shops to authorize; each with how many and, of money, how much.',
  permission: 'sales.read',
  schema: z.object({
    invoices: z.enum(['invoice', 'refused']).optional().describe('Only the pending or only the refused invoices'),
  }),
  run: async (viewer, { invoices }) => {
    // The dashboard counts no invoices for other roles: none to see is not none.
    if (invoices && !can(viewer.role, 'order.create')) throw new UserError('permissionDenied')
    const all = listAttention(viewer.role, await getAttentionFor(viewer))
    const items = invoices ? all.filter(({ key }) => key === invoices) : all
    return {
      asked: { period: null, shop: null, product: null },
      figures: [],
      table: {
        columns: columnsOf({ task: { words: 'tools.tasks' }, count: 'count', amount: 'cents', day: 'day' }),
        rows: items.map(({ key, count, cents, day, href }) => ({
          cells: [key, asText(count), asText(cents), day ?? null],
          href,
        })),
        total: items.length,
      },
      href: (invoices && items[0]?.href) ?? '/dashboard',
    }
  },
})
