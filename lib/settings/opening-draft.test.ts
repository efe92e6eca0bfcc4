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

test('what cannot be read is said at its month', () => {
  expect(readMonths(months, ['1', 'muito', '12.34'], 'pt').fields).toEqual({
    'months.1.revenueCents': ['errors.moneyInvalid'],
    'months.2.revenueCents': ['errors.moneyAmbiguous'],
  })
})

test('a column fills down from its field, no further than the last month, and leaves the rest', () => {
  expect(fillDown(['a', 'b', 'c'], 1, 'R$ 1.000,5\r\n2\r\n3\r\n', 'pt')).toEqual(['a', '1.000,50', '2,00'])
  expect(fillDown(['', '', ''], 0, '1\n\nx', 'en')).toEqual(['1.00', '', 'x'])
})

test('a single value is left to the field itself', () => {
  expect(fillDown(['', ''], 0, '1.000,00', 'pt')).toBeNull()
  expect(fillDown(['', ''], 0, '1.000,00\n', 'pt')).toBeNull()
})
