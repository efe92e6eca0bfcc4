import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { findPlaces, foldHeading, recognizeByMeaning, recognizeHeadings } from './heading-names'

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

test('parts of a name stay: brackets, signs and points inside', () => {
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
  const find = (names: string[]) => recognizeHeadings(new Map(names.map((name, at) => [at, name])), [source])?.places
  expect(find(['Data do acerto', 'Valor do acerto:'])).toEqual({ amount: 1, day: 0 })
  expect(find(['Valor do acerto', 'Valor'])).toEqual({ amount: 1, again: 0 })
})

test.each(['*', '(1', ' ', '(', '▲'])('a long text of %j is folded in no time', async (piece) => {
  expect(await processorMs(() => foldHeading(`x${piece.repeat(30_000)}x`))).toBeLessThan(100)
})

test('a line break may stand within a heading’s name or before what explains it', () => {
  const headings = new Map([
    [0, 'Taxa de\ncomissão líquida *'],
    [1, 'Preço\nO preço que o comprador paga'],
  ])
  expect(findPlaces(headings, { fee: ['Taxa de comissão líquida'], price: ['Preço'] })).toEqual({ fee: 0, price: 1 })
})

test('headings that have no source’s names are known by their meaning where all that it needs is there', () => {
  const wallet = {
    name: 'wallet',
    needs: ['at'],
    signs: ['Tipo de transação'],
    columns: { at: ['Data'], balance: ['Saldo'] },
  }
  const sources = [{ ...wallet, likely: { balance: /^saldo/ }, meaning: ['at', 'balance'] }] as const
  const headings = new Map([
    [0, 'Data'],
    [1, 'Saldo do dia'],
  ])
  expect(recognizeHeadings(headings, sources)).toBeNull()
  expect(recognizeByMeaning(headings, sources)).toEqual({ source: 'wallet', places: { at: 0, balance: 1 } })
  expect(recognizeByMeaning(new Map([[0, 'Data']]), sources)).toBeNull()
})
