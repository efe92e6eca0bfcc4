import { formatRate, formatRateInput, hasRate, millionthsOf, parseRate, rateOf, regimesOf } from './rates'

test.each([
  ['6,54', '0.065400'],
  ['6.54', '0.065400'],
  ['6,543', '0.065430'],
  ['6,5432 %', '0.065432'],
  ['0', '0.000000'],
  ['100', '1.000000'],
  ['7.3', '0.073000'],
  [' 4% ', '0.040000'],
] as const)('%s, with either mark before its decimals, is the share %s', (text, rate) =>
  expect(parseRate(text)).toEqual({ ok: true, rate }),
)

test.each(['', '6,5.4', '1.000,5', '100,0001', '101', '-1', '6,54321', '1e1', 'meio'])('%j is refused', (text) =>
  expect(parseRate(text)).toEqual({ ok: false, error: 'rateInvalid' }),
)

test('a share is written as it was typed, without trailing zeros', () => {
  expect(formatRateInput('0.065432', 'pt')).toBe('6,5432')
  expect(formatRate('0.04', 'pt')).toBe('4%')
  expect(formatRate('0.0755', 'en')).toBe('7.55%')
  expect(formatRate('0.000001', 'en')).toBe('0.0001%')
  expect(formatRate('1', 'en')).toBe('100%')
})

test('millionths and text are the same share', () => {
  for (const millionths of [0n, 1n, 40_000n, 999_999n, 1_000_000n])
    expect(millionthsOf(rateOf(millionths))).toBe(millionths)
  expect(millionthsOf('0.05')).toBe(50_000n)
})

test('MEI has no percentage; an individual is no company', () => {
  expect(regimesOf('cnpj').filter((regime) => !hasRate(regime))).toEqual(['mei'])
  expect(regimesOf('cnpj')).not.toContain('individual')
  expect(regimesOf('cpf')).toEqual(['individual'])
})
