import { Refusal } from './grammar'
import { understand } from './understand'

/** A Friday. */
const today = '2026-11-20'
const shops = [
  { id: 'n', name: 'Loja Norte' },
  { id: 's', name: 'Loja Sul' },
]
const period = ({ from, to }: { from: string; to: string }) =>
  from === to ? from.slice(5) : `${from.slice(5)}~${to.slice(5)}`

/** The metric, its days and its filters. */
function read(question: string, language: 'pt' | 'en'): string {
  try {
    const {
      metrics,
      periods,
      compares,
      shops: named,
      product,
      isNamed,
      top,
      course,
    } = understand(question, language, shops, today)
    return [
      metrics.map(({ id }) => id).join('+'),
      ...periods.map(period),
      compares && `compares ${compares}`,
      ...named.map(({ id }) => `shop ${id}`),
      product && `${isNamed ? '' : 'perhaps '}product ${product}`,
      top && `top ${top}`,
      course && `by ${course}`,
    ]
      .filter(Boolean)
      .join(' | ')
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.why} ${error.values.words ?? error.values.name ?? ''}`.trim()
    throw error
  }
}

const month = '11-01~11-20'
const lastMonth = '10-01~10-31'
const lastWeek = '11-09~11-15'

test.each([
  ['qto vendi hj', 'sales | 11-20'],
  ['vendi quanto semana passada??', `sales | ${lastWeek}`],
  ['qual produto vende mais', 'topProducts | top 1'],
  ['o que ta acabando no estoque', 'lowStock'],
  ['quais produtos to no prejuizo', 'losingProducts'],
  ['quanto sobrou pra mim esse mês', `profit | ${month}`],
  ['quanto de taxa a shopee me cobrou em outubro', `fees | ${lastMonth}`],
  ['tem pedido atrasado?', 'lateOrders'],
  ['pedidos pra enviar hj', 'toPostToday'],
  ['quais pedidos preciso postar hoje?', 'toPostToday'],
  ['quanto tenho pra receber da shopee', 'payoutsToCome'],
  ['oq tenho q pagar ate sexta', 'pendingExpenses | 11-20'],
  ['oq tenho q pagar ate quarta', 'pendingExpenses | 11-20~11-25'],
  ['vendi mais esse mês ou mês passado?', `moreSales | ${month} | ${lastMonth} | compares named`],
  ['anuncios sem produto vinculado', 'unmapped'],
  ['produtos parados sem vender', 'slowStock'],
  ['como ta meu estoque', 'stock'],
  // Further ones, as they are typed in a hurry.
  ['qto faturei ontem', 'sales | 11-19'],
  ['qnto vendi esse mes', `sales | ${month}`],
  ['faturei qto em outubro?', `sales | ${lastMonth}`],
  ['vendi quanto hoje na loja sul', 'sales | 11-20 | shop s'],
  ['quanto q vendi hj', 'sales | 11-20'],
  ['qtos pedidos tive hj', 'orders | 11-20'],
  ['qtas unidades vendi ontem', 'units | 11-19'],
  ['qual meu produto mais vendido', 'topProducts | top 1'],
  ['oq mais vende', 'topProducts'],
  ['quais produtos vendem mais', 'topProducts'],
  ['oq ta acabando', 'lowStock'],
  ['produtos acabando', 'lowStock'],
  ['oq preciso repor', 'restock'],
  ['quanto preciso comprar', 'restock'],
  ['sugestão de compra', 'restock'],
  ['vendas por dia', 'sales | by day'],
  ['vendas dia a dia em outubro', `sales | ${lastMonth} | by day`],
  ['faturamento mensal', 'sales | by month'],
  ['evolução das vendas', 'sales | by any'],
  ['lucro mes a mes', 'profit | by month'],
  ['pedidos por semana esse mes', `orders | ${month} | by week`],
  ['como foram as vendas semana passada', `sales | ${lastWeek}`],
  ['Como foi meu resultado do mês passado?', `result | ${lastMonth}`],
  ['vendas ao longo do mês', `sales | ${month} | by any`],
  ['quais produtos tão sem estoque', 'soldOut'],
  ['produto esgotado', 'soldOut'],
  ['produtos dando prejuizo', 'losingProducts'],
  ['qual produto da prejuízo', 'losingProducts | top 1'],
  ['qto lucrei mes passado', `profit | ${lastMonth}`],
  ['qual foi meu lucro em outubro', `profit | ${lastMonth}`],
  ['qto sobrou em outubro', `profit | ${lastMonth}`],
  ['qto paguei de taxa mes passado', `fees | ${lastMonth}`],
  ['qto a shopee cobrou de taxas em outubro', `fees | ${lastMonth}`],
  ['pedido atrasado', 'lateOrders'],
  ['tenho pedidos atrasados?', 'lateOrders'],
  ['oq tenho q postar hj', 'toPostToday'],
  ['qto a shopee vai me pagar', 'payoutsToCome'],
  ['qto vou receber', 'payoutsToCome'],
  ['qto tenho q pagar essa semana', 'pendingExpenses | 11-16~11-22'],
  ['contas vencidas', 'overdueExpenses'],
  ['tem conta atrasada?', 'overdueExpenses'],
  ['anuncio sem produto', 'unmapped'],
  ['anuncios nao vinculados', 'unmapped'],
  ['produtos encalhados', 'slowStock'],
  ['tem devolução aberta?', 'openReturns'],
])('a hurried question is understood word by word: %s', (question, understood) => {
  expect(read(question, 'pt')).toBe(understood)
})

test.each([
  ['sales last week vs the week before', `sales | ${lastWeek} | compares previous`],
  ['whats my profit', 'profit'],
  ['whats my best seller', 'topProducts | top 1'],
  ['how much is shopee going to pay me', 'payoutsToCome'],
  ['did i make money in october', `profit | ${lastMonth}`],
  ['avg order value last 30 days', 'averageOrder | 10-22~11-20'],
  ['orders waiting for payment', 'pendingOrders'],
  ['products losing money', 'losingProducts'],
  ['any unlinked listings', 'unmapped'],
  ['slow moving stock', 'slowStock'],
  ['what should i restock', 'restock'],
  // Further ones, as they are typed in a hurry.
  ['whats my revenue today', 'sales | 11-20'],
  ["what's my avg order value", 'averageOrder'],
  ['how much i sold today', 'sales | 11-20'],
  ['sales yesterday', 'sales | 11-19'],
  ['sold how much last week', `sales | ${lastWeek}`],
  ['how many orders today', 'orders | 11-20'],
  ['did i sell more this month or last month', `moreSales | ${month} | ${lastMonth} | compares named`],
  ['sales this week vs last week', `sales | 11-16~11-20 | ${lastWeek} | compares named`],
  ['best sellers this month', `topProducts | ${month}`],
  ['best selling product', 'topProducts'],
  ['which product sells the most', 'topProducts | top 1'],
  ['whats running low', 'lowStock'],
  ['whats out of stock', 'soldOut'],
  ['what do i need to restock', 'restock'],
  ['what should i reorder', 'restock'],
  ['anything out of stock', 'soldOut'],
  ['daily sales', 'sales | by day'],
  ['sales by week', 'sales | by week'],
  ['how did sales go last week', `sales | ${lastWeek}`],
  ['profit over time', 'profit | by any'],
  ['monthly result', 'result'],
  ['chart of orders each day last week', `orders | ${lastWeek} | by day`],
  ['which products am i losing money on', 'losingProducts'],
  ['products at a loss', 'losingProducts'],
  ['how much did i make last month', `profit | ${lastMonth}`],
  ['did i make a profit last month', `profit | ${lastMonth}`],
  ['am i making money', 'profit'],
  ['how much did shopee charge me in october', `fees | ${lastMonth}`],
  ['shopee fees last month', `fees | ${lastMonth}`],
  ['when do i get paid', 'payoutsToCome'],
  ['how much will shopee pay me', 'payoutsToCome'],
  ['late orders?', 'lateOrders'],
  ['any late orders', 'lateOrders'],
  ['do i have late orders', 'lateOrders'],
  ['what do i need to ship today', 'toPostToday'],
  ['orders to ship today', 'toPostToday'],
  ['unpaid orders', 'pendingOrders'],
  ['bills due this week', 'pendingExpenses | 11-16~11-22'],
  ['what do i have to pay by wednesday', 'pendingExpenses | 11-20~11-25'],
  ['overdue bills', 'overdueExpenses'],
  ['listings without product', 'unmapped'],
  ['dead stock', 'slowStock'],
  ['hows my stock', 'stock'],
  ['open returns', 'openReturns'],
  ['products without cost', 'withoutCost'],
])('a hurried question is understood word by word: %s (en)', (question, understood) => {
  expect(read(question, 'en')).toBe(understood)
})

test.each([
  ['pt', 'vendi mais hoje', 'refused: nothingAsked'],
  ['pt', 'vendas ate sexta', 'sales | 11-13 | perhaps product ate'],
  ['pt', 'vendas hj acima de 100', 'sales | 11-20 | perhaps product acima de 100'],
  ['pt', 'vendas ou pedidos hj', 'sales+orders | 11-20 | perhaps product ou'],
  ['pt', 'oq tenho q pagar ate ontem', 'refused: periodInvalid'],
  ['pt', 'quais produtos nao dao prejuizo', 'refused: nothingAsked'],
  ['pt', 'vendas da panela hj', 'sales | 11-20 | product panela'],
  ['en', 'did i sell more today', 'refused: nothingAsked'],
  ['en', 'whats not running low', 'refused: unknownWords not'],
  ['en', 'sales last week vs the one before that', 'sales | 11-09~11-15 | compares named | perhaps product one before'],
] as const)(
  'words of a hurried question that are not understood are never left out (%s: %s)',
  (language, question, refused) => {
    expect(read(question, language)).toBe(refused)
  },
)
