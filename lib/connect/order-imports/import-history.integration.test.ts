import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAttention } from '@/lib/insight/dashboard/attention'
import { withOrganization } from '@/lib/core/db'
import { getDispatchFor } from '@/lib/sales/dispatch/views'
import { findFirstSale } from '@/lib/money/month-close/live'
import { localDay } from '@/lib/core/dates'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { addOrders, addProduct } from '@/lib/testing/factories/sales'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { importSheet } from '@/lib/testing/factories/imports'
import { writeOrderExport, type SampleOrder } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { inspect } from '@/lib/testing/harnesses/database'

const folder = mkdtempSync(join(tmpdir(), 'history-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const timeZone = 'America/Sao_Paulo'
const now = new Date()
const today = localDay(now, timeZone)
const written = (days: number) =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
const open = (code: string, status = 'A Enviar'): SampleOrder => {
  const [sample] = [...sampleOrders(1, 3)]
  const { shipped: _, tracking: __, delivered: ___, completed: ____, cancelled: _____, ...order } = sample!
  return { ...order, code, status, placed: written(9), paid: written(9), shipBy: written(7) }
}
async function send(company: TestOrganization, orders: SampleOrder[], isHistory: boolean) {
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeOrderExport(path, orders)
  return importSheet(company, path, { isHistory, takeStock: true })
}
const attentionOf = ({ owner, organizationId }: TestOrganization) =>
  withOrganization(owner, (db) => getAttention(db, { organizationId, timeZone }, today, now))

test('an import marked as history is no work of the day, moves no stock and asks for no month close, until a newer sheet reports it', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId, owner } = company
  const [item] = open('260101AAAA').items
  const product = await addStockedProduct(company, { sku: item!.sku, onHand: 50 })
  const reserved = () =>
    inspect(organizationId, 'SELECT reserved::int, on_hand::int FROM stock_level WHERE product_id = $1', [product])
  await send(company, [open('260101AAAA'), open('260101BBBB')], true)
  expect(await attentionOf(company)).toMatchObject({ lateOrders: 0n, historyOrders: 2n })
  expect((await getDispatchFor({ organizationId, timeZone, role: 'owner' }, {})).page.rows).toEqual([])
  expect(await reserved()).toEqual([{ reserved: 0, on_hand: 50 }])
  const firstSale = () =>
    withOrganization(owner, (db) => findFirstSale(db, { organizationId, entity: legalEntityId } as never))
  expect(await firstSale()).toBeNull()

  const [{ shop_id: shop }] = (await inspect<{ shop_id: string }>(
    organizationId,
    'SELECT shop_id FROM orders LIMIT 1',
  )) as [{ shop_id: string }]
  await addOrders(company, shop, [{ at: now.toISOString(), productId: await addProduct(company, 'A-1') }])
  expect(await firstSale()).toBe(today)
  const sold = { ...open('260101CCCC'), shipBy: written(-2) }
  await send(company, [{ ...open('260101AAAA'), shipBy: written(1) }, sold], false)
  expect(await attentionOf(company)).toMatchObject({ lateOrders: 1n, historyOrders: 1n })
  // The stock of the order that was never history.
  expect(await reserved()).toEqual([{ reserved: item!.quantity, on_hand: 50 }])
})

test('an order at work stays at work when its sheet comes again marked as history; what is new in it, or was history, is history', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [live, past, fresh] = ['260101AAAA', '260101BBBB', '260101CCCC'].map((code) => open(code))
  await addStockedProduct(company, { sku: live!.items[0]!.sku, onHand: 50 })
  await send(company, [live!], false)
  await send(company, [past!], true)
  const newer = (order: SampleOrder) => ({ ...order, shipBy: written(-2) })
  await send(company, [newer(live!), newer(past!), fresh!], true)
  expect(
    await inspect(
      organizationId,
      'SELECT external_code AS code, is_history, moves_stock, version FROM orders ORDER BY external_code',
    ),
  ).toEqual([
    { code: live!.code, is_history: false, moves_stock: true, version: 2 },
    { code: past!.code, is_history: true, moves_stock: false, version: 2 },
    { code: fresh!.code, is_history: true, moves_stock: false, version: 1 },
  ])
  const { page } = await getDispatchFor({ organizationId, timeZone, role: 'owner' }, {})
  expect(page.rows).toHaveLength(1)
})
