import type { Form } from './question-forms'
import {
  feesPaid,
  gross,
  margin,
  october,
  result,
  resultBeforeAds,
  resultIn,
  share,
  soldRow,
  sum,
  summary,
  units,
} from './question-figures'

const september = { from: '2026-09-01', to: '2026-09-30' }
const marginRow = (title: string, sku: string) => [
  ...soldRow(title, { ...october, sku }),
  String(margin({ ...october, sku })),
]

export const resultForms: readonly Form[] = [
  {
    pt: 'Vendas menos taxas de outubro',
    en: 'Sales less fees in October',
    answers: [summary(october)],
  },
  {
    pt: 'Quanto paguei de taxas em outubro?',
    en: 'How much did I pay in fees in October?',
    answers: [feesPaid(october)],
  },
  {
    pt: 'Quanto paguei de comissão em outubro?',
    en: 'Commission in October',
    // Only for one order did the platform state the parts.
    answers: [{ ...feesPaid(october), rows: [['commission', '-4711']] }],
  },
  { pt: 'Quanto gastei com frete em setembro?', en: 'Freight in September', answers: [feesPaid(september)] },
  { pt: 'Qual o lucro do mês passado?', en: 'What was the profit last month?', answers: [result(october)] },
  // No report covers the ads of that day: the answer is the profit before them.
  { pt: 'Lucro de ontem', en: 'Profit yesterday', answers: [resultBeforeAds('2026-11-19')] },
  {
    pt: 'Lucro por mês de setembro a outubro',
    en: 'Profit month by month from September to October',
    answers: [{ tool: 'monthly_result', series: [september, october].map((month) => resultIn(month).profit) }],
  },
  { pt: 'Custo dos produtos de outubro', en: 'Cost of goods in October', answers: [result(october)] },
  { pt: 'Impostos de outubro', en: 'Taxes in October', answers: [result(october)] },
  { pt: 'Resultado de setembro', en: 'Income statement of September', answers: [result(september)] },
  { pt: 'Contribuição de outubro', en: 'Contribution in October', answers: [result(october)] },
  { pt: 'Quanto gastei com anúncios pagos em outubro?', en: 'Ads spend in October', answers: [result(october)] },
  { pt: 'Receita líquida de outubro', en: 'Net revenue in October', answers: [result(october)] },
  {
    pt: 'Vendas e lucro de outubro',
    en: 'Sales and profit in October',
    answers: [summary(october), result(october)],
  },
  {
    pt: 'Margem de outubro',
    en: 'Margin in October',
    answers: [
      {
        tool: 'product_margin',
        figures: {
          marginTotal: sum(['GAR-1', 'CAN-2'], (sku) => margin({ ...october, sku })),
          itemRevenue: gross(october),
          units: units(october),
          costCoverage: share(gross(october) - gross({ ...october, sku: 'CAM-3' }), gross(october)),
        },
      },
    ],
  },
  {
    pt: 'Qual produto deu mais margem em outubro?',
    en: 'Which product had the best margin in October?',
    answers: [
      // "Which product" asks for one.
      { tool: 'product_margin', rows: [marginRow('Garrafa térmica', 'GAR-1')] },
    ],
  },
  {
    pt: 'Produtos com pior margem em outubro',
    en: 'Products with the worst margin in October',
    answers: [
      { tool: 'product_margin', rows: [marginRow('Caneca azul', 'CAN-2'), marginRow('Garrafa térmica', 'GAR-1')] },
    ],
  },
  {
    pt: 'Produtos dando prejuízo em outubro',
    en: 'Products losing money in October',
    answers: [{ tool: 'product_margin', figures: { itemRevenue: gross(october), units: units(october) } }],
  },
]
