import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { applyMoneyTestFile } from '@/lib/testing/factories/money-files'
import { addShop } from '@/lib/testing/factories/sales'
import { xlsxOfSheets, type SheetCell } from '@/lib/testing/factories/sheets'
import { getHealthFor } from '../shop-performance/views'

const head = (first: string) => [
  first,
  'Vendas (BRL)',
  'Pedidos',
  'Cliques Por Produto',
  'Visitantes',
  'Taxa de Conversão de Pedidos',
  'Vendas Canceladas',
  '# de compradores',
  'Vendas Devolvidas / Reembolsadas',
]
const november = (rows: SheetCell[][], total: SheetCell[] = []) => [head('Data'), total, [], head('Data'), ...rows]
const first: SheetCell[] = ['21/11/2026', '1.000,50', 12, '1.234', '500', '2,40%', '100,00', 11, '0,00']
const second: SheetCell[] = ['22/11/2026', '10,00', 1, 20, 40, 0.025, '', '-', '']
const total: SheetCell[] = ['21/11/2026-22/11/2026', '1.010,50', 13, '1.254', '520', '2,50%', '100,00', 12, '0,00']
const stats = ({ organizationId }: TestOrganization) =>
  inspect(
    organizationId,
    `SELECT day::text, basis, visitors, clicks, orders, buyers, conversion_bp AS bp, sales_cents::int AS sales, cancelled_cents::int AS cancelled
     FROM shop_day_stat ORDER BY day, basis`,
  )

test('a shop’s statistics are kept by day and by kind of orders; a missing figure stays missing', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const body = () =>
    xlsxOfSheets({ 'Pedido Feito': november([first, second], total), 'Pedido Pago': november([first], []) })
  const file = await applyMoneyTestFile(company, await body())
  expect(file.summary).toMatchObject({
    result: { created: 3 },
    money: { type: 'stats', from: '2026-11-21', to: '2026-11-22', checks: [], unread: [] },
  })
  const day = { visitors: 500, clicks: 1234, orders: 12, buyers: 11, bp: 240, sales: 100_050, cancelled: 10_000 }
  expect(await stats(company)).toEqual([
    { day: '2026-11-21', basis: 'paid', ...day },
    { day: '2026-11-21', basis: 'placed', ...day },
    {
      day: '2026-11-22',
      basis: 'placed',
      visitors: 40,
      clicks: 20,
      orders: 1,
      buyers: null,
      bp: 250,
      sales: 1000,
      cancelled: null,
    },
  ])
  expect(await applyMoneyTestFile(company, await body())).toMatchObject({ summary: { outcomes: { same: 3 } } })
  const [shop] = await getHealthFor({ ...company.owner, role: 'owner' })
  expect(shop?.visits).toEqual([
    { day: '2026-11-22', visitors: 40, clicks: 20, orders: 1, conversionBp: 250 },
    { day: '2026-11-21', visitors: 500, clicks: 1234, orders: 12, conversionBp: 240 },
  ])
})

test('a total that its days do not make is said, and an unknown sheet of them named', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const file = await applyMoneyTestFile(company, await xlsxOfSheets({ Outra: november([first], total) }))
  expect(file.summary.money).toMatchObject({
    checks: [
      { name: 'count', label: 'Cliques Por Produto', saidCents: '1254', foundCents: '1234' },
      { name: 'count', label: 'Pedidos', saidCents: '13', foundCents: '12' },
      { name: 'column', label: 'Vendas (BRL)', saidCents: '101050', foundCents: '100050' },
    ],
    unread: [{ kind: 'word', name: 'Outra' }],
  })
})

test('a day given in hours is its total, and the later of its two versions stands', async () => {
  const company = await createTestOrganization()
  await addShop(company, 'Loja')
  const hours = (visitors: number, orders: number) =>
    xlsxOfSheets({
      'Pedido Feito': [
        head('Tempo'),
        ['10/08/2026-10/08/2026', '30,00', orders, 9, visitors, '5,00%', '0,00', '', ''],
        [],
        head('Tempo'),
        ['10/08/2026 00:00', '10,00', 1, 4, 30, '1,00%', '0,00', '', ''],
        ['10/08/2026 01:00', '20,00', orders - 1, 5, 30, '1,00%', '0,00', '', ''],
      ],
    })
  for (const [visitors, orders] of [
    [60, 3],
    [40, 2],
  ] as const) {
    const file = await applyMoneyTestFile(company, await hours(visitors, orders))
    expect(file.summary.money!.checks).toEqual([])
  }
  expect(await stats(company)).toMatchObject([{ day: '2026-08-10', visitors: 60, orders: 3, bp: 500, sales: 3000 }])
})
