import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, readBooks, runApply } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { confirmImportAction, createProductsAction } from './actions'
import { applyImport } from './apply-import'
import { createListingProducts } from './create-products'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
const path = () => join(folder, `${(count += 1)}.xlsx`)
async function sheet(orders: Iterable<SampleOrder>) {
  const file = path()
  await writeOrderExport(file, orders)
  return file
}
const booksOf = async (orders: SampleOrder[]) => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet(orders))
  return withoutKeys(await readBooks(organization))
}
// The buyer's key depends on the company.
const withoutKeys = ({ orders, ...books }: Awaited<ReturnType<typeof readBooks>>) => ({
  ...books,
  orders: orders.map(({ buyer_key: _, ...order }) => order),
})
async function confirmed(organization: TestOrganization, orders: SampleOrder[], takeStock = false) {
  const importId = await checkSheet(organization, await sheet(orders))
  await signInAs(organization.owner)
  expect(
    await confirmImportAction(envelope(organization), { importId, takeStock, leaveOutBadRows: false }),
  ).toMatchObject({ ok: true })
  return importId
}

describe('an import that was cut off finishes with the same result', () => {
  const orders = [...sampleOrders(240, 21)]

  test('cut off after any batch', async () => {
    const expected = await booksOf(orders)
    const organization = await createTestOrganization()
    const importId = await confirmed(organization, orders)
    for (let cuts = 0; cuts < 5; cuts += 1) {
      const cut = runApply(organization, importId, {
        batchOrders: 20,
        afterBatch: () => {
          throw new Error('cut off')
        },
      })
      await expect(cut).rejects.toThrow('cut off')
    }
    expect((await readBooks(organization)).orders).toHaveLength(100)
    await runApply(organization, importId, { batchOrders: 20 })
    expect(withoutKeys(await readBooks(organization))).toEqual(expected)
    expect(await getImportRow(organization, importId)).toMatchObject({
      state: 'done',
      summary: { result: { created: 240, updated: 0 } },
    })
  })

  test('two workers at the same import do the work of one', async () => {
    const expected = await booksOf(orders)
    const organization = await createTestOrganization()
    const importId = await confirmed(organization, orders)
    const actor = systemActor(organization.organizationId)
    const apply = () => applyImport(actor, importId, { batchOrders: 30 })
    await asWorker(() => Promise.all([apply(), apply()]))
    expect(withoutKeys(await readBooks(organization))).toEqual(expected)
  })
})

describe('stock and products', () => {
  const order = (code: string, status: string, extra: Partial<SampleOrder> = {}): SampleOrder => ({
    code,
    status,
    placed: '2026-01-01 10:00',
    items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 2, priceCents: 1990 }],
    ...extra,
  })
  async function withProduct() {
    const organization = await createTestOrganization()
    const id = newId()
    const { organizationId } = organization
    await withOrganization(organization, (db) =>
      db.product.create({
        data: { organizationId, id, sku: 'can-01', title: 'Caneca', priceCents: 1990n },
        select: { id: true },
      }),
    )
    return organization
  }
  const levels = async (organization: TestOrganization) => (await readBooks(organization)).levels

  test('asked to, open orders reserve and sent ones consume, once, and later exports move that on', async () => {
    const organization = await withProduct()
    const orders = [order('AAAAAA', 'A Enviar'), order('BBBBBB', 'Enviado'), order('CCCCCC', 'Cancelado')]
    await importSheet(organization, await sheet(orders), { takeStock: true })
    expect(await levels(organization)).toEqual([{ sku: 'can-01', on_hand: '-2', reserved: '2' }])
    await importSheet(organization, await sheet([order('AAAAAA', 'Enviado'), order('BBBBBB', 'Concluído')]))
    expect(await levels(organization)).toEqual([{ sku: 'can-01', on_hand: '-4', reserved: '0' }])
    await importSheet(organization, await sheet([order('DDDDDD', 'A Enviar')]), { takeStock: true })
    await importSheet(organization, await sheet([order('DDDDDD', 'Cancelado')]))
    expect(await levels(organization)).toEqual([{ sku: 'can-01', on_hand: '-4', reserved: '0' }])
  })

  test('not asked to, none moves stock', async () => {
    const organization = await withProduct()
    await importSheet(organization, await sheet([order('AAAAAA', 'A Enviar')]))
    expect(await levels(organization)).toEqual([])
  })

  test('products are made for every unknown SKU, once, at the price of the latest sale, and the figures go with them', async () => {
    const organization = await createTestOrganization()
    const dearer = { items: [{ sku: 'CAN-01', title: 'Caneca nova', quantity: 1, priceCents: 2490 }] }
    const orders = [
      order('AAAAAA', 'Enviado', { placed: '2026-01-01 10:00' }),
      order('BBBBBB', 'Enviado', { placed: '2026-02-01 10:00', ...dearer }),
      order('CCCCCC', 'Enviado', { items: [{ sku: 'PRA-01', title: 'Prato', quantity: 1, priceCents: 500 }] }),
    ]
    const importId = await importSheet(organization, await sheet(orders))
    const before = await readBooks(organization)
    await signInAs(organization.owner)
    expect(await createProductsAction(envelope(organization), { importId })).toMatchObject({ ok: true })
    const actor = systemActor(organization.organizationId, organization.owner.userId)
    await asWorker(() => createListingProducts(actor, importId))
    await asWorker(() => createListingProducts(actor, importId))
    const products = await inspect(
      organization.organizationId,
      'select sku, title, price_cents from product order by 1',
    )
    expect(products).toEqual([
      { sku: 'CAN-01', title: 'Caneca nova', price_cents: '2490' },
      { sku: 'PRA-01', title: 'Prato', price_cents: '500' },
    ])
    const after = await readBooks(organization)
    expect(after.sales).toEqual(before.sales)
    expect(after.products).toEqual([
      { day: '2026-01-01', item: 'CAN-01', units: 2, revenue: '3980' },
      { day: '2026-01-01', item: 'PRA-01', units: 1, revenue: '500' },
      { day: '2026-02-01', item: 'CAN-01', units: 1, revenue: '2490' },
    ])
    expect(after.items.every(({ product }) => product)).toBe(true)
    expect(after.levels).toEqual([])
    expect(await inspect(organization.organizationId, 'select 1 from product_cost')).toEqual([])
  })
})

test('the numbers of a year go on beyond five digits, each once', async () => {
  const organization = await createTestOrganization()
  const { organizationId } = organization
  const orders = [...sampleOrders(4, 5)].map((order, at) => ({ ...order, code: `260102CODE000${at}` }))
  const year = orders[0]!.placed.slice(0, 4)
  await changeAsOwner(organizationId, 'INSERT INTO order_number VALUES (current_organization(), $1, 99998)', [
    Number(year),
  ])
  await importSheet(organization, await sheet(orders))
  expect(await inspect(organizationId, 'SELECT code FROM orders ORDER BY length(code), code')).toEqual(
    [99_999, 100_000, 100_001, 100_002].map((number) => ({ code: `SHP-${year}-${number}` })),
  )
})
