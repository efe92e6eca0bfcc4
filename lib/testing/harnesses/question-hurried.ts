import { listDays } from '@/lib/core/dates'
import { costs, sales, stock, unmapped } from './question-company'
import type { Form } from './question-forms'
import {
  feesPaid,
  gross,
  isOpen,
  november,
  october,
  result,
  resultIn,
  soldRow,
  spent,
  sum,
  summary,
  twoSummaries,
  change,
  units,
} from './question-figures'

const november20 = '2026-11-20'
const days30 = { from: '2026-10-22', to: november20 }
const find = (rows: readonly (typeof sales)[number][]) => ({
  ordersFound: rows.length,
  grossSales: sum(rows, ({ cents }) => cents),
})
const toShip = sales.filter(({ shipBy, status }) => shipBy && status !== 'shipped')
const postToday = find(toShip.filter(({ shipBy }) => shipBy!.startsWith(november20)))
const late = find(toShip.filter(({ shipBy }) => shipBy! < '2026-11-20T03:00:00Z'))
const untilToday = (cost: (typeof costs)[number]) => isOpen(cost) && cost.due === november20
const firstOfOctober = { from: '2026-10-01', to: '2026-10-20' }
const lowRows = [
  ['Camiseta básica', 'CAM-3', '0', '2'],
  ['Caneca azul', 'CAN-2', '3', '5'],
]
const low = { tool: 'low_stock' as const, figures: { products: 2 }, rows: lowRows }
/** Sold in the 60 days until yesterday, for 7 days of delivery and 30 of cover, less what there is. */
const buyOf = (sku: keyof typeof stock) =>
  Math.max(0, Math.ceil((units({ from: '2026-09-21', to: '2026-11-19', sku }) / 60) * 37 - stock[sku].onHand))
const toBuy = {
  tool: 'purchase_suggestion' as const,
  figures: { productsToBuy: 2, unitsToBuy: buyOf('CAM-3') + buyOf('CAN-2') },
  rows: [
    ['Camiseta básica', 'CAM-3', String(buyOf('CAM-3'))],
    ['Caneca azul', 'CAN-2', String(buyOf('CAN-2'))],
  ],
}
const best = {
  tool: 'top_products' as const,
  rows: [soldRow('Garrafa térmica', { ...days30, sku: 'GAR-1' })],
}
const inStock = Object.values(stock).reduce((all, { onHand }) => all + onHand, 0)
const allStock = { tool: 'product_stock' as const, figures: { onHand: inStock, reserved: 0, products: 3 } }
const toCome = { tool: 'cash_ahead' as const, figures: { payoutsToCome: 8_502 + 7_688, payoutOrders: 2 } }
const noLoss = { tool: 'product_margin' as const, rows: [] }
const ofNovember = { tool: 'monthly_result' as const, figures: { netRevenue: resultIn(november).netRevenue } }
const lastWeek = { from: '2026-11-09', to: '2026-11-15' }
const lastWeekByDay = { ...summary(lastWeek), series: listDays(lastWeek).map((day) => gross({ from: day, to: day })) }
const weekBefore = { from: '2026-11-02', to: '2026-11-08' }

const overdue = spent(({ due, paid }) => !paid && due < '2026-11-20')
/** In the order of the dashboard: orders, returns, stock, listings, money. */
const workRows = [
  ['late', '1'],
  ['today', '1'],
  ['cancellation', '1'],
  ['return', '1'],
  ['lowStock', '2'],
  ['unmapped', '2'],
  ['latePayouts', '1', '4998'],
  ['unclaimed', '1', '1704'],
  ['expenses', '2', String(overdue)],
]
/** Since October: 18,6 % of commission; 1,4 % and R$4,50 of service. No cost is known. */
const priceRows = [
  ['price', '2500'],
  ['commission', '-465'],
  ['service', '-485'],
  ['payout', '1550'],
  ['tax', '-150'],
  ['cost', null],
  ['profit', null],
]

/** Typed in a hurry; each pair asks the same. */
export const hurriedForms: readonly Form[] = [
  { pt: 'qto vendi hj', en: 'how much i sold today', answers: [summary({ from: november20 })] },
  { pt: 'vendi quanto semana passada??', en: 'sold how much last week', answers: [summary(lastWeek)] },
  { pt: 'qual produto vende mais', en: 'whats my best seller', answers: [best] },
  { pt: 'o que ta acabando no estoque', en: 'whats running low', answers: [low] },
  { pt: 'o que preciso comprar', en: 'what should i restock', answers: [toBuy] },
  { pt: 'qto vendi por dia semana passada', en: 'sales each day last week', answers: [lastWeekByDay] },
  { pt: 'quais produtos to no prejuizo', en: 'products losing money', answers: [noLoss] },
  { pt: 'quanto sobrou pra mim esse mês', en: 'how much did i make this month', answers: [ofNovember] },
  { pt: 'qto lucrei em outubro', en: 'did i make money in october', answers: [result(october)] },
  { pt: 'meu lucro', en: 'whats my profit', answers: [ofNovember] },
  {
    pt: 'quanto de taxa a shopee me cobrou em outubro',
    en: 'how much did shopee charge me in october',
    answers: [feesPaid(october)],
  },
  { pt: 'tem pedido atrasado?', en: 'any late orders', answers: [{ tool: 'find_orders', figures: late }] },
  { pt: 'pedidos pra enviar hj', en: 'orders to ship today', answers: [{ tool: 'find_orders', figures: postToday }] },
  {
    pt: 'quais pedidos preciso postar hoje?',
    en: 'what do i need to ship today',
    answers: [{ tool: 'find_orders', figures: postToday }],
  },
  {
    pt: 'pedidos aguardando pagamento',
    en: 'orders waiting for payment',
    answers: [{ tool: 'find_orders', figures: { ordersFound: 1 } }],
  },
  { pt: 'quanto tenho pra receber da shopee', en: 'how much is shopee going to pay me', answers: [toCome] },
  {
    pt: 'oq tenho q pagar ate sexta',
    en: 'what do i have to pay by friday',
    answers: [{ tool: 'expenses', figures: { expensesTotal: spent(untilToday) } }],
  },
  {
    pt: 'vendi mais esse mês ou mês passado?',
    en: 'did i sell more this month or last month',
    answers: twoSummaries(november, firstOfOctober),
    change: change(november, firstOfOctober),
  },
  {
    pt: 'vendas da semana passada vs o periodo anterior',
    en: 'sales last week vs the week before',
    answers: twoSummaries(lastWeek, weekBefore),
    change: change(lastWeek, weekBefore),
  },
  {
    pt: 'anuncios sem produto vinculado',
    en: 'any unlinked listings',
    answers: [{ tool: 'unmapped_listings', figures: { unmappedListings: unmapped.length } }],
  },
  {
    pt: 'produtos parados sem vender',
    en: 'slow moving stock',
    answers: [{ tool: 'slow_stock', figures: { products: 0 } }],
  },
  {
    pt: 'produtos q nao venderam hj',
    en: 'products not selling today',
    answers: [{ tool: 'slow_stock', figures: { products: 1 }, rows: [['Garrafa térmica', 'GAR-1', '0', '24']] }],
  },
  { pt: 'como ta meu estoque', en: 'hows my stock', answers: [allStock] },
  { pt: 'ticket medio ultimos 30 dias', en: 'avg order value last 30 days', answers: [summary(days30)] },
  // Questions of single words, of a code and of an amount.
  {
    pt: 'bom dia! o que tenho q fazer hoje?',
    en: 'morning, what do i have to do today?',
    answers: [{ tool: 'work_today', rows: workRows }],
  },
  {
    pt: 'cade o pedido 260001RTE',
    en: 'where is order 260001rte?',
    answers: [{ tool: 'find_orders' }],
  },
  {
    pt: 'por que a shopee pagou menos no pedido 2610AAAA01?',
    en: 'why is order 2610AAAA01 short',
    answers: [{ tool: 'order_payout', rows: [['difference', '-1704', null, 'underpaid']] }],
  },
  {
    pt: 'se eu vender a 25 reais quanto sobra?',
    en: 'if i sell for R$ 25 how much do i keep?',
    answers: [{ tool: 'price_result', rows: priceRows }],
  },
]
