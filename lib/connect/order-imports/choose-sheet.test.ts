import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { SheetRefused } from '@/lib/core/sheets/refusal'
import { UnreadList } from '@/lib/core/sheets/unread'
import { SheetChoice } from './choose-sheet'
import { findLayout, LayoutUnknown } from './sheet-layouts'

const rowOf = (sheet: string, number: number, values: readonly string[]): SheetRow => ({
  sheet,
  number,
  cells: new Map(values.flatMap((text, at) => (text === '' ? [] : [[at, { kind: 'text', text }] as const]))),
})
const open = (rows: readonly SheetRow[]) =>
  findLayout(rows, {
    saved: new Map<string, never>(),
    fromSaved: () => null,
    names: {},
    recognize: (headings) => ([...headings.values()].includes('SKU') ? 'known' : null),
  })

/** Takes the rows of some sheets in pieces of so many; answers the rows that are read, and the reports. */
function read(sheets: Record<string, string[][]>, piece: number) {
  const unread = new UnreadList()
  const choice = new SheetChoice(open, unread)
  const rows = Object.entries(sheets).flatMap(([name, values]) => values.map((each, at) => rowOf(name, at + 1, each)))
  const below: SheetRow[] = []
  for (let at = 0; at < rows.length; at += piece) below.push(...choice.take(rows.slice(at, at + piece)))
  below.push(...choice.end())
  return {
    below: below.map(({ sheet, cells }) => `${sheet} ${cells.get(0)?.text}`),
    unread: unread.list().map(({ name, count }) => [name, count]),
  }
}
const cover = [
  ['Como preencher', 'esta planilha'],
  ['Passo', 'um'],
]
const products = [['Produtos de novembro'], ['SKU', 'Título'], ['A-1', 'Cano'], ['B-2', 'Tubo']]

test.each([1, 2, 3, 100])(
  'a cover before the sheet and a list behind it are reported, in pieces of %d rows',
  (piece) => {
    const { below, unread } = read({ Leia: cover, Dados: products, Unidades: [['UN', 'Unidade']] }, piece)
    expect(below).toEqual(['Dados A-1', 'Dados B-2'])
    expect(unread).toEqual([
      ['Leia', 2],
      ['Unidades', 1],
    ])
  },
)

test('a long sheet without headings is reported as a whole, and the next one is read', () => {
  const long = Array.from({ length: 30 }, (_, n) => [`linha ${n}`, 'texto'])
  expect(read({ Notas: long, Dados: products }, 7)).toEqual({
    below: ['Dados A-1', 'Dados B-2'],
    unread: [['Notas', 30]],
  })
})

test('where no sheet has known headings, the person is asked about the one with the most', () => {
  const requested = [
    ['Ref.', 'Nome', 'Valor', 'Saldo'],
    ['1', 'Cano', '2', '3'],
  ]
  const refused = () => read({ Leia: cover, Dados: requested }, 10)
  expect(refused).toThrow(LayoutUnknown)
  expect(refused).toThrow(
    expect.objectContaining({
      sheet: expect.objectContaining({ headings: expect.arrayContaining([[3, 'Saldo']]) as unknown }) as unknown,
    }),
  )
  expect(() => read({ Vazia: [] }, 10)).toThrow(SheetRefused)
})

test.each([
  [
    'importIsMoney',
    'Renda',
    ['Ver', 'ID do pedido', 'Data de conclusão do pagamento', 'Quantia total lançada (R$)', 'Preço do produto'],
  ],
  ['importIsMoney', 'Dados', ['#', 'Nome do Anúncio', 'ID do produto', 'Impressões', 'Cliques', 'GMV', 'Despesas']],
  ['moneyFileIsOrders', 'orders', ['ID do pedido', 'Status do pedido', 'Nome do Produto', 'Quantidade']],
])('the marketplace’s own report is no sheet of another system: %s', (code, name, headings) => {
  const report = [headings, headings.map(() => '1')]
  for (const sheets of [
    { Resumo: cover, [name]: report },
    { [name]: report, Resumo: cover },
  ])
    expect(() => read(sheets, 3)).toThrow(expect.objectContaining({ code }))
})
