import type { NoteName } from '../../tools/contract'
import type { Metric } from '../grammar'

/** The notes of each line of the result. */
const notesOf: Record<string, readonly NoteName[]> = {
  adsSpend: ['adsUntold'],
  taxes: ['untaxed'],
  goodsCost: ['costPartly'],
  netRevenue: [],
  contribution: ['costPartly', 'untaxed'],
}

/** The company's result, its fees and margins. */
export const resultMetrics: readonly Metric[] = [
  {
    id: 'revenueLimits',
    words: {
      pt: /(?:quanto (?:ainda )?falta (?:para|ate) (?:o )?)?(?:limites?|teto) (?:anual )?(?:do|de|da) (?:mei|simples(?: nacional)?|faturamento)/,
      en: /(?:how much is (?:still )?left (?:to|until|till|before|of|on) (?:the |my )?)?(?:mei|simples(?: nacional)?|revenue) limits?/,
    },
    tool: 'revenue_limits',
    figures: [],
    rows: { name: 0, value: 3, most: 5 },
    period: 'none',
  },
  {
    id: 'netOfFees',
    words: {
      pt: /(?:(?:vendas|faturamento) (?:menos|sem|descontadas|liquidas? d?(?:e|as)) (?:as )?taxas|(?:vendas|faturamento) liquid[oa]s?|quanto (?:sobrou|fica) (?:das vendas )?depois das taxas)/,
      en: /(?:(?:sales|revenue) (?:less|after|net of|minus|without) (?:the )?fees|net sales)/,
    },
    tool: 'sales_summary',
    input: { series: 'netOfFees' },
    figures: ['netOfFees', 'grossSales'],
    period: 'past',
    shop: true,
  },
  {
    id: 'marginTotal',
    words: {
      pt: /(?:margem (?:por|de cada|dos) produtos?|(?:minha |a )?margem(?: total| de contribuicao dos produtos)?)/,
      en: /(?:margins? (?:by|per|of (?:the |my )?) ?products?|product margins?|(?:my |the )?(?:total )?margin)/,
    },
    tool: 'product_margin',
    input: { sort: 'best' },
    figures: ['marginTotal', 'itemRevenue', 'costCoverage'],
    period: 'past',
    shop: true,
    ofProduct: 'productMargin',
  },
  // For one product; no words of its own.
  {
    id: 'productMargin',
    words: { pt: /(?!)/, en: /(?!)/ },
    tool: 'product_margin',
    figures: ['marginTotal', 'itemRevenue', 'units', 'costCoverage'],
    rows: { name: 0, value: 5, most: 1 },
    period: 'past',
    shop: true,
    product: 'must',
  },
  {
    id: 'commission',
    words: {
      pt: /(?:quanto (?:eu )?(?:paguei|pagamos) (?:de|em) )?(?:comissao|comissoes)(?: da shopee)?/,
      en: /(?:how much did (?:i|we) pay (?:in|of) )?commissions?/,
    },
    tool: 'fees_paid',
    figures: [],
    row: 'commission',
    period: 'past',
    shop: true,
  },
  {
    id: 'freight',
    words: {
      pt: /(?:quanto (?:eu )?(?:paguei|gastei) (?:de|com|em) )?frete/,
      en: /(?:how much did i (?:pay (?:in|for|of)|spend on) )?(?:freight|shipping(?: costs?)?)/,
    },
    tool: 'fees_paid',
    input: { series: 'freight' },
    figures: ['freight'],
    period: 'past',
    shop: true,
  },
  {
    id: 'fees',
    words: {
      pt: /(?:quanto (?:que )?(?:eu )?(?:(?:paguei|pagamos|gastei|foi|a shopee (?:me )?(?:cobrou|ficou|tirou|levou|descontou)) )?(?:de|em|com) )?(?:as )?(?:taxas?|tarifas?)(?: (?:da|do|de) (?:shopee|canal|marketplace))?(?: (?:que )?(?:eu )?(?:paguei|pago|a shopee (?:me )?(?:cobrou|cobra|tirou|levou|descontou)))?|quanto (?:que )?a shopee (?:me )?(?:cobrou|tirou|levou|descontou)(?: de mim)?/,
      en: /(?:how much did (?:i|we) pay (?:in|of) |how much (?:was|were) (?:the )?)?(?:(?:shopee |marketplace |channel )?fees)(?: (?:did i pay|of shopee|did shopee (?:charge|take)(?: me)?))?|how much (?:did shopee|has shopee) (?:charged?|taken?|keep|kept)(?: (?:from )?me)?(?: in fees)?/,
    },
    tool: 'fees_paid',
    figures: ['fees'],
    rows: { name: 0, value: 1, most: 10 },
    period: 'past',
    shop: true,
  },
  ...(
    [
      [
        'profit',
        '(?:quanto (?:que )?(?:eu |nos )?(?:lucrei|lucramos|sobrou|sobra|ganhei|tive de lucro|deu de lucro|foi o lucro)(?: (?:para|pra) (?:mim|nos|a gente))?|(?:eu )?(?:lucrei|ganhei) quanto|sobrou quanto(?: para mim)?|(?:meu |o )?lucro(?: liquido| total)?|(?:eu )?(?:tive|deu|estou tendo|estou dando|dei) (?:lucro|prejuizo)(?: ou (?:lucro|prejuizo))?|estou no (?:lucro|prejuizo|vermelho|azul))',
        '(?:(?:my |the |net |total )*profits?(?: did i make)?|how much (?:money )?(?:did i (?:profit|earn|make)|i (?:made|earned)|have i made|profit did i make|(?:is|was) left(?: for me)?)|(?:did|do|am|have|are|is) (?:i|we) (?:make|made|making|earn|earning|in)(?: a| any)? (?:money|profit|profits|loss|the red|the black)|(?:did|am) i (?:lose|losing) money|am i profitable|bottom line)',
        ['profit', 'profitBeforeAds', 'netRevenue'],
      ],
      [
        'result',
        '(?:(?:o )?resultado(?: do mes)?|dre|demonstracao do resultado)',
        '(?:(?:the |my )?(?:monthly )?result|income statement|p and l|profit and loss)',
        ['netRevenue', 'contribution', 'profit', 'profitBeforeAds'],
      ],
      ['contribution', '(?:margem de )?contribuicao', 'contribution(?: margin)?', ['contribution']],
      [
        'goodsCost',
        '(?:custo (?:dos|de) (?:produtos|mercadorias?|produtos vendidos)|cmv)',
        '(?:cost of (?:the )?goods(?: sold)?|cogs)',
        ['goodsCost'],
      ],
      [
        'taxes',
        '(?:quanto (?:eu )?(?:paguei|pago|devo) (?:de|em) )?impostos?(?: sobre (?:as )?vendas)?',
        '(?:how much did i pay (?:in|of) )?(?:sales )?tax(?:es)?',
        ['salesTax'],
      ],
      [
        'adsSpend',
        '(?:quanto (?:eu )?gastei (?:com|em) )?(?:anuncios pagos|ads|shopee ads|publicidade|propaganda)',
        '(?:how much did i spend on )?(?:ads|shopee ads|advertising)(?: spend)?',
        ['adsSpend'],
      ],
      ['netRevenue', 'receita liquida', 'net revenue', ['netRevenue']],
    ] as const
  ).map(([id, pt, en, figures]): Metric => ({
    id,
    words: { pt: new RegExp(pt), en: new RegExp(en) },
    ...(id in notesOf && { notes: notesOf[id] }),
    tool: 'monthly_result',
    input: { series: id === 'result' ? 'profit' : figures[0] },
    figures,
    period: 'past',
    shop: true,
    ...(id === 'profit' && { ofProduct: 'productMargin' }),
  })),
]
