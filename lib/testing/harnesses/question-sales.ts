import { addDays, listDays } from '@/lib/core/dates'
import { returned } from './question-company'
import type { Form } from './question-forms'
import {
  sum,
  change,
  cancelled,
  gross,
  orders,
  october,
  november,
  week,
  days7,
  north,
  south,
  summary,
  twoSummaries,
} from './question-figures'

export const salesForms: readonly Form[] = [
  {
    pt: 'Vendas por dia em outubro',
    en: 'Sales by day in October',
    answers: [{ ...summary(october), series: listDays(october).map((day) => gross({ from: day, to: day })) }],
  },
  {
    pt: 'Evolução dos pedidos por semana nos últimos 30 dias',
    en: 'Orders by week over the last 30 days',
    answers: [
      {
        ...summary({ from: '2026-10-22' }),
        series: ['10-22', '10-29', '11-05', '11-12', '11-19'].map((day) =>
          orders({ from: `2026-${day}`, to: addDays(`2026-${day}`, 6) }),
        ),
      },
    ],
  },
  { pt: 'Como foram as vendas em outubro?', en: 'How did sales go in October?', answers: [summary(october)] },
  { pt: 'Quanto vendi hoje?', en: 'How much did I sell today?', answers: [summary({ from: '2026-11-20' })] },
  { pt: 'quanto vendi ontem', en: 'Sales of yesterday', answers: [summary({ from: '2026-11-19', to: '2026-11-19' })] },
  { pt: 'Quais foram as vendas desta semana?', en: 'What were the sales this week?', answers: [summary(week)] },
  {
    pt: 'Vendas da semana passada',
    en: 'How much did I sell last week?',
    answers: [summary({ from: '2026-11-09', to: '2026-11-15' })],
  },
  { pt: 'Quanto faturei nos últimos 7 dias?', en: 'Revenue in the last 7 days', answers: [summary(days7)] },
  { pt: 'Qual o faturamento de outubro?', en: 'What was my revenue in October?', answers: [summary(october)] },
  {
    pt: 'QUANTO VENDI EM MARCO',
    en: 'sales in march',
    answers: [summary({ from: '2026-03-01', to: '2026-03-31' })],
  },
  {
    pt: 'Vendas de 1 a 15 de outubro',
    en: 'Sales from October 1 to 15',
    answers: [summary({ from: '2026-10-01', to: '2026-10-15' })],
  },
  {
    pt: 'Vendas de 01/10 a 15/10/2026 na loja norte',
    en: 'Sales from 10/01 to 10/15/2026 in Loja Norte',
    answers: [summary({ from: '2026-10-01', to: '2026-10-15', shop: north })],
  },
  {
    pt: 'Quanto vendi na segunda-feira?',
    en: 'Sales on Monday',
    answers: [summary({ from: '2026-11-16', to: '2026-11-16' })],
  },
  {
    pt: 'Vendas do último trimestre',
    en: 'Sales of the last quarter',
    answers: [summary({ from: '2026-07-01', to: '2026-09-30' })],
  },
  { pt: 'Quanto vendi este ano?', en: 'How much did I sell this year?', answers: [summary({ from: '2026-01-01' })] },
  {
    pt: 'Vendas deste mês comparadas com o mês passado',
    en: 'Sales this month compared with last month',
    answers: twoSummaries(november, { from: '2026-10-01', to: '2026-10-20' }),
    change: change(november, { from: '2026-10-01', to: '2026-10-20' }),
  },
  {
    pt: 'Vendas dos últimos 7 dias versus o período anterior',
    en: 'Sales of the last 7 days vs the previous period',
    answers: twoSummaries(days7, { from: '2026-11-07', to: '2026-11-13' }),
    change: change(days7, { from: '2026-11-07', to: '2026-11-13' }),
  },
  {
    pt: 'Vendas de novembro comparadas com o mesmo período do ano passado',
    en: 'Sales in November compared with the same period last year',
    answers: twoSummaries(november, { from: '2025-11-01', to: '2025-11-20' }),
    change: change(november, { from: '2025-11-01', to: '2025-11-20' }),
  },
  {
    pt: 'Quanto vendi na Loja Norte e na Loja Sul em outubro?',
    en: 'Sales of Loja Norte and Loja Sul in October',
    answers: [summary({ ...october, shop: north }), summary({ ...october, shop: south })],
  },
  {
    pt: 'Quantos pedidos tive este mês?',
    en: 'How many orders did I get this month?',
    answers: [summary(november)],
  },
  {
    pt: 'Quantas unidades vendi em outubro na Loja Sul?',
    en: 'How many units did I sell in October in Loja Sul?',
    answers: [summary({ ...october, shop: south })],
  },
  {
    pt: 'Qual o ticket médio do mês passado?',
    en: 'What was the average order value last month?',
    answers: [summary(october)],
  },
  {
    pt: 'Qual a taxa de cancelamento de outubro?',
    en: 'Cancellation rate in October',
    answers: [summary(october)],
  },
  {
    pt: 'Quantos pedidos cancelados em outubro?',
    en: 'How many cancelled orders in October?',
    answers: [
      {
        tool: 'cancellations_and_returns',
        figures: {
          cancelledOrders: cancelled(october).length,
          cancelledAmount: sum(cancelled(october), (one) => one.cents),
        },
      },
    ],
  },
  {
    pt: 'Motivos dos cancelamentos de novembro',
    en: 'Cancellation reasons in November',
    answers: [
      {
        tool: 'cancellations_and_returns',
        figures: { cancelledOrders: 1, cancelledAmount: 3_015 },
        rows: [['Sem estoque', 'seller', '1', '3015']],
      },
    ],
  },
  {
    pt: 'Devoluções de novembro',
    en: 'Returns in November',
    answers: [
      {
        tool: 'cancellations_and_returns',
        figures: {
          returnsOpened: returned.filter(({ day }) => day >= november.from).length,
          refunds: sum(
            returned.filter(({ day }) => day >= november.from),
            ({ cents }) => cents,
          ),
        },
      },
    ],
  },
  {
    pt: 'Vendi mais este mês ou mês passado?',
    en: 'Did I sell more this month or last month?',
    answers: twoSummaries(november, { from: '2026-10-01', to: '2026-10-20' }),
    change: change(november, { from: '2026-10-01', to: '2026-10-20' }),
  },
]
