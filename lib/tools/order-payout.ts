import 'server-only'
import { z } from 'zod'
import { UserError } from '../errors'
import { settlementHref } from '../payouts/rows-href'
import { settlementsPath } from '../reconciliation/filters'
import { getSettlementFor } from '../reconciliation/views'
import { tool, type ToolAnswer } from './contract'
import { asText } from './figure'
import { findOrderByCode, findSettlementByCode, orderInput } from './order-input'

const nothing: Pick<ToolAnswer, 'asked' | 'figures' | 'compared'> = {
  asked: { period: null, shop: null, product: null },
  figures: [],
  compared: null,
}

export const orderPayout = tool({
  name: 'order_payout',
  description:
    'What one order was to bring and what was paid for it, the difference, and its causes, the largest first. Negative is missing money; null is not known yet.',
  permission: 'reconciliation.read',
  schema: z.object({ order: orderInput }),
  run: async (viewer, { order: code }) => {
    const order = await findOrderByCode(viewer, code)
    const found = await findSettlementByCode(viewer, order?.externalCode ?? code)
    if (!order && !found) throw new UserError('notFound')
    const settlement = found && (await getSettlementFor(viewer, found.id))
    const table = (rows: (string | null)[][], href: string): ToolAnswer['table'] => ({
      columns: [
        { name: 'line', unit: 'state', words: 'tools.payoutLines' },
        { name: 'amount', unit: 'cents' },
        { name: 'cause', unit: 'state', words: 'reconciliation.causes' },
        { name: 'status', unit: 'state', words: 'reconciliation.states' },
      ],
      rows: rows.map((cells) => ({ cells, href })),
      total: rows.length,
    })
    if (!settlement) {
      const href = order ? `/dashboard/orders/${order.id}` : settlementsPath
      return { ...nothing, table: table([], href), notes: [{ name: 'noSettlement', values: { order: code } }], href }
    }
    const { state, expectedCents, releasedCents, adjustedCents, differenceCents, causes } = settlement
    const received = releasedCents === null ? null : releasedCents + adjustedCents
    const href = settlementHref(settlement.id)
    const rows = [
      ['difference', asText(differenceCents), null, state],
      ['expected', asText(expectedCents), null, null],
      ['received', asText(received), null, null],
      ...causes.map(({ cause, amountCents }) => ['cause', asText(amountCents), cause, null]),
    ]
    return { ...nothing, table: table(rows, href), notes: [], href }
  },
})
