import { headers, rowOf, type SampleOrder } from '@/lib/testing/factories/order-export'
import { OrderReading } from './order-reading'
import { UnreadList } from '@/lib/core/sheets/unread'

const order: SampleOrder = {
  code: '260101ABCDEFGH',
  status: 'Concluído',
  placed: '2026-01-01 10:00',
  items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 1, priceCents: 1990 }],
}

test('what the export says of an order’s return is read from the report of returns alone: the column is told as not read', () => {
  const unread = new UnreadList()
  const reading = new OrderReading(unread)
  const place = headers.current.indexOf('Status da Devolução / Reembolso')
  const told = ['Devolução em Andamento', '', 'Reembolso Concluído', '-'].map((said) =>
    rowOf(order, order.items[0]!, 'current').map((value, at) => (at === place ? said : value)),
  )
  for (const [at, row] of [headers.current, ...told].entries()) {
    const cells = row.flatMap((value, column) =>
      value === null ? [] : [[column, { kind: 'text' as const, text: String(value) }] as const],
    )
    reading.take({ number: at + 1, sheet: 'orders', cells: new Map(cells) })
  }
  reading.end()
  expect(unread.list()).toMatchObject([{ kind: 'column', name: 'Status da Devolução / Reembolso', count: 2 }])
})

test('a row of totals under the orders is told, and is no order', () => {
  const unread = new UnreadList()
  const reading = new OrderReading(unread)
  const at = headers.current.indexOf('Quantidade')
  const rows = [headers.current, rowOf(order, order.items[0]!, 'current'), ['Total', ...Array(at - 1).fill(null), '1']]
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
})
