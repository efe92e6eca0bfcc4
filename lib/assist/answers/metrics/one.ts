import type { Metric } from '../grammar'

const none = { pt: /(?!)/, en: /(?!)/ }

/** The day's work, one order, and one price. Their words stand in `signs.ts`; an order is known by its code. */
export const oneMetrics: readonly Metric[] = [
  {
    id: 'today',
    words: none,
    tool: 'work_today',
    figures: [],
    rows: { name: 0, value: 1, most: 10 },
    period: 'none',
  },
  {
    id: 'rejectedInvoices',
    words: none,
    tool: 'work_today',
    input: { invoices: 'refused' },
    figures: [],
    rows: { name: 0, value: 1, most: 1 },
    period: 'none',
  },
  {
    id: 'order',
    words: none,
    tool: 'find_orders',
    figures: [],
    rows: { name: 0, value: 1, most: 1 },
    period: 'none',
    order: 'must',
  },
  {
    id: 'payout',
    words: none,
    tool: 'order_payout',
    figures: [],
    row: 'difference',
    period: 'none',
    order: 'must',
    otherwise: 'order',
  },
  {
    id: 'calculator',
    words: {
      pt: /qual (?:e |eh )?a taxa (?:da shopee|de venda)/,
      en: /what (?:is|are) (?:the )?shopee fees? (?:now|today)/,
    },
    tool: 'price_result',
    figures: [],
    row: 'payout',
    period: 'none',
    shop: true,
    product: 'may',
    price: true,
  },
]
