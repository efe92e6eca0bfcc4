import { fillDown, readMonths } from './opening-draft'

const months = ['2026-01-01', '2026-02-01', '2026-03-01'].map((month) => ({ month }))

test('an empty field is unknown and zero is zero; the total says of how many months', () => {
  expect(readMonths(months, ['', '0', '1.234,5'], 'pt')).toEqual({
    months: [
      { month: '2026-01-01', revenueCents: null },
      { month: '2026-02-01', revenueCents: 0n },
      { month: '2026-03-01', revenueCents: 123_450n },
    ],
    fields: {},
    totalCents: 123_450n,
    known: 2,
  })
})

test('an unreadable text is reported at its month', () => {
  expect(readMonths(months, ['1', 'muito', '1,234'], 'pt').fields).toEqual({
    'months.1.revenueCents': ['errors.moneyInvalid'],
    'months.2.revenueCents': ['errors.moneyAmbiguous'],
  })
})

test('a column fills down from its field, no further than the last month, and leaves the rest', () => {
  expect(fillDown(months, ['a', 'b', 'c'], 1, 'R$ 1.000,5\r\n2\r\n3\r\n', 'pt')).toEqual(['a', '1.000,50', '2,00'])
  expect(fillDown(months, ['', '', ''], 0, '1\n\nx', 'en')).toEqual(['1.00', '', 'x'])
})

test('a single value is left to the field itself', () => {
  expect(fillDown(months, ['', ''], 0, '1.000,00', 'pt')).toBeNull()
  expect(fillDown(months, ['', ''], 0, '1.000,00\n', 'pt')).toBeNull()
})

test.each([
  ['jan/26', 'pt'],
  ['01/2026', 'pt'],
  ['1/26', 'pt'],
  ['01.2026', 'pt'],
  ['janeiro de 2026', 'pt'],
  ['Jan. 2026', 'pt'],
  ['01/01/2026', 'pt'],
  ['2026-01', 'pt'],
  ['janeiro', 'pt'],
  ['January 2026', 'en'],
  ['Jan-26', 'en'],
  ['1/31/2026', 'en'],
] as const)('an amount goes to the month that its row names: %s', (name, language) => {
  const pasted = `Month\tOrders\tSold\nDec 2020\t8\t9\n${name}\t3\t12\n`
  expect(fillDown(months, ['', 'b', 'c'], 2, pasted, language)).toEqual([
    language === 'pt' ? '12,00' : '12.00',
    'b',
    'c',
  ])
})

test('months in another order, with a cedilla, find their fields', () => {
  expect(fillDown(months, ['', 'b', ''], 0, 'março/2026\tR$ 3,00\njaneiro/2026\tR$ 1,00', 'pt')).toEqual([
    '1,00',
    'b',
    '3,00',
  ])
})

test('without months the last column of money fills down, below its heading', () => {
  const pasted = 'Loja\tTotal\tObs\nA\t1\tok\nB\t2\tok'
  expect(fillDown(months, ['', '', 'c'], 0, pasted, 'pt')).toEqual(['1,00', '2,00', 'c'])
})

test('a row fills down too, and months that run sideways find their fields', () => {
  expect(fillDown(months, ['a', '', ''], 1, '1,00\t2,00', 'pt')).toEqual(['a', '1,00', '2,00'])
  expect(fillDown(months, ['', '', ''], 0, 'mar/26\tjan/26\n3\t1', 'pt')).toEqual(['1,00', '', '3,00'])
  expect(fillDown(months, ['', '', ''], 0, 'fev/26\t2', 'pt')).toEqual(['', '2,00', ''])
})

test('an unreadable text, or one of other months, is left to the field', () => {
  expect(fillDown(months, ['', '', ''], 0, 'a\tb\nc\td', 'pt')).toBeNull()
  expect(fillDown(months, ['', '', ''], 0, 'jan/20\t1\nfev/20\t2', 'pt')).toBeNull()
})
