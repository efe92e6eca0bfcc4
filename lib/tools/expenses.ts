import 'server-only'
import { z } from 'zod'
import { getExpenseListFor } from '../expenses/views'
import { tool } from './contract'
import { periodInput, readPeriod } from './period-input'

const path = '/dashboard/expenses'
const limit = z.int().min(1).max(50).default(20)

export const expenses = tool({
  name: 'expenses',
  description:
    'Expenses: those not paid yet, those overdue, those paid, or all, due within a period when one is given; totals and the first rows.',
  permission: 'money.read',
  schema: z.object({ ...periodInput, status: z.enum(['pending', 'overdue', 'paid', 'all']).default('pending'), limit }),
  run: async (viewer, input) => {
    const range = input.period || input.from ? readPeriod(input, viewer.timeZone) : null
    const query = { ...(input.status !== 'all' && { status: input.status }), ...range }
    const { page, matching } = await getExpenseListFor(viewer, query, { size: input.limit })
    const href = `${path}?${new URLSearchParams(query).toString()}`
    return {
      asked: { period: range, shop: null, product: null },
      figures: [
        { name: 'expenses', unit: 'count', value: String(matching.count), href },
        { name: 'expensesTotal', unit: 'cents', value: String(matching.totalCents), href },
      ],
      compared: null,
      table: {
        columns: [
          { name: 'description', unit: 'text' },
          { name: 'amount', unit: 'cents' },
          { name: 'dueOn', unit: 'day' },
          { name: 'paidOn', unit: 'day' },
        ],
        rows: page.rows.map(({ id, description, amountCents, dueOn, paidOn }) => ({
          cells: [description, String(amountCents), dueOn, paidOn],
          href: `${path}?edit=${id}`,
        })),
        total: Number(matching.count),
      },
      notes: [],
      href,
    }
  },
})
