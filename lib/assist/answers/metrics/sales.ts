import type { Metric } from '../grammar'

/** Sales. */
export const salesMetrics: readonly Metric[] = [
  {
    id: 'averageOrder',
    words: {
      pt: /(?:(?:meu |o )?(?:ticket|tiquete|valor) medio(?: (?:do|por|dos|de) pedidos?)?)/,
      en: /(?:(?:my |the )?average (?:order(?: value)?|ticket)|aov)/,
    },
    tool: 'sales_summary',
    input: { series: 'averageOrder' },
    figures: ['averageOrder', 'orders'],
    period: 'past',
    shop: true,
    tellsNone: true,
  },
  {
    id: 'units',
    words: {
      pt: /(?:quantas (?:unidades|pecas)|quantos itens|unidades|pecas)(?: de)?(?: (?:eu |nos )?(?:vendi|vendemos|foram vendid[ao]s|vendid[ao]s|sairam))?/,
      en: /(?:how many )?(?:units|pieces)(?: of)?(?: (?:did i sell|did we sell|were sold|have i sold|sold))?/,
    },
    tool: 'sales_summary',
    input: { series: 'units' },
    figures: ['units', 'orders'],
    period: 'past',
    shop: true,
    ofProduct: 'productUnits',
  },
  {
    id: 'orders',
    words: {
      pt: /(?:quantos )?pedidos(?: (?:eu |nos )?(?:tive|tivemos|recebi|recebemos|vendi|houve|foram feitos|entraram|chegaram|fiz))?/,
      en: /(?:how many )?orders(?: (?:did i (?:get|have|receive|sell)|did we (?:get|have|receive)|were (?:placed|there|made)|have i (?:got|had|received)|came in))?/,
    },
    tool: 'sales_summary',
    input: { series: 'orders' },
    figures: ['orders', 'grossSales'],
    period: 'past',
    shop: true,
  },
  {
    id: 'sales',
    words: {
      pt: /(?:quanto (?:que )?(?:eu |nos )?(?:ja )?(?:vendi|vendemos|faturei|faturamos|foi vendido|vendeu|faturou)|(?:eu |nos )?(?:vendi|vendemos|faturei|faturamos) quanto|(?:total (?:de|das) |valor (?:de|das) )?vendas(?: brutas| totais)?|(?:meu )?faturamento(?: bruto| total)?|receita(?: bruta| total)?|quanto (?:foram|deram) as vendas)/,
      en: /(?:how much (?:did (?:i|we) (?:sell|bill|make in sales)|(?:i|we) (?:have )?sold|was sold|have (?:i|we) sold|did it sell)|(?:i |we )?sold how much|(?:total |gross |my )*(?:sales|revenue|turnover)(?: (?:total|amount))?)/,
    },
    tool: 'sales_summary',
    figures: ['grossSales', 'orders', 'units'],
    period: 'past',
    shop: true,
    ofProduct: 'productSales',
  },
  {
    id: 'moreSales',
    words: {
      pt: /(?:eu |nos )?(?:vendi|vendemos|faturei|faturamos) (?:mais|menos)/,
      en: /(?:(?:did|have) )?(?:i|we) (?:sell|sold) (?:more|less)/,
    },
    tool: 'sales_summary',
    figures: ['grossSales', 'orders', 'units'],
    period: 'past',
    shop: true,
    compares: true,
  },
  // For one product; no words of their own.
  ...(
    [
      ['productSales', ['itemRevenue', 'units']],
      ['productUnits', ['units', 'itemRevenue']],
    ] as const
  ).map(([id, figures]): Metric => ({
    id,
    words: { pt: /(?!)/, en: /(?!)/ },
    tool: 'product_sales',
    input: { series: figures[0] },
    figures,
    period: 'past',
    shop: true,
    product: 'must',
  })),
]
