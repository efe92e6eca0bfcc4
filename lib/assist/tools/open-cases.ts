import 'server-only'
import { z } from 'zod'
import { casesHref } from '@/lib/money/cases/filters'
import { casePath } from '@/lib/money/cases/tabs'
import { getCasesFor } from '@/lib/money/cases/views'
import { tool } from './contract'
import { cents, columnsOf, count, limitInput } from './figure'
import { findShop, shopInput } from './sales-channel-input'

export const openCases = tool({
  name: 'open_cases',
  description:
    'Cases that ask the marketplace for missing money and are not over: those still to be filed, with the last day to do so, the nearest first, or those that wait for an answer.',
  permission: 'reconciliation.read',
  schema: z.object({
    step: z.enum(['todo', 'waiting']).default('todo').describe('Still to be filed, or waiting for an answer'),
    ...shopInput,
    ...limitInput(20),
  }),
  run: async (viewer, { step, limit, ...input }) => {
    const shop = await findShop(viewer, input.shop)
    const query = { tab: step, ...(shop && { shop: shop.id }) }
    const { filters, page, totals, counts } = await getCasesFor(viewer, query, limit)
    const [todo, waiting] = [casesHref(filters, { tab: 'todo' }), casesHref(filters, { tab: 'waiting' })]
    return {
      asked: { period: null, shop: shop?.name ?? null, product: null },
      figures: [
        count('casesTodo', totals.todo.cases, todo),
        cents('casesTodoAmount', totals.todo.cents, todo),
        count('casesWaiting', totals.pending.cases, waiting),
        cents('casesWaitingAmount', totals.pending.cents, waiting),
      ],
      table: {
        columns: columnsOf({
          case: 'text',
          shop: 'text',
          cause: { words: 'reconciliation.causes' },
          status: { words: 'cases.states' },
          amount: 'cents',
          deadline: 'day',
        }),
        rows: page.rows.map(({ id, number, shopName, cause, state, amountCents, deadline }) => ({
          cells: [`#${number}`, shopName, cause, state, String(amountCents), deadline],
          href: casePath(id),
        })),
        total: counts[step],
      },
      href: casesHref(filters),
    }
  },
})
