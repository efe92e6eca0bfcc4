import { foldText, withoutAccents } from './fold-text'

test('accents and case tell no words apart, whether a letter and its accent are one character or two', () => {
  expect(foldText('DEVOLUÇÃO')).toBe('devolucao')
  expect(foldText('Devoluc\u0327a\u0303o')).toBe('devolucao')
  expect(withoutAccents('Saída Nº 1')).toBe('Saida Nº 1')
})
