import type { Client } from 'pg'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { tasks } from '@/lib/worker/task-list'
import { getOrderListFor } from '@/lib/sales/orders/views'
import { getProduct } from '@/lib/catalog/products/queries'
import { updateProductInput } from '@/lib/catalog/products/schema'
import { updateProduct } from '@/lib/catalog/products/update-product'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { refreshProductOrders } from './refresh-product'

const search = async ({ organizationId }: TestOrganization, q: string) =>
  (await getOrderListFor({ organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' }, { q })).page.rows.length

async function rename({ organizationId, owner }: TestOrganization, id: string, sku: string): Promise<void> {
  const product = await withOrganization({ organizationId }, (db) => getProduct(db, organizationId, id))
  const { version, descriptionHtml, photoFileId, barcodes } = product!
  // Its name is searched too: it says nothing of the SKU.
  const title = 'Porcelana'
  const fields = updateProductInput.parse({
    ...product,
    id,
    version,
    sku,
    title,
    descriptionHtml,
    photoFileId,
    barcodes,
  })
  await updateProduct(owner, fields)
}

type Job = { id: string; payload: unknown }
const takeJobs = () =>
  withOwner(async (owner) => {
    const { rows } = await owner.query<Job>(`SELECT j.id, j.payload FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'refresh-desk'`)
    await owner.query('DELETE FROM graphile_worker._private_jobs WHERE id = ANY ($1)', [rows.map(({ id }) => id)])
    return rows
  })

async function runJobs(): Promise<number> {
  const jobs = await takeJobs()
  for (const { payload } of jobs) await asWorker(async () => tasks['refresh-desk']!(payload, {} as never))
  return jobs.length
}

const settle = (company: TestOrganization) =>
  withOrganization(
    company,
    (db) => db.$queryRaw`SELECT reserve_order_stock(array(SELECT id FROM orders), NULL, true)::text`,
  )

async function companySelling(orders: number) {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const product = await addProduct(company, 'CANECA-VELHA')
  const at = '2026-11-20T12:00:00Z'
  await addOrders(
    company,
    shop,
    Array.from({ length: orders }, () => ({ at, productId: product })),
  )
  return { company, shop, product }
}

test('orders of a renamed product are found by its new SKU and no more by the old one, and the desk verifies', async () => {
  const { company, shop, product } = await companySelling(7)
  const other = await addProduct(company, 'CANECA-OUTRA')
  await addOrders(company, shop, [{ at: '2026-11-20T12:00:00Z', productId: other }])
  await rename(company, product, 'XICARA-NOVA')
  expect(await runJobs()).toBe(1)
  expect([await search(company, 'xicara-nova'), await search(company, 'caneca-velha')]).toEqual([7, 0])
  expect(await search(company, 'caneca-outra')).toBe(1)
  await settle(company)
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
})

test('a product that keeps its SKU has no order read again', async () => {
  const { company, product } = await companySelling(1)
  await rename(company, product, 'CANECA-VELHA')
  expect(await runJobs()).toBe(0)
})

test('every order is reached, however many batches they are, and none of another company', async () => {
  const { company, product } = await companySelling(7)
  const theirs = await companySelling(1)
  await rename(company, product, 'XICARA-NOVA')
  await rename(theirs.company, theirs.product, 'XICARA-NOVA')
  await takeJobs()
  const { organizationId } = company
  await refreshProductOrders({ organizationId, productId: product }, { idsAtOnce: 3, ordersAtOnce: 2 })
  await refreshProductOrders({ organizationId, productId: theirs.product })
  // By a part of it: the whole SKU asks for the product's own orders.
  expect([await search(company, 'xicara-nov'), await search(theirs.company, 'xicara-nov')]).toEqual([7, 0])
})

test('a parcel that comes to another order is found with it alone', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  const at = (day: number) => `2026-11-0${day}T12:00:00Z`
  await addOrders(company, shop, [
    { at: at(1), listingId },
    { at: at(2), listingId },
  ])
  const orders = await inspect<{ id: string }>(company.organizationId, 'SELECT id FROM orders ORDER BY placed_at')
  const [first, second] = orders.map(({ id }) => id)
  await inspect(
    company.organizationId,
    `INSERT INTO package (organization_id, id, order_id, shop_id, number) VALUES (current_organization(), $1, $2, $3, 'P1')`,
    [newId(), first, shop],
  )
  await inspect(company.organizationId, `UPDATE package SET tracking_number = 'BR555444333'`)
  await inspect(company.organizationId, 'UPDATE package SET order_id = $1', [second])
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
})

test('a state read before another change of an order is not written over that change', async () => {
  const { company } = await companySelling(1)
  const { organizationId } = company
  const [order] = await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders')
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query('begin')
    await owner.query(`update orders set tracking_number = 'BR987654321'`)
    const refreshed = inspect(organizationId, 'SELECT refresh_order_list(ARRAY[$1::uuid])::text', [order!.id])
    await untilWaiting(1)
    await owner.query('commit')
    await refreshed
  })
  expect(await search(company, 'br987654321')).toBe(1)
  await settle(company)
  expect((await verifyFigures(organizationId)).differences).toEqual([])
})

test('many orders are held in one order, however they are named and however many slices they are', async () => {
  const { company } = await companySelling(501)
  const { organizationId } = company
  const orders = await inspect<{ id: string }>(organizationId, 'SELECT id FROM orders ORDER BY id')
  const ids = orders.map(({ id }) => id)
  const free = (owner: Pick<Client, 'query'>, id: string) =>
    owner.query('SELECT 1 FROM order_list WHERE order_id = $1 FOR UPDATE SKIP LOCKED', [id])
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query('begin')
    expect((await free(owner, ids[0]!)).rows).toHaveLength(1)
    const refreshed = inspect(organizationId, 'SELECT refresh_order_list($1::uuid[])::text', [ids.toReversed()])
    await untilWaiting(1)
    expect((await free(owner, ids.at(-1)!)).rows).toHaveLength(1)
    await owner.query('commit')
    await refreshed
  })
})
