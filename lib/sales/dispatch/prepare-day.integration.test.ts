import { setTimeout as wait } from 'node:timers/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { POST } from '@/app/api/dispatch/invoices/route'
import { GET as openLabels } from '@/app/api/dispatch/runs/[id]/labels/route'
import { GET as openManifest } from '@/app/api/dispatch/runs/[id]/manifest/route'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { withOrganization } from '@/lib/core/db'
import { pauses } from '@/lib/connect/sync/dispatch/pauses'
import { inspect, workerUrl } from '@/lib/testing/harnesses/database'
import {
  countCalls,
  findRun,
  openDispatchHarness,
  orderOf,
  parcelOf,
  placeAllToShip,
  placeToShip,
  readAgain,
  step,
  workOff,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { adjustStockAction } from '@/lib/catalog/stock/actions'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { planDayAction, prepareDayAction, retryRunAction } from './actions'
import { getFailuresFor } from './failures'
import { getPickingListFor } from './picking-list'
import type { LabelPaper } from './schema'
import { listShortOrders } from './short-orders'
import { getRunFor } from './views'
import { inFullForm } from '@/lib/testing/harnesses/left-out'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let harness: DispatchHarness
beforeEach(async () => {
  await platform().admin('faults-clear')
  await platform().platform.changeSettings({ invoicesRequired: false, trackingDelaySeconds: 0 })
  harness = await openDispatchHarness(platform())
  await signInAs(harness.company.owner)
})

const request = async (orderIds: string[], paper?: LabelPaper) => {
  const papers = paper ? [{ shopId: harness.shopId, paper }] : []
  return dataOf(await prepareDayAction(envelope(harness.company), { selection: { orderIds }, papers })).runId
}
const prepare = async (orderIds: string[], paper?: LabelPaper) =>
  workOff(harness.company.owner, 'prepare', await request(orderIds, paper))
const plan = async (query = '') => dataOf(await planDayAction(envelope(harness.company), { query }))
const open = async (id: string, form = '') =>
  openLabels(new Request(`http://localhost/${form && `?form=${form}`}`), { params: Promise.resolve({ id }) })
const pagesOf = async (answer: Response) => (await PDFDocument.load(await answer.arrayBuffer())).getPages()
const dueIn = (id: string, hours: number) =>
  inspect(
    harness.company.organizationId,
    'UPDATE orders SET ship_by = now() + make_interval(hours => $2) WHERE id = $1',
    [id, hours],
  )

async function upload(code: string) {
  const [row] = await inspect<{ cents: string }>(
    harness.company.organizationId,
    'SELECT revenue_cents::text AS cents FROM orders WHERE external_code = $1',
    [code],
  )
  const xml = nfeXml({ totalCents: Number(row!.cents), number: (lastNumber += 1) })
  const url = `http://localhost/api/dispatch/invoices?fileName=${code}.xml`
  const answer = await POST(
    new Request(url, {
      method: 'POST',
      body: Buffer.from(xml.replace('</infNFe>', `<infAdic><infCpl>Pedido ${code}</infCpl></infAdic></infNFe>`)),
      headers: { 'x-organization-id': harness.company.organizationId },
    }),
    {
      params: Promise.resolve({}),
    },
  )
  expect(await answer.json()).toMatchObject({ ok: true })
}
let lastNumber = 4000

test('one run takes orders to their labels, two that cannot go keep none of the others, and a second run doubles nothing', async () => {
  const good = await placeAllToShip(harness, [0, 1, 2])
  const [cancelling, gone] = await placeAllToShip(harness, [0, 0])
  await step(harness, cancelling.code, 'ask-cancel')
  await step(harness, gone.code, 'cancel-by-seller')
  const ids = [...good, cancelling, gone].map(({ id }) => id)
  const shipped = await countCalls(harness, 'logistics/ship_order$')
  const made = await countCalls(harness, 'create_shipping_document$')
  const run = await prepare(ids)
  expect(run).toMatchObject({ kind: 'prepare', state: 'done', done: 15, total: 15, orders: 5, hasFile: true })
  expect(run.problems.map(({ code, errorCode }) => [code, errorCode])).toEqual([
    [cancelling.code, 'cancellationAsked'],
    [gone.code, 'cancelled'],
  ])
  for (const { code } of good) {
    expect(await orderOf(harness, code)).toMatchObject({ status: 'processing', platform_status: 'PROCESSED' })
    expect(await parcelOf(harness, code)).toMatchObject({ label_state: 'ready', print_count: 1 })
  }
  expect(await pagesOf(await open(run.id))).toHaveLength(3)
  expect(await shipped()).toBe(3)
  const again = await prepare(ids)
  expect(again).toMatchObject({ state: 'done', hasFile: false })
  expect([await shipped(), await made()]).toEqual([3, 1])
  for (const { code } of good) expect(await parcelOf(harness, code)).toMatchObject({ print_count: 1 })
  expect(await listAuditEvents(harness.company, 'order.shipmentArranged')).toHaveLength(3)
  const list = await getPickingListFor(
    { ...harness.company.owner, timeZone: 'America/Sao_Paulo' },
    { run: run.id, stage: 'printed' },
  )
  expect(list.lines.map(({ shelfAddress }) => shelfAddress)).toEqual(['A2', 'A10', null])
  const manifest = await openManifest(new Request('http://localhost/'), { params: Promise.resolve({ id: run.id }) })
  expect(await pagesOf(manifest)).toHaveLength(1)
})

test('a pickup is taken while it makes the deadline, and handing over where every pickup comes too late', async () => {
  const [late, early] = await placeAllToShip(harness, [0, 0])
  await dueIn(late.id, -2)
  await dueIn(early.id, 24 * 20)
  expect((await prepare([late.id, early.id])).problems).toEqual([])
  expect(await parcelOf(harness, late.code)).toMatchObject({ method: 'dropoff' })
  expect(await parcelOf(harness, early.code)).toMatchObject({ method: 'pickup' })
})

test('a pickup that the run arranged for a day after the ship-by day is reported, one that was arranged before is not', async () => {
  const [late, inTime, before] = await placeAllToShip(harness, [0, 0, 0])
  const ids = [late.id, inTime.id, before.id]
  for (const id of ids) await dueIn(id, 24 * 20)
  const run = await prepare(ids)
  const { organizationId } = harness.company
  const viewer = { ...harness.company.owner, timeZone: 'America/Sao_Paulo' }
  expect((await getRunFor(viewer, run.id)).latePickups).toEqual([])
  for (const { id } of [late, before]) await dueIn(id, -30)
  const sql = "UPDATE package SET arranged_at = arranged_at - interval '1 day' WHERE order_id = $1"
  await inspect(organizationId, sql, [before.id])
  expect((await getRunFor(viewer, run.id)).latePickups).toEqual([{ subject: late.id, code: late.code }])
})

// Full form: it kills a process. The default form has the repetition of each step in the test of two runs above.
test(
  'a worker that is killed in the middle leaves no order out and arranges none twice',
  inFullForm('kills a process; two runs at once are above'),
  async () => {
    const orders = []
    for (let nth = 0; nth < 8; nth += 1) orders.push(await placeToShip(harness, nth % 3))
    const codes = orders.map(({ code }) => code)
    const shipped = await countCalls(harness, 'logistics/ship_order$')
    const runId = await request(orders.map(({ id }) => id))
    const worker = new TestProcess('lib/testing/harnesses/dispatch-worker.ts', {
      DATABASE_URL: workerUrl(),
      SHOPEE_CALLS_PER_SECOND: '8',
    })
    expect(await worker.receive()).toBe('ready')
    void worker.send({ organizationId: harness.company.organizationId, runId, prepares: true })
    const arranged = async () =>
      (
        await platform().platform.pool.query(
          'SELECT 1 FROM packages WHERE order_sn = ANY ($1) AND arranged_time IS NOT NULL',
          [codes],
        )
      ).rowCount ?? 0
    while ((await arranged()) < 3) await wait(20)
    worker.kill()
    expect(await findRun(harness.company.owner, runId)).toMatchObject({ state: 'running', done: 8 })
    const run = await workOff(harness.company.owner, 'prepare', runId)
    expect(run).toMatchObject({ state: 'done', done: 24, problems: [], hasFile: true })
    expect(await shipped()).toBe(8)
    for (const code of codes) expect(await parcelOf(harness, code)).toMatchObject({ print_count: 1 })
  },
)

test('too many calls and answers that are cut short are tried again within the run', async () => {
  const orders = await placeAllToShip(harness, [0, 1])
  const shipped = await countCalls(harness, 'logistics/ship_order$')
  await platform().admin('fault', { kind: 'rate_limit', count: 2, pathPattern: 'get_shipping_parameter$' })
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'logistics/ship_order$' })
  const run = await prepare(orders.map(({ id }) => id))
  expect(run).toMatchObject({ state: 'done', problems: [], hasFile: true })
  expect(await shipped()).toBe(2)
})

test('a tracking number that comes a moment later is waited for, and leaves no failure behind', async () => {
  const order = await placeToShip(harness)
  await platform().platform.changeSettings({ trackingDelaySeconds: 60 })
  const runId = await request([order.id])
  const seen: unknown[] = []
  pauses.wait = async () => {
    seen.push((await findRun(harness.company.owner, runId)).problems)
    await platform().admin('clock-forward', { seconds: 61 })
  }
  const run = await workOff(harness.company.owner, 'prepare', runId)
  expect(seen).toMatchObject([[{ errorCode: 'trackingPending' }]])
  expect(run).toMatchObject({ state: 'done', problems: [], hasFile: true })
  const waiting = (await getFailuresFor(harness.company.owner)).sync
  expect(waiting).toEqual([])
  const failures = await inspect(
    harness.company.organizationId,
    'SELECT state::text FROM sync_failure WHERE subject = $1',
    [order.code],
  )
  expect(failures).toEqual([{ state: 'resolved' }])
})

test('stored invoices are sent first; an order without one is reported, and goes with the next run once it has one', async () => {
  await platform().platform.changeSettings({ invoicesRequired: true })
  const [withFile, without] = await placeAllToShip(harness, [0, 0])
  await upload(withFile.code)
  const run = await prepare([withFile.id, without.id])
  expect(run.problems).toMatchObject([{ code: without.code, errorCode: 'invoiceMissing' }])
  expect(await orderOf(harness, withFile.code)).toMatchObject({ invoice_state: 'valid', platform_status: 'PROCESSED' })
  await upload(without.code)
  expect(await prepare([withFile.id, without.id])).toMatchObject({ problems: [], hasFile: true })
  expect(await parcelOf(harness, withFile.code)).toMatchObject({ print_count: 1 })
})

/** The items of these orders are products of ours and take their stock. */
async function takeFromShelf(ids: string[]) {
  const { organizationId } = harness.company
  const sql =
    "UPDATE order_item i SET product_id = p.id FROM product p WHERE i.order_id = ANY ($1::uuid[]) AND i.title = 'Anúncio ' || p.sku"
  await inspect(organizationId, sql, [ids])
  await inspect(organizationId, 'UPDATE orders SET moves_stock = true WHERE id = ANY ($1::uuid[])', [ids])
  await inspect(organizationId, 'SELECT reserve_order_stock($1::uuid[], NULL, true)', [ids])
}
async function countShelf(sku: string, units: number, seenOnHand = 100) {
  const sql = 'SELECT id FROM product WHERE sku = $1'
  const [product] = await inspect<{ id: string }>(harness.company.organizationId, sql, [sku])
  const how = { how: 'count', units, seenOnHand, reason: 'Contagem' } as const
  dataOf(await adjustStockAction(envelope(harness.company), { ...how, productId: product!.id }))
}
const shortCodes = async () => {
  const { organizationId } = harness.company
  const shortOrders = await withOrganization({ organizationId }, (db) => listShortOrders(db, organizationId))
  return shortOrders.map(({ code, sku }) => `${code} ${sku}`)
}

test('units that the shelf lacks are promised to no carrier: the latest deadline goes without, and names the SKU', async () => {
  const [first, last] = await placeAllToShip(harness, [1, 1])
  await dueIn(first.id, 10)
  await dueIn(last.id, 40)
  await takeFromShelf([first.id, last.id])
  await countShelf('CAM', 1)
  expect(await plan()).toMatchObject({ short: 1 })
  const run = await prepare([first.id, last.id])
  expect(run.problems).toEqual([{ code: last.code, subject: last.id, errorCode: 'stockShort', text: 'CAM' }])
  expect(await parcelOf(harness, last.code)).toMatchObject({ arranged_at: null })
  await countShelf('CAM', 100, 1)
  expect(dataOf(await retryRunAction(envelope(harness.company), { runId: run.id }))).toMatchObject({ count: 1 })
})

test('an order that is arranged and not printed keeps its unit: one with an earlier deadline goes without', async () => {
  const [arranged, urgent] = await placeAllToShip(harness, [1, 1])
  await dueIn(arranged.id, 40)
  await dueIn(urgent.id, 10)
  await takeFromShelf([arranged.id, urgent.id])
  await countShelf('CAM', 1)
  expect(await shortCodes()).toEqual([`${arranged.code} CAM`])
  const sql = 'UPDATE package SET arranged_at = now() WHERE order_id = $1'
  await inspect(harness.company.organizationId, sql, [arranged.id])
  expect(await shortCodes()).toEqual([`${urgent.code} CAM`])
})

test('an order that gets nothing takes nothing: smaller ones behind it go, and its other parts are free for them', async () => {
  const items = (quantities: [number, number][]) => ({
    items: quantities.map(([nth, quantity]) => ({ itemId: harness.items[nth]!, modelId: 0, quantity })),
  })
  const large = await placeToShip(
    harness,
    1,
    items([
      [0, 1],
      [1, 50],
    ]),
  )
  const [shirt, mug, lastShirt] = await placeAllToShip(harness, [1, 0, 1])
  const orders = [large, shirt, mug, lastShirt]
  for (const [nth, { id }] of orders.entries()) await dueIn(id, 10 * (nth + 1))
  await takeFromShelf(orders.map(({ id }) => id))
  await countShelf('CAN', 1)
  await countShelf('CAM', 1)
  expect(await shortCodes()).toEqual([`${large.code} CAM`, `${lastShirt.code} CAM`])
})

test('stock that is gone by the time an order is to be arranged is promised to no carrier', async () => {
  const order = await placeToShip(harness, 1)
  await takeFromShelf([order.id])
  const runId = await request([order.id])
  await inspect(harness.company.organizationId, 'UPDATE dispatch_run SET done = 1 WHERE id = $1', [runId])
  await countShelf('CAM', 0)
  const run = await workOff(harness.company.owner, 'prepare', runId)
  expect(run).toMatchObject({ problems: [{ code: order.code, errorCode: 'stockShort', text: 'CAM' }], hasFile: false })
  expect(await parcelOf(harness, order.code)).toMatchObject({ arranged_at: null })
})

test('an order whose invoice could not be uploaded is not shipped without it when it is tried again', async () => {
  const order = await placeToShip(harness)
  await upload(order.code)
  await platform().admin('fault', { kind: 'rate_limit', rate: 1, pathPattern: 'upload_invoice_doc$', seed: 'upload' })
  const kept = await prepare([order.id])
  expect(kept.problems).toMatchObject([{ code: order.code, errorCode: 'unavailable' }])
  expect(await parcelOf(harness, order.code)).toMatchObject({ arranged_at: null })
  await platform().admin('faults-clear')
  expect(await prepare([order.id])).toMatchObject({ problems: [], hasFile: true })
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: 'valid', platform_status: 'PROCESSED' })
})

test('the paper is kept for the shop: four labels on a sheet of A4, or commands for a thermal printer', async () => {
  const sheets = await placeAllToShip(harness, [0, 0, 0, 0, 0])
  const run = await prepare(
    sheets.map(({ id }) => id),
    'a4',
  )
  expect(run).toMatchObject({ hasFile: false, sheetLabels: 5, thermalLabels: 0 })
  const pages = await pagesOf(await open(run.id, 'a4'))
  expect(pages).toHaveLength(2)
  expect(pages[0]!.getHeight()).toBeCloseTo(841.9, 0)
  expect(await plan()).toMatchObject({ count: 0, shops: [] })
  const thermal = await placeToShip(harness)
  expect((await plan()).shops).toMatchObject([{ id: harness.shopId, paper: 'a4' }])
  const commands = await prepare([thermal.id], 'zpl')
  expect(commands).toMatchObject({ hasFile: false, sheetLabels: 0, thermalLabels: 1 })
  expect(await (await open(commands.id, 'zpl')).text()).toMatch(/^\^XA/)
})

test('without a choice all that has no label goes, in the order of the deadlines; a second press leads to the same run', async () => {
  const [later, sooner] = await placeAllToShip(harness, [0, 1])
  await dueIn(later.id, 50)
  await dueIn(sooner.id, 5)
  const { count, single, carriers } = await plan()
  expect(count).toBe(2)
  expect(single).toMatchObject({ count: 2, query: 'kind=single' })
  expect(carriers).toMatchObject([{ count: 2 }])
  const press = async (query = '') =>
    dataOf(await prepareDayAction(envelope(harness.company), { selection: { query }, papers: [] }))
  const first = await press()
  expect(first.count).toBe(2)
  expect(await press()).toEqual(first)
  const [row] = await inspect<{ input: { orderIds: string[] } }>(
    harness.company.organizationId,
    'SELECT input FROM dispatch_run WHERE id = $1',
    [first.runId],
  )
  expect(row!.input.orderIds).toEqual([sooner.id, later.id])
  expect((await workOff(harness.company.owner, 'prepare', first.runId)).problems).toEqual([])
  const nothing = await prepareDayAction(envelope(harness.company), { selection: { query: '' }, papers: [] })
  expect(nothing).toMatchObject({ ok: false, error: 'dispatchNothing' })
})

test('while a run is under way, another selection gets a run of its own, and its label papers are kept', async () => {
  const [first, second] = await placeAllToShip(harness, [0, 1])
  const open = await request([first.id])
  expect(await request([first.id], 'a4')).toBe(open)
  expect((await plan()).shops).toMatchObject([{ paper: 'a4' }])
  const both = await request([first.id, second.id], 'zpl')
  expect(both).not.toBe(open)
  expect((await plan()).shops).toMatchObject([{ paper: 'zpl' }])
  expect(await request([second.id])).toBe(both)
  const shipped = await countCalls(harness, 'logistics/ship_order$')
  expect(await workOff(harness.company.owner, 'prepare', open)).toMatchObject({ problems: [], thermalLabels: 1 })
  expect(await workOff(harness.company.owner, 'prepare', both)).toMatchObject({ problems: [], thermalLabels: 1 })
  expect(await shipped()).toBe(2)
})

test('another company and who may not ship prepare nothing of it', async () => {
  const order = await placeToShip(harness)
  const other = await createTestOrganization()
  await signInAs(other.owner)
  const request = { selection: { orderIds: [order.id] }, papers: [] }
  expect(await prepareDayAction(envelope(other), request)).toMatchObject({ error: 'notFound' })
  const papers = [{ shopId: harness.shopId, paper: 'a4' as const }]
  expect(await prepareDayAction(envelope(other), { selection: { query: '' }, papers })).toMatchObject({
    error: 'notFound',
  })
  await signInAs(await addMember(harness.company, 'viewer'))
  expect(await prepareDayAction(envelope(harness.company), request)).toMatchObject({ error: 'permissionDenied' })
  await readAgain(harness, [order.code])
  expect(await parcelOf(harness, order.code)).toMatchObject({ arranged_at: null })
})
