import { POST } from '@/app/api/dispatch/invoices/route'
import { sendInvoicesAction, printLabelsAction, shipOrdersAction } from '@/lib/sales/dispatch/actions'
import { getFailuresFor } from '@/lib/sales/dispatch/failures'
import { readLabelError } from '@/lib/sales/dispatch/label-error'
import type { RunKind } from '@/lib/sales/dispatch/schema'
import type { ReceivedInvoice } from '@/lib/sales/dispatch/receive-invoice'
import type { ActionResult } from '@/lib/core/errors'
import { systemActor } from '@/lib/core/queue/task'
import { readWebhookEvent } from '@/lib/shopee/webhook-event'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  parcelOf,
  placeAllToShip,
  placeToShip,
  readAgain,
  step,
  workOff,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { retryFailureAction } from '../actions'
import { makeLabels } from './make-labels'
import { storeWebhookEvent } from '../webhook-events/receive-webhook-event'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(async () => {
  await platform().admin('faults-clear')
  await platform().platform.changeSettings({ documentDelaySeconds: 0, invoicesRequired: false })
  await signInAs(harness.company.owner)
})

const cutAnswer = (pathPattern: string) => platform().admin('fault', { kind: 'server_error', count: 1, pathPattern })
const failures = async () => (await getFailuresFor(harness.company.owner)).sync
const lastRun = async (kind: RunKind) =>
  (
    await inspect<{ id: string }>(
      harness.company.organizationId,
      'SELECT id FROM dispatch_run WHERE kind = $1::"RunKind" ORDER BY created_at DESC LIMIT 1',
      [kind],
    )
  )[0]!.id
/** The button of Falhas, and then the worker. */
async function retry(kind: RunKind) {
  const [failure] = await failures()
  dataOf(await retryFailureAction(envelope(harness.company), { failureId: failure!.id }))
  return workOff(harness.company.owner, kind, await lastRun(kind))
}
const dropoff = () => ({
  shopId: harness.shopId,
  channelId: null,
  retry: false,
  method: 'dropoff' as const,
  addressId: null,
  pickupTimeId: null,
  branchId: null,
})
async function ship(orderIds: string[]) {
  const request = { selection: { orderIds }, arrangements: [dropoff()] }
  const { runId } = dataOf(await shipOrdersAction(envelope(harness.company), request))
  return workOff(harness.company.owner, 'ship', runId)
}
async function printWithoutPatience(orderIds: string[]) {
  const { runId } = dataOf(
    await printLabelsAction(envelope(harness.company), { selection: { orderIds }, reprint: false }),
  )
  await asWorker(() => makeLabels(systemActor(harness.company.organizationId), runId))
}

test('a shipment that did not go through waits among the failures, and goes the same way when it is asked for again', async () => {
  const order = await placeToShip(harness)
  await cutAnswer('logistics/ship_order$')
  expect((await ship([order.id])).problems).toHaveLength(1)
  expect(await failures()).toMatchObject([{ operation: 'ship', subject: order.code, isDead: true, attempts: 1 }])
  await cutAnswer('logistics/ship_order$')
  expect((await retry('ship')).problems).toHaveLength(1)
  expect(await failures()).toMatchObject([{ operation: 'ship', subject: order.code, isDead: true }])
  expect(await retry('ship')).toMatchObject({ total: 1, problems: [] })
  expect(await failures()).toEqual([])
  expect(await parcelOf(harness, order.code)).toMatchObject({ method: 'dropoff' })
})

test('an action done in the platform’s own page is no failure any more, nor is a cancelled one', async () => {
  const [arranged, cancelled] = await placeAllToShip(harness, [0, 0])
  await platform().admin('fault', { kind: 'server_error', count: 2, pathPattern: 'logistics/ship_order$' })
  await ship([arranged.id, cancelled.id])
  expect(await failures()).toHaveLength(2)
  await step(harness, arranged.code, 'ship')
  await step(harness, cancelled.code, 'cancel-by-seller')
  await readAgain(harness, [arranged.code, cancelled.code])
  expect(await failures()).toEqual([])
})

test('a label that was not made in time waits among the failures, and is made when it is asked for again', async () => {
  const order = await placeToShip(harness)
  await ship([order.id])
  await platform().platform.changeSettings({ documentDelaySeconds: 600 })
  await printWithoutPatience([order.id])
  expect(await failures()).toMatchObject([{ operation: 'label', subject: order.code, errorCode: 'labelNotReady' }])
  expect(await parcelOf(harness, order.code)).toMatchObject({ label_state: 'asked', print_count: 0 })
  await platform().platform.changeSettings({ documentDelaySeconds: 0 })
  expect(await retry('labels')).toMatchObject({ hasFile: true, problems: [] })
  expect(await failures()).toEqual([])
  expect(await parcelOf(harness, order.code)).toMatchObject({ label_state: 'ready', print_count: 1 })
})

test('a waiting label is fetched as soon as the platform reports that it is made, and an unrequested one is not', async () => {
  const [cancelled, other] = await placeAllToShip(harness, [0, 0])
  await ship([cancelled.id, other.id])
  await platform().platform.changeSettings({ documentDelaySeconds: 600 })
  await printWithoutPatience([cancelled.id])
  const body = (code: string) =>
    JSON.stringify({
      code: 15,
      shop_id: harness.number,
      timestamp: 1_795_000_000,
      data: { ordersn: code, status: 'READY' },
    })
  const receiveEvent = async (code: string) => {
    await storeWebhookEvent(readWebhookEvent(Buffer.from(body(code)))!, `${body(code)} ${Math.random()}`)
    await asWorker(() => workWebhookEvents(String(harness.number)))
  }
  await receiveEvent(cancelled.code)
  expect(await parcelOf(harness, cancelled.code)).toMatchObject({ label_state: 'asked' })
  await platform().platform.pool.query(`UPDATE shipping_documents SET status = 'READY' WHERE order_sn = $1`, [
    cancelled.code,
  ])
  await receiveEvent(other.code)
  await receiveEvent(cancelled.code)
  expect(await parcelOf(harness, cancelled.code)).toMatchObject({ label_state: 'ready', print_count: 0 })
  expect(await parcelOf(harness, other.code)).toMatchObject({ label_state: 'none' })
  expect(await failures()).toEqual([])
})

test('an invoice that the platform did not take waits among the failures, and is sent when it is asked for again', async () => {
  await platform().platform.changeSettings({ invoicesRequired: true })
  const order = await placeToShip(harness)
  const xml = nfeXml({ totalCents: 2500, number: 1 })
  const notes = `<infAdic><infCpl>Pedido ${order.code}</infCpl></infAdic></infNFe>`
  const request = new Request('http://localhost/api/dispatch/invoices?fileName=nota.xml', {
    method: 'POST',
    headers: { 'x-organization-id': harness.company.organizationId },
    body: xml.replace('</infNFe>', notes),
  })
  const received = await POST(request, { params: Promise.resolve({}) })
  dataOf((await received.json()) as ActionResult<ReceivedInvoice>)
  await cutAnswer('order/upload_invoice_doc$')
  const wanted = { selection: { orderIds: [order.id] } }
  const { runId } = dataOf(await sendInvoicesAction(envelope(harness.company), wanted))
  expect((await workOff(harness.company.owner, 'invoices', runId)).problems).toHaveLength(1)
  expect(await failures()).toMatchObject([{ operation: 'invoice', subject: order.code, isDead: true }])
  expect((await retry('invoices')).problems).toEqual([])
  expect(await failures()).toEqual([])
})

test('why a label was refused is kept as our words know it, with the platform’s own', async () => {
  const order = await placeToShip(harness)
  await ship([order.id])
  await inspect(harness.company.organizationId, 'UPDATE package SET tracking_number = $2 WHERE order_id = $1', [
    order.id,
    'BR000000000BR',
  ])
  await printWithoutPatience([order.id])
  expect(await failures()).toMatchObject([{ operation: 'label', subject: order.code, errorCode: 'labelTracking' }])
  const { label_error: kept } = await parcelOf(harness, order.code)
  expect(readLabelError(kept)).toEqual({
    problem: 'labelTracking',
    text: 'The tracking number is invalid. Please check the tracking number.',
  })
})
