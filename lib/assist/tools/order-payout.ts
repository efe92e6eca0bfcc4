import 'server-only'
import { z } from 'zod'
import { UserError } from '@/lib/core/errors'
import { translatorOf } from '@/lib/core/i18n/translator'
import { settlementHref } from '@/lib/money/payouts/rows-href'
import { settlementsPath } from '@/lib/money/reconciliation/filters'
import { getReconciliationFor, getSettlementFor } from '@/lib/money/reconciliation/views'
import { tool, type ToolAnswer, type ToolViewer } from './contract'
import { asText, columnsOf } from './figure'
import { findOrderByCode, findSettlementByCode, orderInput } from './order-input'

const nothing: Pick<ToolAnswer, 'asked' | 'figures'> = {
  asked: { period: null, shop: null, product: null },
  figures: [],
}

export const orderPayout = tool({
  name: 'order_payout',
  description:
    'What one order was to bring and what was paid for it, the difference, and its causes, the largest first; without a code, of the order with the largest difference. Negative is missing money; null is not known yet.',
  permission: 'reconciliation.read',
  schema: z.object({ order: orderInput.optional() }),
  run: async (viewer, { order: code }) => {
    const order = code ? await findOrderByCode(viewer, code) : null
    const matches = code ? await findSettlementByCode(viewer, order?.externalCode ?? code) : await findLargest(viewer)
    if (code && !order && !matches) throw new UserError('notFound')
    const settlement = matches && (await getSettlementFor(viewer, matches.id))
    const table = (rows: (string | null)[][], href: string): ToolAnswer['table'] => ({
      columns: columnsOf({
        line: { words: 'tools.payoutLines' },
        amount: 'cents',
        cause: { words: 'reconciliation.causes' },
        status: { words: 'reconciliation.states' },
      }),
      rows: rows.map((cells) => ({ cells, href })),
      total: rows.length,
    })
    if (!settlement) {
      const href = order ? `/dashboard/orders/${order.id}` : settlementsPath
      const notes: ToolAnswer['notes'] = code ? [{ name: 'noSettlement', values: { order: code } }] : []
      return { ...nothing, table: table([], href), notes, href }
    }
    const { state, expectedCents, releasedCents, adjustedCents, differenceCents, causes } = settlement
    const received = releasedCents === null ? null : releasedCents + adjustedCents
    const href = settlementHref(settlement.id)
    const rows = [
      // A payout that is not due yet has no known difference.
      ['difference', asText(state === 'to_release' ? null : differenceCents), null, state],
      ['expected', asText(expectedCents), null, null],
      ['received', asText(received), null, null],
      ...causes.map(({ cause, amountCents }) => ['cause', asText(amountCents), cause, null]),
    ]
    const said = translatorOf(viewer.language)(`reconciliation.states.${state}`)
    return { ...nothing, table: table(rows, href), notes: [{ name: 'payoutIs', values: { state: said } }], href }
  },
})

async function findLargest(viewer: ToolViewer) {
  const { page } = await getReconciliationFor(viewer, { period: 'all', show: 'differing' })
  return page.rows[0] ?? null
}
