import { Refusal } from './grammar'
import { takePeriods } from './take-periods'
import { correct, understand } from './understand'
import { isNear, plain, Words } from './words'

/** A Friday. */
const today = '2026-11-20'
const read = (text: string, language: 'pt' | 'en', isDue = false) =>
  takePeriods(new Words(plain(text)), language, today, isDue).map(({ from, to }) => `${from} ${to}`)

test.each([
  ['pt', 'anteontem', '2026-11-18 2026-11-18'],
  ['pt', 'na sexta-feira', '2026-11-13 2026-11-13'],
  ['pt', 'na quinta', '2026-11-19 2026-11-19'],
  ['pt', 'da semana passada', '2026-11-09 2026-11-15'],
  ['pt', 'no fim de semana', '2026-11-14 2026-11-15'],
  ['pt', 'nos últimos dois meses', '2026-09-21 2026-11-20'],
  ['pt', 'em dezembro', '2025-12-01 2025-12-31'],
  ['pt', 'março de 2025', '2025-03-01 2025-03-31'],
  ['pt', 'outubro/2026', '2026-10-01 2026-10-31'],
  ['pt', 'de setembro a outubro', '2026-09-01 2026-10-31'],
  ['pt', 'de 20 de dezembro a 10 de janeiro', '2025-12-20 2026-01-10'],
  ['pt', 'de 01/10 a 15/10', '2026-10-01 2026-10-15'],
  ['pt', 'desde 1º de outubro', '2026-10-01 2026-11-20'],
  ['pt', 'no primeiro dia', undefined],
  ['en', 'on Friday', '2026-11-13 2026-11-13'],
  ['en', 'last month', '2026-10-01 2026-10-31'],
  ['en', 'over the last three weeks', '2026-10-31 2026-11-20'],
  ['en', 'in May', '2026-05-01 2026-05-31'],
  ['en', 'may I', undefined],
  ['en', 'on 10/05/2026', '2026-10-05 2026-10-05'],
  ['en', 'from October 28 to November 3', '2026-10-28 2026-11-03'],
  ['en', '5th of October', '2026-10-05 2026-10-05'],
  ['en', '2026-10-01 to 2026-10-07', '2026-10-01 2026-10-07'],
] as const)('the days of a question are those it says (%s: %s)', (language, text, days) => {
  expect(read(text, language)[0]).toBe(days)
})

test('for due dates a month goes to its end, a weekday is the next one, and December the one to come', () => {
  expect(read('este mês', 'pt', true)).toEqual(['2026-11-01 2026-11-30'])
  expect(read('na segunda', 'pt', true)).toEqual(['2026-11-23 2026-11-23'])
  expect(read('in December', 'en', true)).toEqual(['2026-12-01 2026-12-31'])
})

test('a day that does not exist is refused', () => {
  for (const text of ['31 de fevereiro', '45/10/2026']) expect(() => read(text, 'pt')).toThrow(Refusal)
})

test('two periods stand in their order', () => {
  expect(read('este mês contra o mês passado', 'pt')).toEqual(['2026-11-01 2026-11-20', '2026-10-01 2026-10-31'])
})

test('a word is put right only where a single known one is a letter away', () => {
  expect(isNear('onten', 'ontem')).toBe(true)
  expect(isNear('otnem', 'ontem')).toBe(true)
  expect(isNear('ontens', 'ontem')).toBe(false)
  expect(correct('vendas de outubo', 'outubo', 'pt')).toBe(' vendas de outubro ')
  expect(correct('vendas por estado', 'por estado', 'pt')).toBeNull()
})

test('a shop that is called like a word of a question counts only where it is called a shop', () => {
  const shops = [
    { id: '1', name: 'Hoje' },
    { id: '2', name: 'Sul' },
  ]
  expect(understand('vendas de hoje', 'pt', shops, today)).toMatchObject({ shops: [], periods: [{ from: today }] })
  expect(understand('vendas da loja Hoje', 'pt', shops, today)).toMatchObject({ shops: [shops[0]], periods: [] })
  expect(understand('vendas do Sul hoje', 'pt', shops, today)).toMatchObject({ shops: [shops[1]] })
})
