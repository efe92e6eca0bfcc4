import { bareDocument, formatDocument, isCnpj, isCpf, isDocument } from './documents'

test.each([
  '11.222.333/0001-81',
  '00.000.000/0001-91',
  '33.000.167/0001-01',
  '12.ABC.345/01DE-35',
  '12.abc.345/01de-35',
])('%s is a CNPJ', (text) => expect(isCnpj(bareDocument(text))).toBe(true))

test.each([
  ['a wrong first digit', '11222333000171'],
  ['a wrong second digit', '11222333000182'],
  ['a letter changed', '12ABD34501DE35'],
  ['letters swapped', '12ACB34501DE35'],
  ['a letter among the check digits', '12ABC34501DE3A'],
  ['all digits alike', '11111111111111'],
  ['zeros', '00000000000000'],
  ['too short', '1122233300018'],
  ['too long', '112223330001811'],
  ['a foreign letter', '12ÁBC34501DE35'],
])('with %s it is no CNPJ', (_, text) => expect(isCnpj(text)).toBe(false))

test('every single wrong digit of a CNPJ is noticed', () => {
  const right = '11222333000181'
  for (let at = 0; at < right.length; at++)
    for (const digit of '0123456789')
      if (digit !== right[at]) expect(isCnpj(right.slice(0, at) + digit + right.slice(at + 1))).toBe(false)
})

test.each(['529.982.247-25', '111.444.777-35', '000.000.001-91'])('%s is a CPF', (text) =>
  expect(isCpf(bareDocument(text))).toBe(true),
)

test.each(['52998224724', '52998224735', '11111111111', '00000000000', '5299822472', '529982247255', '5299822472A'])(
  '%s is no CPF',
  (text) => expect(isCpf(text)).toBe(false),
)

test('a document is held against what its seller is', () => {
  expect(isDocument('52998224725', 'cpf')).toBe(true)
  expect(isDocument('52998224725', 'cnpj')).toBe(false)
  expect(isDocument('11222333000181', 'cpf')).toBe(false)
})

test.each([
  ['1', '1'],
  ['112', '11.2'],
  ['11222333', '11.222.333'],
  ['112223330001', '11.222.333/0001'],
  ['12abc34501de35', '12.ABC.345/01DE-35'],
  ['11.222.333/0001-81', '11.222.333/0001-81'],
])('%s is shown as %s while it is typed', (typed, shown) => expect(formatDocument(typed, 'cnpj')).toBe(shown))

test('a CPF has points of its own, and what is too long stays to be seen', () => {
  expect(formatDocument('52998224725', 'cpf')).toBe('529.982.247-25')
  expect(formatDocument('529982247256', 'cpf')).toBe('529.982.247-256')
})
