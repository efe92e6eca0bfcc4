import { inspect } from '../testing/database'
import { createTestOrganization } from '../testing/factories'
import { applyTestSheet, getSheetRow, xlsxOfSheets } from '../testing/sheets'
import { addStockedProduct } from '../testing/stocked-product'

const sales = { kind: 'sales' as const }

test('an export of Mercado Livre is sold in its channel, and a word of it that nobody knows is told', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const day = '8 de novembro de 2026 14:43 hs.'
  const body = await xlsxOfSheets({
    'Vendas BR': [
      ['Relatório de vendas'],
      [
        ...['N.º de venda', 'Data da venda', 'Estado', 'Unidades', 'Receita por produtos (BRL)'],
        ...['Tarifa de venda e impostos (BRL)', 'SKU', 'Preço unitário de venda do anúncio (BRL)', 'Estado'],
      ],
      ['2000011', day, 'Venda entregue', 2, 99.8, -15.3, 'A', 49.9, 'SP'],
      ['2000012', day, 'Esperando a lua', 1, 20, -2, 'A', 20, 'RJ'],
    ],
  })
  const importId = await applyTestSheet(company, body, sales)
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    unread: expect.arrayContaining([expect.objectContaining({ kind: 'word', name: 'Esperando a lua', cents: '2000' })]),
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
