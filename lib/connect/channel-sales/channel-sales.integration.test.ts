import { confirmSheet } from '../catalogue-sheets/confirm-sheet'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { listSales } from '@/lib/testing/factories/imports'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  listProblems,
  listStaged,
  runSheetApply,
  type SheetCell,
  xlsxOfSheets,
} from '@/lib/testing/factories/sheets'
import { addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

const heading = [
  'Data',
  'Canal',
  'Número do pedido',
  'SKU',
  'Quantidade',
  'Preço unitário',
  'Desconto',
  'Taxa',
  'Cliente',
  'Situação',
]
const sheetOf = (...rows: SheetCell[][]) => csvOf([heading, ...rows])
const sales = { kind: 'sales' as const }

const listOrders = ({ organizationId }: TestOrganization) =>
  inspect<Record<string, unknown>>(
    organizationId,
    `select o.external_code as code, c.name as channel, o.status::text, o.local_day::text as day, o.units, o.revenue_cents::int as revenue,
      o.seller_discount_cents::int as discount, o.fees_charged_cents::int as fees, o.customer_name as customer, o.moves_stock as moves, o.platform::text,
      (select jsonb_agg(jsonb_build_array(i.sku, i.quantity, i.subtotal_cents, i.unit_cost) order by i.line) from order_item i where i.order_id = o.id) as items
     from orders o join channel c on c.id = o.channel_id order by o.external_code nulls last, o.local_day`,
  )
const levelOf = async ({ organizationId }: TestOrganization, sku: string) =>
  (
    await inspect<{ on_hand: number; reserved: number }>(
      organizationId,
      'select l.on_hand::int, l.reserved::int from stock_level l join product p on p.id = l.product_id where p.sku = $1',
      [sku],
    )
  )[0]

test('unknown columns and sheets are named, and a column that may hold a customer shows no word', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const body = await xlsxOfSheets({
    Vendas: [
      [...heading, 'Taxa extra', 'Recado'],
      ['01/06/2026', 'Balcão', '1', 'A', 1, '10,00', '', '', 'Ana', '', '1,50', 'Para a Ana'],
    ],
    Metas: [['Mês', 'Valor']],
  })
  const importId = await checkTestSheet(company, body, sales)
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    outcomes: { new: 1 },
    unread: [
      { kind: 'dayFirst', count: 1, sample: '01/06/2026' },
      { kind: 'sheet', name: 'Metas', count: 1 },
      { kind: 'column', name: 'Recado', count: 1, cents: null, sample: '' },
      { kind: 'column', name: 'Taxa extra', count: 1, cents: '150', sample: '1,50' },
    ],
  })
})

test('a sheet of all channels does not sell the marketplace’s orders once more', async () => {
  const company = await createTestOrganization()
  const productId = await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const sold = { at: '2026-10-05T12:00:00Z', code: '261005AAAA0001', productId }
  await addOrders(company, await addShop(company, 'Loja'), [sold])
  const row = (code: string) => ['05/10/2026', 'Shopee', code, 'A', '1', '50,00', '', '', '', 'Entregue']
  const importId = await checkTestSheet(company, sheetOf(row('261005AAAA0001'), row('261005BBBB0002')), sales)
  expect((await getSheetRow(company, importId)).summary).toMatchObject({ outcomes: { new: 1, failed: 1 } })
  expect(await listProblems(company, importId)).toEqual([expect.stringContaining('numberTaken')])
})

test('rows of one number are one order of its channel, with its day, its fee and its stock', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 10, cost: '4' })
  await addStockedProduct(company, { sku: 'B', onHand: 10 })
  await withOrganization({ organizationId: company.organizationId }, async (db) => {
    const { organizationId } = company
    await db.channel.updateMany({ where: { organizationId }, data: { name: 'Balcão', feeRate: '0.1' } })
  })
  const importId = await checkTestSheet(
    company,
    sheetOf(
      ['05/10/2026', 'Balcão', '1001', 'a', '2', '50,00', '10,00', '', 'Maria', 'Entregue'],
      ['06/10/2026 14:30', 'Amazon', '1001', 'B', '1', '80,00', '', '12,00', '', 'Pago'],
      ['05/10/2026', 'Balcão', '1001', 'B', '1', '20,00', '', '', 'Maria', 'Entregue'],
    ),
    sales,
  )
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    outcomes: { new: 2 },
    sales: {
      from: '2026-10-05',
      to: '2026-10-06',
      units: 4,
      revenueCents: '19000',
      channels: [
        { name: 'Balcão', orders: 1, isNew: false },
        { name: 'Amazon', orders: 1, isNew: true },
      ],
    },
  })
  await confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
  await runSheetApply(company, importId, undefined, 'sales')
  expect(await listOrders(company)).toMatchObject([
    {
      code: '1001',
      channel: 'Balcão',
      status: 'delivered',
      day: '2026-10-05',
      units: 3,
      revenue: 11_000,
      discount: 1_000,
      fees: 1_100,
      customer: 'Maria',
      moves: true,
      platform: 'manual',
      items: [
        ['A', 2, 9_000, 4],
        ['B', 1, 2_000, null],
      ],
    },
    { code: '1001 · Amazon', channel: 'Amazon', status: 'confirmed', day: '2026-10-06', revenue: 8_000, fees: 1_200 },
  ])
  expect([await levelOf(company, 'A'), await levelOf(company, 'B')]).toEqual([
    { on_hand: 8, reserved: 0 },
    { on_hand: 9, reserved: 1 },
  ])
  expect(await listSales(company.organizationId)).toMatchObject([
    { day: '2026-10-05', orders: 1, gross: '11000' },
    { day: '2026-10-06', orders: 1, gross: '8000' },
  ])
})

test('the same sheet twice makes nothing twice, with numbers and without', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 100 })
  const row = ['05/10/2026', 'Feira', '', 'A', '1', '10,00', '', '', '', '']
  const body = sheetOf(['05/10/2026', 'Feira', '7', 'A', '1', '10,00', '', '', '', ''], row, row)
  await applyTestSheet(company, body, sales)
  const [first, second] = [await checkTestSheet(company, body, sales), await checkTestSheet(company, body, sales)]
  expect(await getSheetRow(company, first)).toMatchObject({ state: 'done', summary: { outcomes: { same: 3 } } })
  expect(await getSheetRow(company, second)).toMatchObject({ state: 'done' })
  expect(await listOrders(company)).toHaveLength(3)
  expect(await levelOf(company, 'A')).toMatchObject({ on_hand: 97 })
})

test('two previews of the same sheet, both confirmed, make each order once', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 100 })
  const body = sheetOf(['05/10/2026', 'Feira', '7', 'A', '1', '10,00', '', '', '', ''])
  const ids = [await checkTestSheet(company, body, sales), await checkTestSheet(company, body, sales)]
  for (const importId of ids) {
    await confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
    await runSheetApply(company, importId, undefined, 'sales')
  }
  expect(await listOrders(company)).toHaveLength(1)
  expect((await getSheetRow(company, ids[1]!)).summary.result).toMatchObject({ created: 0, kept: 1 })
})

test('an order of more than is available is refused alone, naming the SKU and what there is', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 3 })
  const importId = await applyTestSheet(
    company,
    sheetOf(
      ['05/10/2026', 'Feira', '1', 'A', '2', '10,00', '', '', '', ''],
      ['05/10/2026', 'Feira', '2', 'A', '2', '10,00', '', '', '', ''],
      ['05/10/2026', 'Feira', '3', 'A', '1', '10,00', '', '', '', ''],
    ),
    sales,
  )
  expect((await listOrders(company)).map(({ code }) => code)).toEqual(['1', '3'])
  expect(await levelOf(company, 'A')).toEqual({ on_hand: 0, reserved: 0 })
  const [bad] = await listStaged(company, importId)
  expect(bad!.payload.problems![0]).toMatchObject({ row: 3, cells: [{ problem: 'insufficientStock', value: 'A: 1' }] })
  expect((await getSheetRow(company, importId)).summary).toMatchObject({
    result: { created: 2, refused: 1 },
    badRows: 1,
  })
})

test('sales before the opening count leave the stock alone where the person says so', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 3 })
  await applyTestSheet(
    company,
    sheetOf(
      ['05/10/2026', 'Feira', '1', 'A', '50', '10,00', '', '', '', ''],
      ['10/10/2026', 'Feira', '2', 'A', '1', '10,00', '', '', '', ''],
      ['10/10/2026', 'Feira', '3', 'A', '5', '10,00', '', '', '', 'Cancelado'],
    ),
    { ...sales, stockFrom: '2026-10-10' },
  )
  expect((await listOrders(company)).map(({ code, moves }) => [code, moves])).toEqual([
    ['1', false],
    ['2', true],
    ['3', true],
  ])
  expect(await levelOf(company, 'A')).toEqual({ on_hand: 2, reserved: 0 })
})

test('one bad row leaves its whole order out, each with its reason', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 3 })
  const importId = await checkTestSheet(
    company,
    sheetOf(
      ['05/10/2026', 'Feira', '1', 'A', '1', '10,00', '', '', '', ''],
      ['05/10/2026', 'Feira', '1', 'NADA', '1', '10,00', '', '', '', ''],
      ['32/10/2026', '', '2', 'A', '0', 'x', '', '', '', 'sei lá'],
      ['05/10/2099', 'Feira', '3', 'A', '1', '5,00', '9,00', '', '', ''],
    ),
    sales,
  )
  expect(await listProblems(company, importId)).toEqual([
    '2 code rowOfOrderBad',
    '3 sku skuUnknown',
    '4 day notDay',
    '4 unitPrice notMoney',
    '4 quantity notCount',
    '4 channel channelMissing',
    '5 day inTheFuture',
    '5 discount negativeTotal',
  ])
})

test('killed between batches, it goes on where it was: each order and each unit once', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 100 })
  const rows = Array.from({ length: 25 }, (_, i) => ['05/10/2026', 'Feira', `${i}`, 'A', '1', '10,00', '', '', '', ''])
  const importId = await checkTestSheet(company, sheetOf(...rows), sales)
  await confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
  const stop = new Error('killed')
  const afterBatch = () => {
    throw stop
  }
  await expect(runSheetApply(company, importId, { batchRows: 10, afterBatch }, 'sales')).rejects.toBe(stop)
  await runSheetApply(company, importId, { batchRows: 10 }, 'sales')
  await runSheetApply(company, importId, { batchRows: 10 }, 'sales')
  expect(await listOrders(company)).toHaveLength(25)
  expect(await levelOf(company, 'A')).toEqual({ on_hand: 75, reserved: 0 })
  expect(await listSales(company.organizationId)).toMatchObject([{ orders: 25, gross: '25000' }])
})

test('a number that another order bears refuses its row with its reason, and the rest of the sheet is sold', async () => {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'A', onHand: 100 })
  const of = (channel: string, number: string) => ['05/10/2026', channel, number, 'A', '1', '10,00', '', '', '', '']
  await applyTestSheet(company, sheetOf(of('Amazon', '1001'), of('Amazon', '1001 · Feira')), sales)
  const importId = await applyTestSheet(company, sheetOf(of('Feira', '1001'), of('Feira', '1002')), sales)
  expect(await getSheetRow(company, importId)).toMatchObject({
    state: 'done',
    summary: { result: { created: 1, refused: 1 } },
  })
  expect(await listProblems(company, importId)).toEqual(['2  numberTaken'])
  expect((await listOrders(company)).map(({ code }) => code)).toEqual(['1001', '1001 · Feira', '1002'])
  expect(await levelOf(company, 'A')).toMatchObject({ on_hand: 97 })
})

test('the channels that a sheet names are made at once, those put away come back, and more than 20 are none', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  await addStockedProduct(company, { sku: 'A', onHand: 100_000 })
  await withOrganization({ organizationId }, (db) =>
    db.channel.create({
      data: { organizationId, id: newId(), name: 'CANAL 7', legalEntityId, archivedAt: new Date() },
      select: { id: true },
    }),
  )
  const confirm = async (channels: number) => {
    const rows = Array.from({ length: channels }, (_, n) => ['05/10/2026', `Canal ${n}`, '1', 'A', '1', '10,00'])
    const importId = await checkTestSheet(company, csvOf([heading.slice(0, 6), ...rows]), sales)
    return confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
  }
  await expect(confirm(21)).rejects.toMatchObject({ code: 'sheetTooManyChannels' })
  await confirm(20)
  const [made] = await inspect<{ open: number; created: number; restored: number }>(
    organizationId,
    `select (select count(*) from channel where archived_at is null and name ilike 'canal %')::int as open,
      (select count(*) from audit_event where event = 'channel.created')::int as created,
      (select count(*) from audit_event where event = 'channel.restored')::int as restored`,
  )
  expect(made).toEqual({ open: 20, created: 19, restored: 1 })
})
