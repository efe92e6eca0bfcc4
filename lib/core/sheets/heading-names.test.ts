import { foldHeading, recognizeHeadings } from './heading-names'

test.each([
  'Taxa de frete esperada',
  'Taxa de frete esperada:',
  'TAXA DE FRETE ESPERADA :',
  '  * Taxa  de frete esperada ** ',
  'Taxa de frete esperada ▲▼',
  '\uFEFF\u200BTaxa de frete esperada：',
  'Taxa de frete esperada…',
  'Taxa de frete esperada (R$):',
  'Taxa de frete esperada [R$]',
  'Taxa de frete esperada – R$',
  'Taxa de frete esperada em reais',
  '— Taxa de frete esperada —',
  'Taxa de frete esperada\nem reais',
])('the heading %j is known by its name', (heading) => {
  expect(foldHeading(heading)).toBe('taxa de frete esperada')
})

test('what belongs to a name stays: brackets, signs and points inside', () => {
  expect(['Cód. no fornecedor', 'Peso (g)', 'Custo (%)', '#', 'Vendas %'].map(foldHeading)).toEqual([
    'cod. no fornecedor',
    'peso (g)',
    'custo (%)',
    '#',
    'vendas %',
  ])
})

test('a column that none of the names fits is found by its words, and never one that another field has', () => {
  const source = {
    name: 'x' as const,
    needs: ['amount' as const],
    signs: [],
    columns: { amount: ['Valor'], day: ['Data'] },
    likely: { amount: /^valor/, day: /^data/, again: /^valor/ },
  }
  const found = (names: string[]) => recognizeHeadings(new Map(names.map((name, at) => [at, name])), [source])?.places
  expect(found(['Data do acerto', 'Valor do acerto:'])).toEqual({ amount: 1, day: 0 })
  expect(found(['Valor do acerto', 'Valor'])).toEqual({ amount: 1, again: 0 })
})

test.each(['*', '(1', ' ', '(', '▲'])('a long text of %j is folded in no time', (piece) => {
  const begun = performance.now()
  foldHeading(`x${piece.repeat(30_000)}x`)
  expect(performance.now() - begun).toBeLessThan(50)
})
