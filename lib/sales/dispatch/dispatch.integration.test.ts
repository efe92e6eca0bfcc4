import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import { GET as openLabels } from '@/app/api/dispatch/runs/[id]/labels/route'
import { withOrganization } from '@/lib/core/db'
import { storedPath } from '@/lib/core/files/folder-store'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  countCalls,
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
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listChoicesAction } from '@/lib/connect/sync/actions'
import { printLabelsAction, retryRunAction, shipOrdersAction } from './actions'
import { getPickingListFor } from './picking-list'
import { getDispatchFor } from './views'

const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(async () => {
  await platform().admin('faults-clear')
  await signInAs(harness.company.owner)
})

const timeZone = 'America/Sao_Paulo'
const viewer = () => ({ ...harness.company.owner, timeZone })
const dropoff = (channelId: string | null = null) => ({
  shopId: harness.shopId,
  channelId,
  retry: false,
  method: 'dropoff' as const,
  addressId: null,
  pickupTimeId: null,
  branchId: null,
})
const request = async (orderIds: string[], more: object = {}) =>
  dataOf(
    await shipOrdersAction(envelope(harness.company), {
      selection: { orderIds },
      arrangements: [{ ...dropoff(), ...more }],
    }),
  ).runId
const ship = async (orderIds: string[], more: object = {}) =>
  workOff(harness.company.owner, 'ship', await request(orderIds, more))
const print = async (orderIds: string[], reprint = false) => {
  const { runId } = dataOf(await printLabelsAction(envelope(harness.company), { selection: { orderIds }, reprint }))
  return workOff(harness.company.owner, 'labels', runId)
}
const stageOf = async (id: string) => (await getDispatchFor(viewer(), {})).page.rows.find((row) => row.id === id)?.stage

test('orders are arranged in bulk; one that cannot be says why and keeps none of the others', async () => {
  const [first, second, cancelling, direct] = [
    await placeToShip(harness),
    await placeToShip(harness, 1),
    await placeToShip(harness),
    await placeToShip(harness, 0, { channelId: 90022 }),
  ]
  await step(harness, cancelling.code, 'ask-cancel')
  expect(await stageOf(first.id)).toBe('arrange')
  const run = await ship([first.id, second.id, cancelling.id])
  expect(run).toMatchObject({ state: 'done', done: 3, total: 3 })
  expect(run.problems).toEqual([
    { code: cancelling.code, subject: cancelling.id, errorCode: 'cancellationAsked', text: null },
  ])
  for (const { id, code } of [first, second]) {
    expect(await orderOf(harness, code)).toMatchObject({ status: 'processing', platform_status: 'PROCESSED' })
    expect(await parcelOf(harness, code)).toMatchObject({ method: 'dropoff', arranged_at: expect.any(Date) })
    expect(await stageOf(id)).toBe('label')
  }
  expect((await ship([direct.id], { method: 'direct' })).problems).toEqual([])
  expect(await parcelOf(harness, direct.code)).toMatchObject({ method: 'direct' })
  expect(await listAuditEvents(harness.company, 'order.shipmentArranged')).toHaveLength(3)
})

test('the platform’s offer is requested once for each shop and carrier, and a pickup takes one of its slots', async () => {
  const orders = await placeAllToShip(harness, [0, 0])
  const selection = { orderIds: orders.map(({ id }) => id) }
  const { groups } = dataOf(await listChoicesAction(envelope(harness.company), { selection }))
  expect(groups).toMatchObject([{ count: 2, methods: ['pickup', 'dropoff'], problem: null }])
  const [address] = groups[0]!.addresses
  const slot = address!.slots[0]!
  const gone = await ship(selection.orderIds, { method: 'pickup', addressId: address!.id, pickupTimeId: 'yesterday' })
  expect(gone.problems.map(({ errorCode }) => errorCode)).toEqual(['slotGone', 'slotGone'])
  const again = dataOf(await retryRunAction(envelope(harness.company), { runId: gone.id }))
  expect(again.count).toBe(2)
  const taken = await ship(selection.orderIds, { method: 'pickup', addressId: address!.id, pickupTimeId: slot.id })
  expect(taken.problems).toEqual([])
  expect(await parcelOf(harness, orders[0]!.code)).toMatchObject({ method: 'pickup' })

  await step(harness, orders[0]!.code, 'fail-pickup')
  await readAgain(harness, [orders[0]!.code])
  expect(await stageOf(orders[0]!.id)).toBe('arrange')
  const retry = { method: 'pickup', addressId: address!.id, pickupTimeId: address!.slots[1]!.id, retry: true }
  expect((await ship([orders[0]!.id], retry)).problems).toEqual([])
  expect(await orderOf(harness, orders[0]!.code)).toMatchObject({ platform_status: 'PROCESSED' })
})

test('an answer that never came is settled by asking how the order stands, not by shipping again', async () => {
  const order = await placeToShip(harness)
  const calls = await countCalls(harness, 'logistics/ship_order$')
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'logistics/ship_order$' })
  expect((await ship([order.id])).problems).toEqual([])
  expect(await calls()).toBe(1)
  expect(await orderOf(harness, order.code)).toMatchObject({ platform_status: 'PROCESSED' })
})

async function labelFile(runId: string) {
  const [file] = await inspect<{ place: string }>(
    harness.company.organizationId,
    'SELECT f.place FROM dispatch_run r JOIN stored_file f ON f.organization_id = r.organization_id AND f.id = r.file_id WHERE r.id = $1',
    [runId],
  )
  return readFile(storedPath(file!.place))
}

test('labels come in one file of 10 × 15 pages along the shelves, and count as printed and as reprinted', async () => {
  const [mug, shirt, cap] = await placeAllToShip(harness, [0, 1, 2])
  const ids = [cap.id, mug.id, shirt.id]
  expect((await ship(ids)).problems).toEqual([])
  const run = await print(ids)
  expect(run).toMatchObject({ state: 'done', problems: [], hasFile: true })
  const bytes = await labelFile(run.id)
  const pdf = await PDFDocument.load(bytes)
  expect(pdf.getPageCount()).toBe(3)
  for (const page of pdf.getPages()) {
    expect(page.getWidth()).toBeCloseTo(283.46, 0)
    expect(page.getHeight()).toBeCloseTo(425.2, 0)
  }
  const printed = await inspect<{ id: string }>(
    harness.company.organizationId,
    `SELECT subject_id AS id FROM audit_event WHERE event = 'order.labelPrinted' ORDER BY audit_event.id`,
  )
  expect(printed.map(({ id }) => id)).toEqual([shirt.id, mug.id, cap.id])
  expect(await stageOf(mug.id)).toBe('printed')

  const nothing = await print(ids)
  expect(nothing).toMatchObject({ state: 'done', hasFile: false })
  expect(await parcelOf(harness, mug.code)).toMatchObject({ print_count: 1 })
  const downloads = await countCalls(harness, 'download_shipping_document$')
  const again = await print([mug.id], true)
  expect(again.hasFile).toBe(true)
  expect(await downloads()).toBe(0)
  expect(await parcelOf(harness, mug.code)).toMatchObject({ print_count: 2 })
  expect(await listAuditEvents(harness.company, 'order.labelReprinted')).toHaveLength(1)

  await inspect(harness.company.organizationId, `UPDATE package SET tracking_number = 'BR999' WHERE id = $1`, [
    (await parcelOf(harness, mug.code)).id,
  ])
  expect(await parcelOf(harness, mug.code)).toMatchObject({ label_state: 'none', printed_at: null, print_count: 2 })
  expect(await stageOf(mug.id)).toBe('label')
})

test('a cancelled order gets no label, and stands at the top once it was printed', async () => {
  const [kept, gone] = await placeAllToShip(harness, [0, 0])
  await ship([kept.id, gone.id])
  await print([gone.id])
  await step(harness, gone.code, 'cancel-by-seller')
  await readAgain(harness, [gone.code])
  const run = await print([kept.id, gone.id], true)
  expect(run.problems).toMatchObject([{ code: gone.code, errorCode: 'cancelled' }])
  expect((await PDFDocument.load(await labelFile(run.id))).getPageCount()).toBe(1)
  const { urgent } = await getDispatchFor(viewer(), {})
  expect(urgent.filter(({ id }) => id === gone.id)).toMatchObject([{ kind: 'cancelledPrinted' }])
})

test('the picking list walks along the shelves and takes kits apart', async () => {
  const [cap, shirt, mug] = await placeAllToShip(harness, [2, 1, 0])
  const second = await placeToShip(harness, 1)
  const ids = [cap, shirt, mug, second].map(({ id }) => id).join(',')
  const list = await getPickingListFor(viewer(), { ids })
  expect(list.lines.map(({ shelfAddress, sku, units }) => [shelfAddress, sku, units])).toEqual([
    ['A2', 'CAM', 2],
    ['A10', 'CAN', 1],
    [null, 'BON', 1],
  ])
  const { organizationId } = harness.company
  await inspect(
    organizationId,
    `INSERT INTO order_item_part (organization_id, order_id, line, kit_id, product_id, quantity)
     SELECT organization_id, order_id, line, product_id, (SELECT id FROM product WHERE sku = 'CAN' AND organization_id = current_organization()), 3
     FROM order_item WHERE order_id = $1`,
    [cap.id],
  )
  const apart = await getPickingListFor(viewer(), { ids })
  expect(apart.lines.map(({ sku, units }) => [sku, units])).toEqual([
    ['CAM', 2],
    ['CAN', 4],
  ])
})

test('a role that may not ship has no effect, and no company sees another’s orders', async () => {
  const order = await placeToShip(harness)
  const input = { selection: { orderIds: [order.id] }, arrangements: [dropoff()] }
  for (const role of ['finance', 'viewer', 'accountant'] as const) {
    await signInAs(await addMember(harness.company, role))
    expect(await shipOrdersAction(envelope(harness.company), input)).toMatchObject({ error: 'permissionDenied' })
    const labels = { selection: { orderIds: [order.id] }, reprint: false }
    expect(await printLabelsAction(envelope(harness.company), labels)).toMatchObject({ error: 'permissionDenied' })
    await expect(getDispatchFor({ ...viewer(), role }, {})).rejects.toMatchObject({ code: 'permissionDenied' })
  }
  const operator = await addMember(harness.company, 'operator')
  await signInAs(operator)
  expect(await shipOrdersAction(envelope(harness.company), input)).toMatchObject({ ok: true })

  const run = await print([order.id], true)
  const other = await createTestOrganization()
  await signInAs(other.owner)
  expect(await shipOrdersAction(envelope(other), input)).toMatchObject({ error: 'notFound' })
  const answer = await openLabels(new Request('http://localhost/'), { params: Promise.resolve({ id: run.id }) })
  expect(answer.status).toBe(404)
  const seen = await getDispatchFor({ ...other.owner, timeZone }, {})
  expect([seen.page.rows, seen.urgent, seen.runs]).toEqual([[], [], []])
  const runs = await withOrganization(other, (db) => db.dispatchRun.count({ where: {} }))
  expect(runs).toBe(0)
})
