import { gtinForms, wholeGtin } from './gtin'

test.each(['012345678905', '0012345678905', '00012345678905'])(
  '%s is one article, however many zeros lead it',
  (code) => {
    expect(wholeGtin(code)).toBe('00012345678905')
    expect(gtinForms(code).toSorted()).toEqual(['00012345678905', '0012345678905', '012345678905'])
  },
)

test('a code that differs in a significant digit is another article, and a code that is no GTIN is its own', () => {
  expect(wholeGtin('17891234567892')).not.toBe(wholeGtin('7891234567892'))
  expect(gtinForms('7891234567895')).toEqual(['7891234567895', '07891234567895'])
  expect(gtinForms('96385074')).toContain('00000096385074')
  expect([wholeGtin('ABC-1'), wholeGtin('1234567')]).toEqual(['ABC-1', '1234567'])
  expect(gtinForms('ABC-1')).toEqual(['ABC-1'])
})
