import { previousPeriod } from '@/lib/core/dates'
import { returned, sales, settled, stock, unmapped, walletCents } from './question-company'
import type { Form } from './question-forms'
import {
  difference,
  differing,
  gross,
  inState,
  isOpen,
  many,
  margin,
  north,
  november,
  october,
  orders,
  soldRow,
  south,
  spent,
  spentIn,
  sum,
  summary,
  units,
  within,
} from './question-figures'
import { hurriedForms } from './question-hurried'
import { resultForms } from './question-result'
import { salesForms } from './question-sales'

const productIn = (filter: Parameters<typeof gross>[0]) => ({ itemRevenue: gross(filter), units: units(filter) })
const topRows = [
  soldRow('Garrafa térmica', { ...november, sku: 'GAR-1' }),
  soldRow('Caneca azul', { ...november, sku: 'CAN-2' }),
]
const shopRows = [north, south].map((shop) => [
  shop,
  String(orders({ ...october, shop })),
  String(units({ ...october, shop })),
  String(gross({ ...october, shop })),
])
const stockOf = (sku: keyof typeof stock) => ({
  available: stock[sku].onHand,
  onHand: stock[sku].onHand,
  reserved: 0,
  minimum: stock[sku].minimum,
  daysOfStock: (stock[sku].onHand * 30) / units({ from: '2026-10-22', sku }),
})
const dueIn14 = spent((cost) => isOpen(cost) && cost.due <= '2026-12-03')
const cashIn14 = {
  walletBalance: walletCents,
  payoutsToCome: 8_502,
  payoutOrders: 1,
  payoutsLate: 4_998,
  expensesDue: dueIn14,
  cashLeft: walletCents + 8_502 - dueIn14,
}
const allCases = {
  casesTodo: 2,
  casesTodoAmount: sum(inState('detected'), ({ cents }) => cents),
  casesWaiting: 1,
  casesWaitingAmount: sum(inState('filed'), ({ cents }) => cents),
}
const find = (rows: readonly (typeof sales)[number][]) => ({
  ordersFound: rows.length,
  grossSales: sum(rows, ({ cents }) => cents),
})
/** R$81,00 pay 81,00 − 11,34 − 16,00; R$79,99 would pay 79,99 − 16,00 − 4,00. */
const deadPriceLoss = (5_949 - 5_366) * units({ from: '2026-10-22', shop: north, sku: 'CAN-2' })
const open = sales.filter(({ shipBy, status }) => shipBy && status !== 'shipped')

/** Each is asked in both languages. */
export const forms: readonly Form[] = [
  ...salesForms,
  ...resultForms,
  ...hurriedForms,
  {
    pt: 'Quanto vendi da Caneca azul em outubro?',
    en: 'How much did I sell of Caneca azul in October?',
    answers: [
      {
        tool: 'product_sales',
        figures: productIn({ ...october, sku: 'CAN-2' }),
        compared: productIn({ ...previousPeriod(october), sku: 'CAN-2' }),
      },
    ],
  },
  {
    pt: 'Quantas unidades do GAR-1 vendi este mês?',
    en: 'How many units of GAR-1 did I sell this month?',
    answers: [{ tool: 'product_sales', figures: { units: units({ ...november, sku: 'GAR-1' }) } }],
  },
  {
    pt: 'Top 2 produtos mais vendidos deste mês',
    en: 'Top 2 best-selling products this month',
    answers: [{ tool: 'top_products', rows: topRows }],
  },
  {
    pt: 'Vendas por loja em outubro',
    en: 'Sales by shop in October',
    answers: [
      { tool: 'sales_by_shop', figures: { grossSales: gross(october), units: units(october) }, rows: shopRows },
    ],
  },
  {
    pt: 'Quais despesas estão vencidas?',
    en: 'Which expenses are overdue?',
    answers: [
      {
        tool: 'expenses',
        figures: {
          expenses: many((cost) => isOpen(cost) && cost.due < '2026-11-20'),
          expensesTotal: spent((cost) => isOpen(cost) && cost.due < '2026-11-20'),
        },
      },
    ],
  },
  {
    pt: 'Quais despesas a pagar esta semana?',
    en: 'Expenses to pay this week',
    answers: [
      {
        tool: 'expenses',
        figures: {
          expensesTotal: spent((cost) => isOpen(cost) && cost.due >= '2026-11-16' && cost.due <= '2026-11-22'),
        },
      },
    ],
  },
  {
    pt: 'Despesas pagas em novembro',
    en: 'Expenses paid in November',
    answers: [
      { tool: 'expenses', figures: { expensesTotal: spent(({ paid }) => paid !== undefined && paid >= '2026-11-01') } },
    ],
  },
  {
    pt: 'Despesas fixas de novembro',
    en: 'Fixed expenses in November',
    answers: [
      { tool: 'expenses', figures: { expensesTotal: spentIn('fixed', { from: '2026-11-01', to: '2026-11-30' }) } },
    ],
  },
  {
    pt: 'Quais produtos estão com estoque baixo?',
    en: 'Which products have low stock?',
    answers: [
      {
        tool: 'low_stock',
        figures: { products: 2 },
        rows: [
          ['Camiseta básica', 'CAM-3', '0', '2'],
          ['Caneca azul', 'CAN-2', '3', '5'],
        ],
      },
    ],
  },
  {
    pt: 'Produtos esgotados',
    en: 'Products out of stock',
    answers: [{ tool: 'low_stock', figures: { products: 1 }, rows: [['Camiseta básica', 'CAM-3', '0']] }],
  },
  {
    pt: 'Quanto tenho em estoque da "Garrafa térmica"?',
    en: 'How much stock do I have of GAR-1?',
    answers: [{ tool: 'product_stock', figures: stockOf('GAR-1') }],
  },
  {
    pt: 'Qual o valor do estoque?',
    en: 'Stock value',
    answers: [
      { tool: 'product_stock', figures: { stockValue: 24 * 1250 + 3 * 800, onHand: 27, reserved: 0, products: 3 } },
    ],
  },
  {
    pt: 'Produtos sem custo',
    en: 'Products without cost',
    answers: [{ tool: 'products_without_cost', figures: { products: 1 }, rows: [['Camiseta básica', 'CAM-3', '0']] }],
  },
  {
    pt: 'Anúncios sem produto',
    en: 'Unmapped listings',
    answers: [
      {
        tool: 'unmapped_listings',
        figures: { unmappedListings: unmapped.length, unmappedSales: gross({ from: '2026-08-22', sku: 'NO-PRODUCT' }) },
      },
    ],
  },
  {
    pt: 'Preços em faixa ruim',
    en: 'Prices in dead zones',
    answers: [
      { tool: 'prices_in_dead_zones', figures: { deadPrices: 1, deadPriceLoss }, rows: [['Caneca azul do anúncio']] },
    ],
  },
  {
    pt: 'Quanto vou receber nos próximos 14 dias?',
    en: 'How much will I receive in the next 14 days?',
    answers: [{ tool: 'cash_ahead', figures: cashIn14 }],
  },
  {
    pt: 'Quanto vou receber na semana que vem?',
    en: 'How much will I be paid next week?',
    answers: [{ tool: 'cash_ahead', figures: { payoutsToCome: 8_502, payoutOrders: 1 } }],
  },
  {
    pt: 'qto vou receber amanha',
    en: 'what will I be paid tomorrow',
    answers: [{ tool: 'cash_ahead', figures: { payoutsToCome: 0, payoutOrders: 0 } }],
  },
  {
    pt: 'Quanto vou receber dia 12 de dezembro na Loja Sul?',
    en: 'How much will I receive on December 12 at Loja Sul?',
    answers: [{ tool: 'cash_ahead', figures: { payoutsToCome: 7_688, payoutOrders: 1 } }],
  },
  {
    pt: 'Quantos pedidos tenho para enviar?',
    en: 'How many orders do I have to ship?',
    answers: [{ tool: 'find_orders', figures: find(open) }],
  },
  {
    pt: 'Qual a margem da Caneca azul em outubro?',
    en: 'What was the margin on Caneca azul in October?',
    answers: [
      {
        tool: 'product_margin',
        figures: { ...productIn({ ...october, sku: 'CAN-2' }), marginTotal: margin({ ...october, sku: 'CAN-2' }) },
      },
    ],
  },
  {
    pt: 'Por quantos dias tenho estoque do GAR-1?',
    en: 'How many days of stock do I have of GAR-1?',
    answers: [{ tool: 'product_stock', figures: stockOf('GAR-1') }],
  },
  {
    pt: 'Qual o saldo da carteira?',
    en: 'What is my wallet balance?',
    answers: [{ tool: 'cash_ahead', figures: { walletBalance: walletCents } }],
  },
  {
    pt: 'Pedidos com diferença nos repasses',
    en: 'Orders with payout differences',
    answers: [
      {
        tool: 'unreconciled_payouts',
        figures: {
          differingOrders: differing.length,
          paymentDifference: difference(differing),
          latePayouts: difference(settled.filter(({ state }) => state === 'late')),
        },
      },
    ],
  },
  {
    pt: 'Repasses atrasados',
    en: 'Late payouts',
    answers: [
      {
        tool: 'unreconciled_payouts',
        figures: { paymentDifference: difference(settled.filter(({ state }) => state === 'late')) },
      },
    ],
  },
  {
    pt: 'Contestações a enviar',
    en: 'Cases to file',
    answers: [
      {
        tool: 'open_cases',
        figures: allCases,
        rows: [['#1'], ['#2']],
      },
    ],
  },
  {
    pt: 'Contestações em andamento',
    en: 'Cases in progress',
    answers: [
      {
        tool: 'open_cases',
        figures: allCases,
        rows: [['#3']],
      },
    ],
  },
  {
    pt: 'Devoluções em aberto',
    en: 'Open returns',
    answers: [
      { tool: 'open_returns', figures: { returns: returned.filter(({ state }) => state !== 'closed').length } },
    ],
  },
  {
    pt: 'Devoluções que tenho que responder',
    en: 'Returns to answer',
    answers: [{ tool: 'open_returns', figures: { returns: 1 }, rows: [['D1']] }],
  },
  {
    pt: 'Pedidos atrasados para enviar',
    en: 'Orders late to ship',
    answers: [{ tool: 'find_orders', figures: find(open.filter(({ shipBy }) => shipBy! < '2026-11-20T03:00:00Z')) }],
  },
  {
    pt: 'Pedidos para enviar hoje',
    en: 'Orders to ship today',
    answers: [{ tool: 'find_orders', figures: find(open.filter(({ shipBy }) => shipBy!.startsWith('2026-11-20'))) }],
  },
  {
    pt: 'Quais pedidos estão sem nota?',
    en: 'Which orders are without an invoice?',
    answers: [{ tool: 'find_orders', figures: { ordersFound: 0 } }],
  },
  { pt: 'Notas recusadas', en: 'Refused invoices', answers: [{ tool: 'work_today' }] },
  {
    pt: 'Quanto falta para o limite do MEI?',
    en: 'How much is left to the MEI limit?',
    answers: [{ tool: 'revenue_limits' }],
  },
  {
    pt: 'Pedidos com pedido de cancelamento',
    en: 'Cancellation requests',
    answers: [{ tool: 'find_orders', figures: find(open.filter(({ cancellationAsked }) => cancellationAsked)) }],
  },
  {
    pt: 'Pedidos pendentes deste mês',
    en: 'Pending orders this month',
    answers: [{ tool: 'find_orders', figures: { ordersFound: 1 } }],
  },
  {
    pt: 'Pedidos entregues em outubro',
    en: 'Delivered orders in October',
    answers: [{ tool: 'find_orders', figures: find(within(october).filter(({ status }) => !status)) }],
  },
  {
    pt: 'Despesas variáveis de outubro',
    en: 'Variable expenses in October',
    answers: [{ tool: 'expenses', figures: { expenses: 1, expensesTotal: spentIn('variable', october) } }],
  },
  {
    pt: 'Total de despesas de outubro',
    en: 'Total of expenses in October',
    answers: [
      {
        tool: 'expenses',
        figures: { expenses: 2, expensesTotal: spentIn('variable', october) + spentIn('fixed', october) },
      },
    ],
  },
  {
    pt: 'Como está a saúde da loja Norte?',
    en: 'Shop health',
    answers: [{ tool: 'shop_health', figures: { marksOff: 1, lateNow: 0, blockedListings: 0 } }],
  },
  {
    pt: 'Pedidos enviados este mês',
    en: 'Shipped orders this month',
    answers: [
      {
        tool: 'find_orders',
        figures: find(within(november).filter(({ status }) => status === 'shipped')),
      },
    ],
  },
  {
    pt: 'Quanto vendi onten?',
    en: 'How much did I sell yesterdya?',
    answers: [summary({ from: '2026-11-19', to: '2026-11-19' })],
  },
  {
    pt: 'Produtos encalhados em agosto',
    en: 'Slow moving stock in August',
    answers: [{ tool: 'slow_stock', figures: { products: 1 }, rows: [['Garrafa térmica', 'GAR-1', '0', '24']] }],
  },
]
