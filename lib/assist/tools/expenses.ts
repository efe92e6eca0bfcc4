import 'server-only'
import { z } from 'zod'
import { expenseKinds } from '@/lib/money/expenses/schema'
import { expensesPath, expenseViews } from '@/lib/money/expenses/filters'
import { getExpenseListFor } from '@/lib/money/expenses/views'
import { tool } from './contract'
import { addressOf, cents, columnsOf, count, limitInput } from './figure'
import { namedInput } from './named-input'
import { findShop, shopInput } from './sales-channel-input'
import { expensePeriod, readDuePeriod } from './period-input'

export const expenses = tool({
  name: 'expenses',
  description:
    'Expenses: those not paid yet, those overdue, those paid, or all, of a kind, a category or a shop, due (or paid) within a period when one is given, which may lie ahead; totals and the first rows.',
  permission: 'money.read',
  schema: z.object({
    ...expensePeriod,
    ...shopInput,
    status: z.enum([...expenseViews, 'all']).default('pending'),
    kind: z.enum(expenseKinds).optional(),
    category: namedInput(60).optional().describe('Exact name of a category'),
    search: namedInput(200).optional().describe('Words of the description'),
    by: z.enum(['due', 'paid']).default('due').describe('Which day the period is read of'),
    ...limitInput(20),
  }),
  run: async (viewer, { status, kind, category, search, by, limit, ...input }) => {
    const range = readDuePeriod(input, viewer.timeZone)
    const shop = await findShop(viewer, input.shop)
    const query: Record<string, string> = {
      ...(status !== 'all' && { status }),
      ...(kind && { kind }),
      ...(category && { category }),
      ...(search && { q: search }),
      ...(shop && { place: `shop:${shop.id}` }),
      ...(range && by === 'paid' && { by }),
      ...range,
    }
    const { page, matching } = await getExpenseListFor(viewer, query, { size: limit })
    const href = addressOf(expensesPath, query)
    return {
      asked: { period: range, shop: shop?.name ?? null, product: null },
      figures: [count('expenses', matching.count, href), cents('expensesTotal', matching.totalCents, href)],
      table: {
        columns: columnsOf({
          description: 'text',
          kind: { words: 'expenses.kinds' },
          amount: 'cents',
          dueOn: 'day',
          paidOn: 'day',
        }),
        rows: page.rows.map(({ id, description, kind: of, amountCents, dueOn, paidOn }) => ({
          cells: [description, of, String(amountCents), dueOn, paidOn],
          href: `${expensesPath}?edit=${id}`,
        })),
        total: Number(matching.count),
      },
      href,
    }
  },
})
