import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assembleOrder } from './assemble-order'
import { readOrderRows } from './order-stream'
import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { OrderReading } from './order-reading'
import { oddOf } from './stage-orders'
import { UnreadList } from '@/lib/core/sheets/unread'

const order: SampleOrder = {
  code: '260101ABCDEFGH',
  status: 'Concluído',
  placed: '2026-01-01 10:00',
  items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 1, priceCents: 1990 }],
}

test('the state of an order’s return is reported by its word, changes nothing of the order, and makes no second item', () => {
  const states = ['Devolução em Andamento', '', '-', 'Devolução em Andamento']
  const stated = states.map((said) => ({ 'Status da Devolução / Reembolso': said }))
  const [with_, without] = assembled(stated)
  expect(with_).toEqual(without)
  const unread = new UnreadList()
  const rows = itemsOf(stated.slice(0, 2), headers.current, unread)
  expect(unread.list()).toEqual([])
  const result = assembleOrder(rows.items, rows.map)
  if (!result.ok) throw new Error('The order is readable')
  expect(result.order.units).toBe(1)
  expect(oddOf(rows.items, result, rows.map)).toMatchObject([
    { kind: 'repeat' },
    { kind: 'returned', name: 'Devolução em Andamento', cents: 1990n, sample: order.code },
  ])
})

test('units that came back are reported where the return has no state, and change nothing of the order', () => {
  const names = headers.current.map((name) => (name === 'Hot Listing' ? 'Returned quantity' : name))
  const readRow = (row: Record<string, string>) => {
    const unread = new UnreadList()
    const { items, map } = itemsOf([row], names, unread)
    const result = assembleOrder(items, map)
    if (!result.ok) throw new Error('The order is readable')
    return { order: result.order, odd: oddOf(items, result, map), unread: unread.list() }
  }
  const two = { Quantidade: '2', 'Subtotal do produto': '39.80' }
  const [kept, back] = ['0', '1'].map((units) => readRow({ ...two, 'Hot Listing': units }))
  expect(back!.order).toEqual(kept!.order)
  expect(kept!.odd).toEqual([])
  expect(back!.odd).toEqual([{ kind: 'returned', name: 'Returned quantity: 1', cents: 1990n, sample: order.code }])
  const stated = readRow({ 'Hot Listing': '1', 'Status da Devolução / Reembolso': 'Devolução em Andamento' })
  expect(stated.odd.map(({ name }) => name)).toEqual(['Devolução em Andamento'])
})

test('a subtotal that is not the price times the quantity, and an order of which rows are missing, are reported and stand as they are', () => {
  const readRow = (cells: Record<string, string>) => {
    const { items, map } = itemsOf([cells], headers.current, new UnreadList())
    const result = assembleOrder(items, map)
    if (!result.ok) throw new Error('The order is readable')
    return [
      result.order.revenueCents,
      ...oddOf(items, result, map).map(({ kind, cents, sample }) => [kind, cents, sample]),
    ]
  }
  expect(readRow({ 'Subtotal do produto': '39.80', Quantidade: '2', 'Número de produtos pedidos': '2' })).toEqual([
    3980n,
  ])
  expect(readRow({ 'Subtotal do produto': '19.90', Quantidade: '2', 'Número de produtos pedidos': '2' })).toEqual([
    1990n,
    ['subtotal', 1990n, '2'],
  ])
  expect(readRow({ 'Número de produtos pedidos': '3' })).toEqual([1990n, ['short', 1990n, '1 < 3']])
})

test('a note under the orders costs no confirmation: it is reported, and is no order', () => {
  const unread = new UnreadList()
  const reading = new OrderReading(unread)
  const rows = [headers.current, rowOf(order, order.items[0]!, 'current'), ['Fim do relatório'], ['260101ABCDEFGJ']]
  const items = rows.map((row, n) =>
    reading.take({
      number: n + 1,
      sheet: 'orders',
      cells: new Map(
        row.flatMap((value, column) =>
          value === null ? [] : [[column, { kind: 'text' as const, text: String(value) }] as const],
        ),
      ),
    }),
  )
  reading.end()
  // A code alone is an order that has lost the rest.
  expect(items.map((item) => item && item.problems.length > 0)).toEqual([null, false, null, true])
  expect(unread.list()).toMatchObject([{ kind: 'row', name: 'Fim do relatório', place: 'orders' }])
})

test.each(['Total', 'TOTAL: 1 pedido', 'Total de pedidos: 12', 'Soma = R$ 39,80'])(
  'a row of totals under the orders that says %j is reported, and is no order',
  (said) => {
    const unread = new UnreadList()
    const reading = new OrderReading(unread)
    const at = headers.current.indexOf('Quantidade')
    const rows = [headers.current, rowOf(order, order.items[0]!, 'current'), [said, ...Array(at - 1).fill(null), '1']]
    const items = rows.map((row, n) =>
      reading.take({
        number: n + 1,
        sheet: 'orders',
        cells: new Map(
          row.flatMap((value, column) =>
            value === null ? [] : [[column, { kind: 'text' as const, text: String(value) }] as const],
          ),
        ),
      }),
    )
    reading.end()
    expect(items.map((item) => item?.problems.length)).toEqual([undefined, 0, undefined])
    expect(unread.list()).toMatchObject([{ kind: 'row', name: 'Total', count: 1 }])
  },
)

test('orders of a hidden sheet count, and the sheet is said', () => {
  const unread = new UnreadList()
  const reading = new OrderReading(unread)
  const sheet = (name: string, isHidden: boolean, code: string) =>
    [headers.current, rowOf({ ...order, code }, order.items[0]!, 'current')].map((row, n) =>
      reading.take({
        number: n + 1,
        sheet: name,
        ...(isHidden && { isHidden }),
        cells: new Map(
          row.flatMap((value, at) =>
            value === null ? [] : [[at, { kind: 'text' as const, text: String(value) }] as const],
          ),
        ),
      }),
    )
  const items = [...sheet('orders', false, order.code), ...sheet('Velha', true, '260101ABCDEFGJ')]
  reading.end()
  expect(items.flatMap((item) => item?.values.orderCode ?? [])).toEqual([order.code, '260101ABCDEFGJ'])
  expect(unread.list()).toMatchObject([{ kind: 'hiddenOrders', name: 'Velha', count: 1 }])
})

/** Rows of the sample's columns with these changes. */
function itemsOf(change: Record<string, string>[], headings: readonly string[] = headers.current, unread?: UnreadList) {
  const reading = new OrderReading(unread)
  const rows = change.map((said) =>
    rowOf(order, order.items[0]!, 'current').map((value, at) => said[headers.current[at]!] ?? value),
  )
  const items = [headings, ...rows].flatMap((row, n) => {
    const cells = row.flatMap((value, column) =>
      value === null ? [] : [[column, { kind: 'text' as const, text: String(value) }] as const],
    )
    return reading.take({ number: n + 1, sheet: 'orders', cells: new Map(cells) }) ?? []
  })
  return { items, map: reading.end() }
}

function assembled(change: Record<string, string>[], headings?: readonly string[]) {
  const { items, map } = itemsOf(change, headings)
  return items.map((item) => {
    const result = assembleOrder([item], map)
    return result.ok ? result.order : null
  })
}

test('a code that a program or a person has marked is that code', () => {
  const codes = ["'260101ABCDEFGH", '="260101ABCDEFGI"', '# 260101ABCDEFGJ', '26010112345678.0', '26010112345679,00']
  expect(assembled(codes.map((code) => ({ 'ID do pedido': code }))).map((one) => one?.code)).toEqual([
    '260101ABCDEFGH',
    '260101ABCDEFGI',
    '260101ABCDEFGJ',
    '26010112345678',
    '26010112345679',
  ])
})

test('a charge counts as a charge, written as a positive or a negative amount', () => {
  const amounts = { 'Taxa de comissão bruta': '3.98', 'Taxa de serviço bruta': '4.00', 'Cupom do vendedor': '2.00' }
  const taken = Object.fromEntries(Object.entries(amounts).map(([name, text]) => [name, `-${text}`]))
  const expected = { commissionCents: 398n, serviceCents: 400n, sellerVoucherCents: 200n }
  expect(assembled([amounts, taken])).toMatchObject([expected, expected])
})

test('a required field of an order is recognized by its meaning under another heading', () => {
  const other: Record<string, string> = {
    'ID do pedido': 'Código do pedido',
    'Status do pedido': 'Situação do pedido',
    'Nome do Produto': 'Produto',
    'Data de criação do pedido': 'Data da compra',
    'Preço acordado': 'Preço com\ndesconto (R$)',
    Quantidade: 'Qtd',
    'Subtotal do produto': 'Subtotal',
  }
  expect(
    assembled(
      [{}],
      headers.current.map((name) => other[name] ?? name),
    ),
  ).toMatchObject([
    { code: order.code, status: 'delivered', units: 1, revenueCents: 1990n, items: [{ title: 'Caneca' }] },
  ])
})

test('another system’s list of orders is no export, whatever its columns mean', () => {
  const reading = new OrderReading()
  const headings = ['Pedido', 'Status', 'Data do pedido', 'Produto', 'Preço unitário', 'Quantidade', 'Subtotal']
  const values = ['1001', 'Entregue', '03/11/2026', 'Cano', '10,00', '1', '10,00']
  for (const [at, row] of [headings, values].entries())
    reading.take({ number: at + 1, sheet: 'orders', cells: new Map(row.map((text, n) => [n, { kind: 'text', text }])) })
  expect(() => reading.end()).toThrow(expect.objectContaining({ code: 'importColumnsMissing' }))
})

test.each([
  ['Para enviar', 'confirmed'],
  ['Aguardando coleta', 'confirmed'],
  ['Em trânsito', 'shipped'],
  ['Cancelado pelo comprador', 'cancelled'],
  ['A Enviar (Processado)', 'confirmed'],
  ['Pronto para envio', 'confirmed'],
  ['Não entregue', 'shipped'],
  ['Saiu para entrega', 'shipped'],
  ['READY_TO_SHIP', 'confirmed'],
  ['PROCESSED', 'confirmed'],
  ['RETRY_SHIP', 'confirmed'],
  ['SHIPPED', 'shipped'],
  ['TO_CONFIRM_RECEIVE', 'delivered'],
  ['COMPLETED', 'delivered'],
])('the word %s stands for %s', (word, status) => {
  expect(assembled([{ 'Status do pedido': word }])).toMatchObject([{ status }])
})

test('an export saved again as text has the same orders', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orders-'))
  const path = join(folder, 'Order.all.csv')
  const quoted = (row: readonly unknown[]) =>
    row.map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`).join(';')
  writeFileSync(path, `\uFEFF${[headers.current, rowOf(order, order.items[0]!, 'current')].map(quoted).join('\r\n')}`)
  const codes: string[] = []
  await readOrderRows(path, 10, async ({ orders }) => void codes.push(...orders.map(({ code }) => code)))
  rmSync(folder, { recursive: true, force: true })
  expect(codes).toEqual([order.code])
})

test('a second column of an amount that the export has once is reported where it says otherwise', () => {
  const row = rowOf(order, order.items[0]!, 'current').map((value) => String(value ?? ''))
  const total = row[headers.current.indexOf('Valor Total')]!
  const listOf = (...amounts: string[]) => {
    const unread = new UnreadList()
    const reading = new OrderReading(unread)
    for (const [n, values] of [
      [...headers.current, ...amounts.map(() => 'Valor Total')],
      [...row, ...amounts],
    ].entries())
      reading.take({ number: n + 1, cells: new Map(values.map((text, at) => [at, { kind: 'text', text }])) })
    reading.end()
    return unread.list().map(({ kind, name, cents }) => [kind, name, cents])
  }
  expect(listOf(total)).toEqual([])
  expect(listOf('7.77')).toEqual([['column', 'Valor Total', '777']])
})

test('days of orders that may be read either way are reported', () => {
  const unread = new UnreadList()
  itemsOf([{ 'Data de criação do pedido': '03/11/2026 10:00' }], headers.current, unread)
  expect(unread.list()).toMatchObject([{ kind: 'dayFirst', name: 'Data de criação do pedido', count: 1 }])
})

test('each useful column that a sheet lacks is named, with what follows; the marketplace’s own sheets lack none', () => {
  const without = (...names: string[]) => {
    const unread = new UnreadList()
    const kept = headers.current.flatMap((name, at) => (names.includes(name) ? [] : [at]))
    const rows = [headers.current, rowOf(order, order.items[0]!, 'current')]
    const reading = new OrderReading(unread)
    const items = rows.flatMap(
      (row, n) =>
        reading.take({
          number: n + 1,
          cells: new Map(kept.map((at) => [at, { kind: 'text', text: String(row[at] ?? '') }])),
        }) ?? [],
    )
    const result = assembleOrder(items, reading.end())
    return [result.ok && result.order, unread.list().map(({ kind, name, follows }) => [kind, name, follows])] as const
  }
  expect(without()[1]).toEqual([])
  expect(without('Nº de referência do SKU principal')[1]).toEqual([])
  expect(without('Nº de referência do SKU principal', 'Número de referência SKU')).toMatchObject([
    { items: [{ sku: null }] },
    [['lacks', 'Número de referência SKU', 'unmapped']],
  ])
  expect(without('Valor Total', 'Hora do pagamento do pedido')[1]).toEqual([
    ['lacks', 'Hora do pagamento do pedido', 'noPaidTime'],
    ['lacks', 'Valor Total', 'totalOfItems'],
  ])
  // Either of the two makes the other.
  for (const name of ['Preço acordado', 'Subtotal do produto'])
    expect(without(name)).toMatchObject([
      { revenueCents: 1990n, items: [{ unitPriceCents: 1990n, subtotalCents: 1990n }] },
      [],
    ])
  expect(() => without('Preço acordado', 'Subtotal do produto')).toThrow('importColumnsMissing')
})

test('half of an order’s fees is not taken for what was charged', () => {
  const charged = { 'Taxa de serviço bruta': '4.00', 'Taxa de serviço líquida': '4.00' }
  const others = headers.current.map((name) => name.replace(/^Taxa de comissão.*/, ''))
  expect(assembled([charged], others)).toMatchObject([
    { serviceCents: null, commissionCents: null, unsaid: expect.arrayContaining(['commission', 'service']) },
  ])
  expect(assembled([charged])).toMatchObject([{ serviceCents: 400n }])
})

test('an order’s code that has lost its beginning is taken as it stands, and said', () => {
  const unread = new UnreadList()
  const { items } = itemsOf(
    ['01ABCDEFGH', order.code, '1906101234567890'].map((code) => ({ 'ID do pedido': code })),
    headers.current,
    unread,
  )
  expect(items.map(({ values }) => values.orderCode)).toEqual(['01ABCDEFGH', order.code, '1906101234567890'])
  expect(unread.list()).toMatchObject([{ kind: 'oddCode', name: '01ABCDEFGH', count: 1 }])
})

test('an item below an order whose own cells are merged over its rows is that order’s, and said', () => {
  const own = ['ID do pedido', 'Status do pedido', 'Data de criação do pedido', 'Hora do pagamento do pedido']
  const blank = Object.fromEntries(own.map((name) => [name, '']))
  const unread = new UnreadList()
  const { items, map } = itemsOf(
    [{}, { ...blank, 'Número de referência SKU': 'CAN-02' }, { 'ID do pedido': '260101ABCDEFGJ' }],
    headers.current,
    unread,
  )
  expect(items.map(({ values }) => values.orderCode)).toEqual([order.code, order.code, '260101ABCDEFGJ'])
  const result = assembleOrder(items.slice(0, 2), map)
  expect(result.ok && result.order).toMatchObject({
    units: 2,
    revenueCents: 3980n,
    placedAt: items[0]!.values.placedAt,
  })
  expect(unread.list()).toMatchObject([{ kind: 'continued', name: order.code, count: 1 }])
  // Nothing stands above the first, and a row with a part of an order's cells is none of its items.
  expect(itemsOf([blank]).items[0]!.problems).not.toEqual([])
  expect(itemsOf([{}, { 'ID do pedido': '' }]).items[1]!.problems).not.toEqual([])
})

test.each([
  [
    'importIsMoney',
    [
      ['Relatório de renda'],
      [
        'Ver',
        'ID do pedido',
        'Data de conclusão do pagamento',
        'Quantia total lançada (R$)',
        'Preço do produto',
        'Cupom',
      ],
    ],
  ],
  ['importIsMoney', [['Data', 'Tipo de transação', 'Descrição', 'ID do pedido', 'Direção do dinheiro', 'Valor']]],
  ['moneyFileIsSales', [['N.º de venda', 'Data da venda', 'Estado', 'Unidades', 'SKU', 'Preço unitário']]],
  [
    'moneyFileIsSales',
    [['ID contato', 'Número do pedido', 'Data', 'Código (SKU)', 'Quantidade', 'Valor unitário', 'UF', 'CEP']],
  ],
  ['moneyFileIsCatalogue', [['SKU', 'Título', 'Preço', 'Custo', 'Estoque', 'Código de barras']]],
])('a sheet that another page takes is refused with that page: %s', (code, rows) => {
  const reading = new OrderReading(new UnreadList())
  for (const [at, values] of [...rows, ['1', '2', '3', '4', '5', '6']].entries())
    reading.take({ number: at + 1, cells: new Map(values.map((text, place) => [place, { kind: 'text', text }])) })
  expect(() => reading.end()).toThrow(expect.objectContaining({ code }))
})
