import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, readBooks } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { addProduct } from '@/lib/testing/factories/sales'
import { createListingProducts } from './create-products'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
async function sheet(orders: SampleOrder[]) {
  const file = join(folder, `${(count += 1)}.xlsx`)
  await writeOrderExport(file, orders)
  return file
}
const order = (code: string, extra: Partial<SampleOrder> = {}): SampleOrder => ({
  code,
  status: 'A Enviar',
  placed: '2026-01-01 10:00',
  items: [{ sku: 'CAN-01', title: 'Caneca', quantity: 2, priceCents: 1990 }],
  ...extra,
})

test('at the same stage an export that knows less than we do is older, and one as young may change the order', async () => {
  const organization = await createTestOrganization()
  const { organizationId } = organization
  await importSheet(organization, await sheet([order('AAAAAA')]))
  const verdicts = await inspect<{ verdict: string }>(
    organizationId,
    `SELECT judge_import_order(o.shop_id, o.id, o.shop_id, s.stage, s.as_of + later, '\\x00') AS verdict
     FROM orders o JOIN order_source s ON s.order_id = o.id, (VALUES (interval '-1 hour'), ('0'), ('1 hour')) AS v(later) ORDER BY later`,
  )
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['older', 'changed', 'changed'])
})

test('an export leaves alone what the marketplace itself has answered for', async () => {
  const organization = await createTestOrganization()
  const { organizationId } = organization
  await importSheet(organization, await sheet([order('AAAAAA')]))
  await inspect(
    organizationId,
    `INSERT INTO order_source (organization_id, order_id, source, fields_hash, as_of)
     SELECT organization_id, id, 'api', '\\x00', now() FROM orders`,
  )
  const importId = await checkSheet(organization, await sheet([order('AAAAAA', { status: 'Enviado' })]), {
    shopId: (await inspect<{ id: string }>(organizationId, 'SELECT id FROM shop'))[0]!.id,
  })
  expect((await getImportRow(organization, importId)).summary.outcomes).toEqual({ api: 1 })
})

test('an order sent from the marketplace’s own warehouse takes nothing of the own stock', async () => {
  const organization = await createTestOrganization()
  await addProduct(organization, 'can-01')
  const orders = [
    order('AAAAAA', { fulfilledByShopee: true }),
    order('BBBBBB', { status: 'Enviado', fulfilledByShopee: true }),
  ]
  await importSheet(organization, await sheet(orders), { takeStock: true })
  expect((await readBooks(organization)).levels).toEqual([])
})

test('a later export with another quantity moves what is reserved, and what leaves', async () => {
  const organization = await createTestOrganization()
  await addProduct(organization, 'can-01')
  const levels = async () => (await readBooks(organization)).levels
  const items = (quantity: number) => [{ sku: 'CAN-01', title: 'Caneca', quantity, priceCents: 1990 }]
  await importSheet(organization, await sheet([order('AAAAAA')]), { takeStock: true })
  await importSheet(organization, await sheet([order('AAAAAA', { items: items(5) })]))
  expect(await levels()).toEqual([{ sku: 'can-01', on_hand: '0', reserved: '5' }])
  await importSheet(organization, await sheet([order('AAAAAA', { status: 'Enviado', items: items(3) })]))
  expect(await levels()).toEqual([{ sku: 'can-01', on_hand: '-3', reserved: '0' }])
})

test('every product made from an import stands in the trail, with who asked for it', async () => {
  const organization = await createTestOrganization()
  const { organizationId, owner } = organization
  const other = { items: [{ sku: 'PRA-01', title: 'Prato', quantity: 1, priceCents: 500 }] }
  const importId = await importSheet(organization, await sheet([order('AAAAAA'), order('BBBBBB', other)]), {
    takeStock: true,
  })
  await asWorker(() => createListingProducts(systemActor(organizationId, owner.userId), importId))
  await asWorker(() => createListingProducts(systemActor(organizationId, owner.userId), importId))
  const rows = await inspect(
    organizationId,
    `SELECT e.actor_kind, e.actor_id, e.subject_kind, e.before, e.after, p.sku FROM audit_event e
     JOIN product p ON p.id::text = e.subject_id WHERE e.organization_id = current_organization() AND e.event = 'product.created' ORDER BY p.sku`,
  )
  const by = { actor_kind: 'system', actor_id: owner.userId, subject_kind: 'product', before: null }
  expect(rows).toEqual([
    { ...by, sku: 'CAN-01', after: { sku: 'CAN-01', title: 'Caneca' } },
    { ...by, sku: 'PRA-01', after: { sku: 'PRA-01', title: 'Prato' } },
  ])
  expect((await readBooks(organization)).levels).toEqual([
    { sku: 'CAN-01', on_hand: '0', reserved: '2' },
    { sku: 'PRA-01', on_hand: '0', reserved: '1' },
  ])
})
