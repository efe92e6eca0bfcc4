import type { SheetRow } from '@/lib/core/sheets/sheet-reader'
import { takeSales } from '@/lib/testing/harnesses/take-sales'
import { lackingSaleFields } from './fields'
import { readSaleRow } from './read-sale-row'
import { saleLayoutOf } from './sale-layout'

const now = Date.parse('2026-11-28T12:00:00Z')
const rowOf = (text: string, at: number): SheetRow => ({
  number: at + 2,
  cells: new Map(text.split('|').map((cell, place) => [place, { kind: 'text' as const, text: cell }])),
})
const readRows = (headings: string, ...rows: string[]) => {
  const layout = saleLayoutOf(new Map(headings.split('|').entries()))!
  return rows.map((row, at) => readSaleRow(rowOf(row, at), layout, 'America/Sao_Paulo', now)!)
}

/** The lines of each sale as SKU, units and cents, and the reports of the sheet. */
const linesOf = (headings: string, ...rows: string[]) => {
  const { state, unread } = takeSales([{ headings: headings.split('|'), rows: rows.map((row) => row.split('|')) }])
  const kept = JSON.parse(state) as [key: string, { lines: string[]; fee: string | null }][]
  return {
    lines: kept.map(([key, { lines, fee }]) => [key, lines, fee]),
    unread: unread.map(({ kind, name, cents }) => [kind, name, cents]),
  }
}

test('Olist’s report has each row’s total: the price of one unit follows, to the cent of the row', () => {
  const headings =
    'Número do pedido no e-commerce|E-commerce|Data da venda|Nome do cliente|Código (SKU)|Descrição do produto|Quantidade de produtos|Preço total|Comissão'
  const rows = [
    '2000011|Mercado Livre|08/11/2026|Ana|A-1|Caneca|3|100,00|12,00',
    '2000011|Mercado Livre|08/11/2026|Ana|B-2|Copo|2|19,80|12,00',
  ]
  expect(linesOf(headings, ...rows)).toEqual({
    lines: [['mercado livre\n2000011', ['a-1 3 10000', 'b-2 2 1980'], null]],
    // The whole order's commission stands in each of its rows.
    unread: [['column', 'Comissão', '2400']],
  })
  expect(readRows(headings, ...rows).map(({ values }) => values.unitPrice)).toEqual([3_334n, 990n])
})

test('Bling’s report has a total beside the list price: the rest is the row’s discount, and beside both it is a check', () => {
  const headings =
    'Data|Situação|Número do pedido|Número do pedido multiloja|Nome da plataforma|Código|Quantidade|Preço de lista|Valor total'
  const rows = [
    '08/11/2026|Atendido|501|2000011|Magalu|A-1|2|50,00|95,00',
    '08/11/2026|Atendido|501|2000011|Magalu|B-2|1|10,00|10,00',
  ]
  const whole = ['magalu\n501', ['a-1 2 9500', 'b-2 1 1000'], null]
  expect(linesOf(headings, ...rows)).toEqual({ lines: [whole], unread: [] })
  const parts = [`${rows[0]}|5,00`, `${rows[1]}|0,00`, '08/11/2026|Atendido|502|2000012|Magalu|C-3|1|10,00|8,00|1,00']
  expect(linesOf(`${headings}|Desconto proporcional total`, ...parts)).toEqual({
    lines: [whole, ['magalu\n502', ['c-3 1 900'], null]],
    unread: [['cell', 'Valor total', null]],
  })
})

test('a row whose total is missing, or below zero, is refused', () => {
  const headings = 'Data da venda|E-commerce|Código (SKU)|Quantidade de produtos|Preço total'
  const rows = readRows(headings, '08/11/2026|Feira|A-1|2|', '08/11/2026|Feira|A-1|2|-10,00')
  expect(rows.map(({ problems }) => problems.map(({ problem, column }) => [problem, column]))).toEqual([
    [['missing', 'Preço total']],
    [['missing', 'Preço total']],
  ])
})

test('a person’s mapping needs a price of one unit or a row’s total', () => {
  const places = { day: 0, sku: 1, quantity: 2 }
  expect(lackingSaleFields(places)).toEqual(['unitPrice'])
  expect([{ unitPrice: 3 }, { rowTotal: 3 }].map((price) => lackingSaleFields({ ...places, ...price }))).toEqual([
    [],
    [],
  ])
  expect(lackingSaleFields({ rowTotal: 3 })).toEqual(['day', 'sku', 'quantity'])
})

test('a price of one unit that cannot be read is no missing one: its row’s total does not stand in for it', () => {
  const headings =
    'Data|Situação|Número do pedido|Número do pedido multiloja|Nome da plataforma|Código|Quantidade|Preço de lista|Valor total'
  const [row] = readRows(headings, '08/11/2026|Atendido|501|2000011|Magalu|A-1|2|cinquenta|95,00')
  expect(row!.values.unitPrice).toBeUndefined()
  expect(row!.problems.map(({ column, value }) => [column, value])).toEqual([['Preço de lista', 'cinquenta']])
})
