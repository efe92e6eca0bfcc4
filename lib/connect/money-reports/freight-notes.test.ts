import { SheetReading } from './sheet-reading'

type Sheet = readonly [name: string, rows: string[][]]
const income: Sheet = [
  'Renda',
  [
    [
      'Ver',
      'ID do pedido',
      'ID do reembolso',
      'Data de conclusão do pagamento',
      'Preço do produto',
      'Frete cobrado pelo parceiro logístico',
      'Quantia total lançada (R$)',
    ],
    ['Order', '261101AB000001', '-', '2026-11-20', '100.00', '-20.00', '80.00'],
  ],
]
const freight = (...rows: string[][]): Sheet => [
  'Shipping Fee Discrepancy',
  [
    [
      'ID do pedido',
      'Taxa de frete esperada:',
      'Taxa de frete real cobrada pelo parceiro logístico:',
      'Motivo da discrepância',
    ],
    ...rows,
  ],
]
const weighed = ['261101AB000001', '12.00', '20.00', 'Peso divergente']
const other = ['261101AB000002', '5.00', '9.00', 'Peso divergente']

function read(...sheets: Sheet[]) {
  const reading = new SheetReading()
  const rows = sheets.flatMap(([sheet, lines]) =>
    lines.flatMap((values, at) =>
      reading.take({
        sheet,
        number: at + 1,
        cells: new Map(values.map((text, place) => [place, { kind: 'text' as const, text }])),
      }),
    ),
  )
  const all = [...rows, ...reading.end()]
  const names = all.flatMap((row) =>
    'read' in row && row.read.type === 'income' ? row.read.item.lines.map(({ name }) => name) : [],
  )
  const kept = all.flatMap((row) => ('read' in row && row.read.type === 'fees' ? [row.read.item] : []))
  return { freight: names.find((name) => name.startsWith('Frete')), kept, unread: reading.unread.list() }
}
const place = 'Shipping Fee Discrepancy'

const keptOf = (code: string, expected: bigint, charged: bigint) => ({
  code,
  report: 'freight',
  fees: [
    { key: 'expected', name: 'Taxa de frete esperada', amount: expected, state: null },
    {
      key: 'charged',
      name: 'Taxa de frete real cobrada pelo parceiro logístico',
      amount: charged,
      state: 'Peso divergente',
    },
  ],
  saidCents: null,
})

test('the reason of a different freight is reported with its order, and that of an order that the report does not pay is kept', () => {
  const result = read(freight(weighed, other), income)
  expect(result.freight).toContain('esperado R$ 12,00, Peso divergente')
  expect(result.kept).toEqual([keptOf('261101AB000002', 500n, 900n)])
  expect(result.unread).toEqual([])
})

test('a freight sheet alone is kept row by row; a row that says nothing is reported', () => {
  const result = read(freight(weighed, ['261101AB000003', '', '', '']))
  expect(result.kept).toEqual([keptOf('261101AB000001', 1_200n, 2_000n)])
  expect(result.unread).toMatchObject([{ kind: 'row', name: '261101AB000003', place, count: 1 }])
})

test('one of two rows of an order holds in any order, and the other is reported', () => {
  const again = ['261101AB000001', '11.00', '20.00', 'Medidas divergentes']
  const [one, turned] = [read(freight(weighed, again), income), read(freight(again, weighed), income)]
  expect(one.freight).toBe(turned.freight)
  for (const { unread } of [one, turned, read(freight(weighed, weighed), income)])
    expect(unread).toMatchObject([{ kind: 'repeat', name: '261101AB000001', place, count: 1, cents: '2000' }])
})

test('a freight that is no amount is reported, and keeps the note', () => {
  const result = read(freight(['261101AB000001', '12.00', 'muito', 'Peso divergente']), income)
  expect(result.freight).toContain('Peso divergente')
  expect(result.unread).toMatchObject([{ kind: 'cell', name: 'Taxa de frete real cobrada pelo parceiro logístico:' }])
})

test('a sheet that comes after the orders that it explains is kept too', () => {
  expect(read(income, freight(weighed)).kept).toEqual([keptOf('261101AB000001', 1_200n, 2_000n)])
})

test.each([
  ['Peso declarado (kg)', 'Peso aferido (kg)', '0,300', '0,850', 'peso declarado 0,300 kg, peso aferido 0,850 kg'],
  ['Peso informado:', 'Peso cobrado:', '300 g', '850 g', 'peso informado 300 g, peso cobrado 850 g'],
  ['Declared Weight (g)', 'Measured Weight (g)', '300', '850', 'declared weight 300 g, measured weight 850 g'],
])(
  'the weights under %s and %s are part of the reason, and no amounts',
  (declared, measured, told, weighedAs, said) => {
    const [name, rows] = freight(weighed)
    const [headings, row] = [rows[0]!, rows[1]!]
    const sheet: Sheet = [
      name,
      [
        [...headings, declared, 'Diferença:', measured, 'Número de rastreamento'],
        [...row, told, '8,00', weighedAs, 'BR123456789'],
      ],
    ]
    const result = read(sheet, income)
    expect(result.freight).toContain(`esperado R$ 12,00, Peso divergente, ${said}`)
    expect(result.unread).toEqual([])
  },
)
