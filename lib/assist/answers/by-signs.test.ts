import { understandBySigns } from './by-signs'
import { Refusal } from './grammar'
import { takePrice } from './price-said'

/** A Friday. */
const today = '2026-11-20'
const shops = [
  { id: 'n', name: 'Loja Norte' },
  { id: 's', name: 'Loja Sul' },
]

function read(question: string, language: 'pt' | 'en', isWhole = true): string {
  try {
    const understood = understandBySigns(question, language, shops, today, isWhole)
    return [
      understood.metrics.map(({ id }) => id).join('+'),
      ...understood.periods.map(({ from, to }) => `${from} ${to}`),
      ...understood.shops.map(({ id }) => `shop ${id}`),
      understood.product && `product ${understood.product}`,
      understood.priceCents === null ? null : `price ${understood.priceCents}`,
    ]
      .filter(Boolean)
      .join(' | ')
  } catch (error) {
    if (error instanceof Refusal) return `refused: ${error.why}`
    throw error
  }
}

test.each([
  ['pt', 'essa semana a norte vendeu quanto, gente', 'sales | 2026-11-16 2026-11-20 | shop n'],
  ['pt', 'o que eu preciso fazer hj?', 'today'],
  ['pt', 'quantas canecas tenho ainda', 'stockOf | product canecas'],
  ['pt', 'vendendo a caneca por R$ 25,90 sobra quanto', 'calculator | product caneca | price 2590'],
  ['pt', 'cancelamentos, por que tanto?', 'cancelReasons'],
  ['en', 'anything sold yesterday at norte?', 'sales | 2026-11-19 2026-11-19 | shop n'],
  ['en', 'what do i have to do today', 'today'],
] as const)(
  'words are understood in any order, and those that say nothing are left out (%s: %s)',
  (language, question, requested) => {
    expect(read(question, language)).toBe(requested)
  },
)

test.each([
  // Words that may change the question are never left out.
  ['pt', 'vendas hoje, menos a caneca', 'sales | 2026-11-20 2026-11-20 | product menos a caneca'],
  ['pt', 'vendi hoje acima de 100 reais', 'sales | 2026-11-20 2026-11-20 | product acima de 100 reais'],
  ['pt', 'vendi pouco ontem a noite', 'refused: nothingAsked'],
  ['pt', 'nao vendi nada hoje?', 'sales | 2026-11-20 2026-11-20 | product nao vendi nada'],
  ['pt', 'a shopee cobra em 25 reais e 30 reais', 'stockOf | product shopee cobra em 25 reais e 30 reais'],
  ['pt', 'vendas na black friday', 'refused: namedDay'],
  ['pt', 'vendas outubro novembro', 'refused: periodInvalid'],
  ['en', 'sales without bella', 'sales | product without bella'],
  ['en', 'how much will i sell', 'sales | product will'],
] as const)(
  'an unknown word is a name, which is looked up, or the question is not understood (%s: %s)',
  (language, question, requested) => {
    expect(read(question, language)).toBe(requested)
  },
)

test('a word of a shop counts as the shop only where a question does not need it', () => {
  const named = [{ id: 'v', name: 'Vendas Produtos' }]
  const { shops: result } = understandBySigns('produtos mais vendidos', 'pt', named, today, true)
  expect(result).toEqual([])
})

test('a name alone is a question only where it is the whole', () => {
  expect(read('CAN-01', 'pt')).toBe('stockOf | product can-01')
  expect(read('CAN-01', 'pt', false)).toBe('refused: nothingAsked')
})

test.each([
  ['a 25 reais', 'pt', 2500n],
  ['por R$1.250,90', 'pt', 125_090n],
  ['numa venda de 79,90', 'pt', 7990n],
  ['vendendo a 15 conto', 'pt', 1500n],
  ['por 79.90', 'pt', 7990n],
  ['at R$ 1,250.90', 'en', 125_090n],
  ['on a 79.90 sale', 'en', 7990n],
  ['em 12/11 por 25', 'pt', null],
  ['80 reais ou por 79,99', 'pt', null],
  // A wanted margin is no price.
  ['quanto vender pra sobrar 25 reais', 'pt', null],
  ['vender com lucro de 25 reais', 'pt', null],
  ['how do i make 25 reais profit', 'en', null],
  ['iphone 13', 'pt', null],
  ['por 0 reais', 'pt', null],
] as const)('the one amount that is said is a price: %s (%s)', (text, language, cents) => {
  expect(takePrice(text, language).priceCents).toBe(cents)
})
