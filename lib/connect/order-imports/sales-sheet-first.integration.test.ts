import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confirmSheet } from '../catalogue-sheets/confirm-sheet'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, readBooks } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  listProblems,
  runSheetApply,
} from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const code = '261005AAAA0001'
const sales = { kind: 'sales' as const }
const heading = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário', 'Cliente', 'Situação']
const row = (number: string) => ['06/10/2026', 'Shopee', number, 'CAN-01', '2', '19,90', 'Maria', 'Entregue']
/** All channels of another system. */
const everyChannel = (...numbers: string[]) => csvOf([heading, ...numbers.map(row)])
const ordered: SampleOrder = {
  code,
  status: 'Enviado',
  placed: '2026-10-05 10:00',
  paid: '2026-10-05 10:05',
  shipped: '2026-10-06 09:00',
  commissionCents: 700,
  items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 2, priceCents: 1990 }],
}

let count = 0
async function exported(placed = ordered.placed) {
  const path = join(folder, `${(count += 1)}.xlsx`)
  await writeOrderExport(path, [{ ...ordered, placed }])
  return path
}
async function companyOf() {
  const company = await createTestOrganization()
  await addStockedProduct(company, { sku: 'CAN-01', onHand: 10, cost: '5' })
  return company
}
const sell = (company: TestOrganization) => applyTestSheet(company, everyChannel(code), sales)
const shopOf = async ({ organizationId }: TestOrganization) =>
  (await inspect<{ id: string }>(organizationId, 'select id from shop'))[0]?.id
const importExport = async (company: TestOrganization, placed?: string) => {
  const shopId = await shopOf(company)
  return importSheet(company, await exported(placed), { takeStock: true, ...(shopId && { shopId }) })
}

async function booksOf(company: TestOrganization) {
  const { orders, ...books } = await readBooks(company)
  const all = await inspect(
    company.organizationId,
    `select platform::text, external_code, customer_name, channel_id, seller_discount_cents, outlet_id = shop_id as at_shop, local_hour from orders order by 2`,
  )
  const byChannel = await inspect(
    company.organizationId,
    `select platform::text, sum(orders)::int as orders, sum(gross_cents)::int as cents from sales_day_delta
     where organization_id = current_organization() group by 1 having sum(orders) <> 0`,
  )
  return { ...books, all, byChannel, orders: orders.map((order) => ({ ...order, version: null })) }
}

test('a sheet of all channels and the marketplace’s own export make the same books in either order, and sent twice', async () => {
  const [first, second] = [await companyOf(), await companyOf()]
  await importExport(first)
  const refused = await checkTestSheet(first, everyChannel(code), sales)
  expect(await listProblems(first, refused)).toEqual([expect.stringContaining('numberTaken')])
  const books = await booksOf(first)
  expect(books).toMatchObject({ levels: [{ on_hand: '8', reserved: '0' }], byChannel: [{ orders: 1, cents: 3_980 }] })

  await sell(second)
  const preview = await checkSheet(second, await exported())
  expect((await getImportRow(second, preview)).summary).toMatchObject({
    outcomes: { changed: 1 },
    unread: [{ kind: 'soldHere', name: 'Shopee', count: 1, cents: '3980', sample: code }],
  })
  await importExport(second)
  expect(await booksOf(second)).toEqual(books)
  const again = await checkTestSheet(second, everyChannel(code), sales)
  expect(await listProblems(second, again)).toEqual([expect.stringContaining('numberTaken')])
  await importExport(second)
  expect(await booksOf(second)).toEqual(books)
})

test('the goods that the sheet took stay taken where the export moves no stock, as its preview says, and come back with a cancellation', async () => {
  const company = await companyOf()
  await sell(company)
  await importSheet(company, await exported(), { takeStock: false })
  expect((await booksOf(company)).levels).toMatchObject([{ on_hand: '8', reserved: '0' }])
  const path = join(folder, 'cancelled.xlsx')
  await writeOrderExport(path, [{ ...ordered, status: 'Cancelado', cancelled: '2026-10-07 09:00' }])
  await importSheet(company, path, { takeStock: false, shopId: (await shopOf(company))! })
  expect((await booksOf(company)).levels).toMatchObject([{ reserved: '0' }])
  expect((await booksOf(company)).all).toHaveLength(1)
})

test('an order of the marketplace that came while a sheet of sales was being confirmed refuses the sheet’s', async () => {
  const company = await companyOf()
  const importId = await checkTestSheet(company, everyChannel(code), sales)
  await importExport(company)
  await confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
  await runSheetApply(company, importId, undefined, 'sales')
  expect(await listProblems(company, importId)).toEqual([expect.stringContaining('numberTaken')])
  expect((await booksOf(company)).all).toHaveLength(1)
})

test('sales of a channel named after the marketplace under numbers of another system are said to the seller, in either order', async () => {
  const company = await companyOf()
  await applyTestSheet(company, everyChannel('1001'), sales)
  const preview = await checkSheet(company, await exported())
  expect((await getImportRow(company, preview)).summary).toMatchObject({ outcomes: { new: 1 }, unread: [] })
  const sameDay = await checkSheet(company, await exported('2026-10-06 10:00'))
  const beside = { kind: 'soldBeside', name: 'Shopee', count: 1, cents: '3980' }
  expect((await getImportRow(company, sameDay)).summary).toMatchObject({ outcomes: { new: 1 }, unread: [beside] })
  await importExport(company, '2026-10-06 10:00')
  const later = await checkTestSheet(company, everyChannel('1002'), sales)
  expect((await getSheetRow(company, later)).summary).toMatchObject({ outcomes: { new: 1 } })
  expect((await getSheetRow(company, later)).summary.unread).toContainEqual(expect.objectContaining(beside))
})

/** As another system lists them: under numbers of its own, the marketplace's beside them. */
const numbered = (...pairs: [own: string, there: string][]) =>
  csvOf([[...heading, 'Pedido no e-commerce'], ...pairs.map(([own, there]) => [...row(own), there])])

test('an order of the marketplace that another system lists under a number of its own is refused there: its number stands in any column', async () => {
  const company = await companyOf()
  await importExport(company)
  const sheet = numbered(['1001', `="${code.toLowerCase()}"`], ['1002', '2000011'])
  const importId = await checkTestSheet(company, sheet, sales)
  expect((await getSheetRow(company, importId)).summary).toMatchObject({ outcomes: { new: 1, failed: 1 } })
  expect(await listProblems(company, importId)).toEqual([expect.stringContaining('numberTaken')])
})

test('an order that another system listed first under a number of its own becomes the shop’s, once', async () => {
  const company = await companyOf()
  await applyTestSheet(company, numbered(['1001', code], ['1002', '']), sales)
  const preview = await checkSheet(company, await exported('2026-10-06 10:00'))
  const { summary } = await getImportRow(company, preview)
  expect(summary).toMatchObject({ outcomes: { changed: 1 } })
  expect((summary as { unread?: { kind: string; count: number }[] }).unread).toMatchObject([
    { kind: 'soldHere', count: 1 },
    { kind: 'soldBeside', count: 1 },
  ])
  await importExport(company, '2026-10-06 10:00')
  expect((await booksOf(company)).all).toMatchObject([
    { platform: 'manual', external_code: '1002' },
    { platform: 'shopee', external_code: code, at_shop: true },
  ])
})
