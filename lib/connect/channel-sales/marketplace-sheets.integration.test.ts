import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { listSales } from '@/lib/testing/factories/imports'
import { applyTestSheet, csvOf, getSheetRow, type SheetCell, xlsxOfSheets } from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

const sales = { kind: 'sales' as const }

test('an export of Mercado Livre is sold in its channel, and an unknown word of it is reported', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const day = '8 de novembro de 2026 14:43 hs.'
  const body = await xlsxOfSheets({
    'Vendas BR': [
      ['Relatório de vendas'],
      [
        'N.º de venda',
        'Data da venda',
        'Estado',
        'Unidades',
        'Receita por produtos (BRL)',
        'Tarifa de venda e impostos (BRL)',
        'SKU',
        'Preço unitário de venda do anúncio (BRL)',
        'Estado',
      ],
      ['2000011', day, 'Venda entregue', 2, 99.8, -15.3, 'A', 49.9, 'SP'],
      ['2000012', day, 'Esperando a lua', 1, 20, -2, 'A', 20, 'RJ'],
    ],
  })
  const importId = await applyTestSheet(company, body, sales)
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    unread: expect.arrayContaining([
      expect.objectContaining({ kind: 'word', name: 'Esperando a lua', cents: '2000', becomes: 'delivered' }),
    ]),
    result: { created: 2 },
  })
  const orders = await inspect<Record<string, unknown>>(
    company.organizationId,
    `SELECT o.external_code AS code, c.name AS channel, o.status::text, o.local_day::text AS day, o.revenue_cents::int AS revenue, o.fees_charged_cents::int AS fees
     FROM orders o JOIN channel c ON c.id = o.channel_id ORDER BY 1`,
  )
  expect(orders).toMatchObject([
    { code: '2000011', channel: 'Mercado Livre', status: 'delivered', day: '2026-11-08', revenue: 9_980, fees: 1_530 },
    { code: '2000012', channel: 'Mercado Livre', revenue: 2_000, fees: 200 },
  ])
  expect(await inspect(company.organizationId, 'SELECT on_hand::int, reserved::int FROM stock_level')).toEqual([
    { on_hand: 7, reserved: 0 },
  ])
})

const heading = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário', 'Cliente']
const first: SheetCell[] = ['25/10/2026', 'Balcão', '1001', 'A', '2', '10,00', 'Maria']
const second: SheetCell[] = ['25/10/2026', 'Balcão', '1001', 'B', '1', '5,55', '']

test.each([
  ['whole', [[first, second]]],
  ['cut between two sheets', [[first], [second]]],
  ['cut, the later part first', [[second], [first]]],
  ['cut so that the parts overlap, and sent again', [[first], [first, second], [second], [first]]],
])('an order %s is the same order, with its stock and its fee', async (_, sheets) => {
  const company = await createTestOrganization()
  const { organizationId } = company
  for (const sku of ['A', 'B']) await addStockedProduct(company, { sku, onHand: 10 })
  await withOrganization({ organizationId }, (db) =>
    db.channel.updateMany({ where: { organizationId }, data: { name: 'Balcão', feeRate: '0.1' } }),
  )
  const results = []
  for (const rows of sheets) {
    const importId = await applyTestSheet(company, csvOf([heading, ...rows]), sales)
    const { summary } = await getSheetRow(company, importId)
    results.push(summary.unread)
  }
  expect(results.flat().filter((one) => one && one.kind !== 'lacks')).toEqual([])
  const [order] = await inspect<Record<string, unknown>>(
    organizationId,
    `SELECT o.units, o.revenue_cents::int AS revenue, o.total_cents::int AS total, o.fees_charged_cents::int AS fees, o.customer_name AS customer,
       (SELECT string_agg(i.sku || ' ' || i.quantity, ', ' ORDER BY i.sku) FROM order_item i WHERE i.order_id = o.id) AS items FROM orders o`,
  )
  expect(order).toEqual({ units: 3, revenue: 2_555, total: 2_555, fees: 256, customer: 'Maria', items: 'A 2, B 1' })
  expect(
    await inspect(
      organizationId,
      'SELECT on_hand::int AS left FROM stock_level JOIN product p ON p.id = product_id ORDER BY p.sku',
    ),
  ).toEqual([{ left: 8 }, { left: 9 }])
  expect(await listSales(organizationId)).toMatchObject([{ day: '2026-10-25', orders: 1, gross: '2555' }])
})
