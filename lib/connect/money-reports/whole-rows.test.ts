// A row that the file ends in, or that a delimiter within a value has shifted, is refused as a whole; headings may come again in another order.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTable } from '@/lib/core/sheets/table-reader'
import { csvOf } from '@/lib/testing/factories/sheets'
import { assembleOrder } from '../order-imports/assemble-order'
import { readOrderRows } from '../order-imports/order-stream'
import { SheetReading } from './sheet-reading'

const folder = mkdtempSync(join(tmpdir(), 'rows-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (content: string) => {
  const path = join(folder, 'file.csv')
  writeFileSync(path, content)
  return path
}

async function read(content: string) {
  const reading = new SheetReading()
  const results: ReturnType<SheetReading['take']>[number][] = []
  const options = { preferredSheet: 'renda', sheets: ['renda'], all: true, maxRows: 100 }
  await readTable(file(content), (row) => void results.push(...reading.take(row)), options)
  results.push(...reading.end())
  return {
    rows: results.map((row) => ('read' in row ? (row.read.item as { code?: string }).code : row.problems[0]!.problem)),
    unread: reading.unread.list().map(({ kind, name, cents }) => [kind, name, cents]),
  }
}

const code = (n: number) => `261101AAAA000${n}`
const headings = [
  'Ver',
  'ID do pedido',
  'Data de conclusão do pagamento',
  'Preço do produto',
  'Quantia total lançada (R$)',
]
const row = (n: number, view = 'Order') => [view, code(n), '2026-11-03', '80.00', '80.00']
const plain = (rows: string[][], delimiter = ';') => rows.map((cells) => cells.join(delimiter)).join('\n')

test('an income report that ends within a row', async () => {
  expect((await read(plain([headings, row(1), row(2)]).slice(0, -6))).rows).toEqual([code(1), 'rowCut'])
  expect((await read(`${plain([headings, row(1), row(2)])}\n`)).rows).toEqual([code(1), code(2)])
})

test('amounts with a comma between commas shift what follows; notes beside the table do not', async () => {
  const comma = row(1).map((cell) => cell.replace(/^(\d+)\.(\d\d)$/, '$1,$2'))
  expect((await read(plain([headings, comma, row(2)], ','))).rows).toEqual(['rowShifted', code(2)])
  expect(
    (
      await read(
        plain([
          [...headings, '', ''],
          [...row(1), '', 'conferido'],
          [...row(2), '', ''],
        ]),
      )
    ).rows,
  ).toEqual([code(1), code(2)])
})

test('reports that were joined, each with its own order of columns', async () => {
  const { rows } = await read(csvOf([headings, row(1), headings.toReversed(), row(2).toReversed()]))
  expect(rows).toEqual([code(1), code(2)])
})

test('a row of an income report that is neither an order nor an item is reported, with and without an amount', async () => {
  const { rows, unread } = await read(
    csvOf([headings, row(1), row(2, 'Ajuste'), row(3, 'Bônus').with(4, 'ver anexo'), row(4, 'Sku')]),
  )
  expect(rows).toEqual([code(1)])
  expect(unread).toEqual([
    ['word', 'Ajuste', '8000'],
    ['word', 'Bônus', null],
  ])
})

const wallet = ['Data', 'Tipo de transação', 'ID do pedido', 'Valor', 'Status']
test('sums of a day or a shop among the movements are none, and an unknown status is reported with its amount', async () => {
  const moved = (n: number, status: string) => [`2026-11-03 10:0${n}`, 'Renda do pedido', code(n), '75.50', status]
  const sum = (name: string) => [name, '', '', '75.50', '']
  const { rows, unread } = await read(
    csvOf([
      wallet,
      moved(1, 'Transação completa'),
      sum('Subtotal do dia'),
      moved(2, 'Estornada'),
      sum('Total da loja'),
    ]),
  )
  expect(rows).toHaveLength(2)
  expect(unread).toEqual([['word', 'Estornada', '7550']])
})

const orders = [
  'ID do pedido',
  'Status do pedido',
  'Data de criação do pedido',
  'Nome do Produto',
  'Preço acordado',
  'Quantidade',
  'Subtotal do produto',
]
const order = (n: number, title = 'Caneca') => [code(n), 'Concluído', '2026-11-01 10:15', title, '50.00', '2', '100.00']

async function readOrders(content: string) {
  const results: string[] = []
  await readOrderRows(file(content), 100, async (batch) => {
    for (const { rows } of batch.orders) {
      const result = assembleOrder(rows, batch.map)
      results.push(
        result.ok
          ? `${result.order.code} ${result.order.revenueCents}`
          : result.rows.map(({ problems }) => problems[0]!.problem).join(),
      )
    }
  })
  return results
}

test('an export of orders that ends within a row, that commas shift, and that was joined of two', async () => {
  expect(await readOrders(plain([orders, order(1), order(2)]).slice(0, -8))).toEqual([`${code(1)} 10000`, 'rowCut'])
  // Half an order would be a wrong one.
  expect(await readOrders(plain([orders, order(1), order(1, 'Caneca, azul'), order(2)], ','))).toEqual([
    'orderHasBadRow,rowShifted',
    `${code(2)} 10000`,
  ])
  expect(await readOrders(csvOf([orders, order(1), orders.toReversed(), order(2).toReversed()]))).toEqual([
    `${code(1)} 10000`,
    `${code(2)} 10000`,
  ])
})

test.each([
  [
    'an income report without days',
    [headings.filter((name) => !name.startsWith('Data')), ['Order', code(1), '80.00', '80.00']],
    ['lacks', 'Data de conclusão do pagamento', 'noDay'],
    ['missing'],
  ],
  [
    'a wallet report without orders',
    [
      ['Data', 'Tipo de transação', 'Descrição', 'Valor', 'Balança após as transações'],
      ['2026-11-03', 'Saque', '', '-1.00', '9.00'],
    ],
    ['lacks', 'ID do pedido', 'noOrders'],
    [null],
  ],
  [
    'a report of returns without their states',
    [
      ['ID da Devolução', 'ID do pedido', 'Tempo de envio de devolução', 'Quantia total de reembolsos'],
      ['261101AB000001R', code(1), '2026-11-03', '10.00'],
    ],
    ['lacks', 'Status da Devolução / Reembolso', 'returnsOpen'],
    [code(1)],
  ],
])('%s says so, and what follows', (_, rows, lacks, read) => {
  const reading = new SheetReading()
  const results = [
    ...rows.flatMap((values, at) =>
      reading.take({
        sheet: 'Planilha',
        number: at + 1,
        cells: new Map(values.map((text, place) => [place, { kind: 'text', text }])),
      }),
    ),
    ...reading.end(),
  ]
  const said = reading.unread.list().filter(({ kind }) => kind === 'lacks')
  expect(said.map(({ kind, name, follows }) => [kind, name, follows])).toEqual([lacks])
  const codeOf = (item: object) => ('orderCode' in item ? item.orderCode : 'code' in item ? item.code : undefined)
  expect(results.map((row) => ('read' in row ? codeOf(row.read.item) : row.problems[0]!.problem))).toEqual(read)
})

test('a wallet report without directions or a minus is not taken for money that came in', () => {
  const head = ['Data', 'Tipo de transação', 'Descrição', 'ID do pedido', 'Valor']
  const paid = ['2026-11-03', 'Renda do pedido', '', code(1), '80.00']
  const drawn = ['2026-11-04', 'Saque', '', '', '50.00']
  const ads = ['2026-11-05', 'Recarga', 'Shopee Ads', '', '9.00']
  const resultOf = (...rows: string[][]) => {
    const reading = new SheetReading()
    const cells = (values: string[]) => new Map(values.map((text, at) => [at, { kind: 'text' as const, text }]))
    const results = [
      ...[head, ...rows].flatMap((values, at) => reading.take({ number: at + 1, cells: cells(values) })),
      ...reading.end(),
    ]
    return results.map((row) =>
      'read' in row ? Number((row.read.item as { amountCents: bigint }).amountCents) : row.problems[0]!.problem,
    )
  }
  expect(resultOf(paid, drawn, ads)).toEqual([8000, 'noDirection', 'noDirection'])
  expect(resultOf(paid, ads)).toEqual([8000, 900])
  // A minus anywhere says that the others came in.
  expect(resultOf(drawn, paid, ['2026-11-05', 'Saque', '', '', '-50.00'])).toEqual([5000, 8000, -5000])
  expect(resultOf(paid, ['2026-11-04', 'Saque', 'Devolução de saque', '', '50.00'])).toEqual([8000, 5000])
})
