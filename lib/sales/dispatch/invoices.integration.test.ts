import { POST } from '@/app/api/dispatch/invoices/route'
import { newAccessKey } from '@/lib/sandbox/invoices/access-key'
import { pauses } from '@/lib/connect/sync/dispatch/pauses'
import { confirmCancellations } from '@/lib/connect/sync/inbound/confirm-cancellations'
import { pollOrders } from '@/lib/connect/sync/inbound/poll-orders'
import { watchPackages } from '@/lib/connect/sync/inbound/watch-packages'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  orderOf,
  placeAllToShip,
  placeToShip,
  readAgain,
  step,
  workOff,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import {
  cancelInvoiceAction,
  dropInvoiceAction,
  matchInvoiceAction,
  sendInvoicesAction,
  shipOrdersAction,
} from './actions'
import type { ReceivedInvoice } from './receive-invoice'
import { listReadyToSendFor } from './invoice-queue'
import { getDispatchFor } from './views'
import type { ActionResult } from '@/lib/core/errors'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0 } })

let harness: DispatchHarness
let number = 0
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(() => signInAs(harness.company.owner))

const viewer = () => ({ ...harness.company.owner, timeZone: 'America/Sao_Paulo' })
const nextNumber = () => (number += 1)
const xmlFor = (code: string | null, more: Partial<Parameters<typeof nfeXml>[0]> = {}) => {
  const xml = nfeXml({ totalCents: 2500, number: nextNumber(), ...more })
  return code ? xml.replace('</infNFe>', `<infAdic><infCpl>Pedido ${code}</infCpl></infAdic></infNFe>`) : xml
}
async function upload(body: string | Uint8Array, name = 'nota.xml', organizationId = harness.company.organizationId) {
  const address = `http://localhost/api/dispatch/invoices?${new URLSearchParams({ fileName: name }).toString()}`
  const headers = { 'x-organization-id': organizationId }
  const request = new Request(address, { method: 'POST', headers, body: Buffer.from(body) })
  const answer = await POST(request, { params: Promise.resolve({}) })
  return (await answer.json()) as ActionResult<ReceivedInvoice>
}
const send = async (orderIds: string[]) => {
  const { runId } = dataOf(await sendInvoicesAction(envelope(harness.company), { selection: { orderIds } }))
  return workOff(harness.company.owner, 'invoices', runId)
}
const documentOf = async (orderId: string) =>
  (
    await inspect<{ state: string; reason: string | null }>(
      harness.company.organizationId,
      'SELECT state, reason FROM fiscal_document WHERE organization_id = current_organization() AND order_id = $1 ORDER BY id DESC',
      [orderId],
    )
  )[0]
const after = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const cancelledSince = (orderId: string, hours: number) =>
  inspect(
    harness.company.organizationId,
    'UPDATE orders SET cancelled_at = now() - make_interval(hours => $2) WHERE id = $1',
    [orderId, hours],
  )
const rowOf = async (id: string) => (await getDispatchFor(viewer(), {})).page.rows.find((row) => row.id === id)

test('a file finds its order by the code in its notes, and the order goes on once SEFAZ takes it', async () => {
  const order = await placeToShip(harness)
  // The order itself says that it is ready to ship: only the platform's list tells what waits for an invoice.
  await asWorker(() => watchPackages(harness.shop))
  expect(await rowOf(order.id)).toMatchObject({ stage: 'invoice', hasInvoiceFile: false })
  const received = dataOf(await upload(xmlFor(order.code)))
  expect(received).toMatchObject({ orderCode: order.code, orderId: order.id, differenceCents: null })
  expect(await rowOf(order.id)).toMatchObject({ stage: 'invoice', hasInvoiceFile: true })
  const dropoff = { shopId: harness.shopId, channelId: null, retry: false, method: 'dropoff' as const }
  const choice = { ...dropoff, addressId: null, pickupTimeId: null, branchId: null }
  const early = dataOf(
    await shipOrdersAction(envelope(harness.company), { selection: { orderIds: [order.id] }, arrangements: [choice] }),
  )
  expect((await workOff(harness.company.owner, 'ship', early.runId)).problems).toMatchObject([
    { code: order.code, errorCode: 'invoiceMissing' },
  ])
  const waits: number[] = []
  pauses.wait = async (ms) => void waits.push(ms)
  expect((await send([order.id])).problems).toEqual([])
  // It waited for SEFAZ once, and no longer than it had to.
  expect(waits).toEqual([1000])
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: 'valid', platform_status: 'READY_TO_SHIP' })
  expect(await documentOf(order.id)).toMatchObject({ state: 'accepted' })
  expect(await rowOf(order.id)).toMatchObject({ stage: 'arrange' })
})

test('SEFAZ’s rejection is shown with its reason, and a corrected file replaces it', async () => {
  const order = await placeToShip(harness)
  const received = dataOf(await upload(xmlFor(order.code, { totalCents: 2600 })))
  expect(received.differenceCents).toBe('100')
  await send([order.id])
  expect(await orderOf(harness, order.code)).toMatchObject({
    invoice_state: 'rejected',
    invoice_reason: expect.stringContaining('Rejeição 531'),
  })
  expect(await documentOf(order.id)).toMatchObject({ state: 'rejected', reason: expect.stringContaining('531') })
  expect(await rowOf(order.id)).toMatchObject({ stage: 'refused' })
  expect((await getDispatchFor(viewer(), {})).runs[0]).toMatchObject({ done: 1, problems: [], refused: 1 })
  dataOf(await upload(xmlFor(null), `${order.code}.xml`))
  await send([order.id])
  expect(await orderOf(harness, order.code)).toMatchObject({ invoice_state: 'valid', invoice_reason: null })
})

test('a file that names no order waits to be matched by hand; one that names two is not guessed', async () => {
  const [one, two] = await placeAllToShip(harness, [0, 0])
  const lost = dataOf(await upload(xmlFor(null)))
  expect(lost.orderCode).toBeNull()
  const both = dataOf(await upload(xmlFor(`${one.code} e ${two.code}`)))
  expect(both.orderCode).toBeNull()
  const { unmatched } = await getDispatchFor(viewer(), {})
  expect(unmatched).toBe(2)
  const match = (documentId: string, orderCode: string) =>
    matchInvoiceAction(envelope(harness.company), { documentId, orderCode })
  expect(await match(lost.documentId, '260101NOWHERE0')).toMatchObject({ error: 'invoiceOrderUnknown' })
  expect(dataOf(await match(lost.documentId, one.code.toLowerCase()))).toEqual({ orderCode: one.code })
  expect(await rowOf(one.id)).toMatchObject({ hasInvoiceFile: true })
  expect(await listReadyToSendFor(viewer())).toEqual([one.id])
  dataOf(await dropInvoiceAction(envelope(harness.company), { documentId: both.documentId }))
  expect((await getDispatchFor(viewer(), {})).unmatched).toBe(0)
})

test('a file is marked while it is on its way to the platform, and no longer where it could not be sent', async () => {
  const order = await placeToShip(harness)
  const { documentId } = dataOf(await upload(xmlFor(order.code)))
  const markOf = async () => {
    const read = 'SELECT state, sent_at IS NOT NULL AS marked FROM fiscal_document WHERE id = $1'
    return (await inspect<{ state: string; marked: boolean }>(harness.company.organizationId, read, [documentId]))[0]
  }
  const pathPattern = 'upload_invoice_doc$'
  await platform().admin('fault', { kind: 'error_server', pathPattern })
  await send([order.id])
  expect(await markOf()).toEqual({ state: 'received', marked: false })
  await platform().admin('faults-clear')
  await platform().admin('fault', { kind: 'timeout', pathPattern, count: 1, seconds: 0.3 })
  const sending = send([order.id])
  await vi.waitFor(async () => expect(await markOf()).toEqual({ state: 'received', marked: true }), {
    interval: 10,
    timeout: 8_000,
  })
  await sending
  await platform().admin('faults-clear')
})

test('the same invoice twice, a wrong key, another file and one too large are refused', async () => {
  const order = await placeToShip(harness)
  const xml = xmlFor(order.code)
  dataOf(await upload(xml))
  expect(await upload(xml)).toMatchObject({ ok: false, error: 'invoiceDuplicate' })
  const key = newAccessKey({ cnpj: '11222333000181', number: nextNumber(), now: Date.now() / 1000 })
  const wrong = `${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`
  expect(await upload(xmlFor(order.code, { accessKey: wrong }))).toMatchObject({ error: 'invoiceKeyWrong' })
  expect(await upload('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')).toMatchObject({ error: 'invoiceFileUnsafe' })
  expect(await upload('hello', 'nota.pdf')).toMatchObject({ error: 'invoiceFileUnknown' })
  expect(await upload(`<a>${'x'.repeat(1_048_576)}</a>`)).toMatchObject({ error: 'fileTooLarge' })
  expect(dataOf(await upload('%PDF-1.4 nota', `${order.code}.pdf`))).toMatchObject({ orderCode: order.code })
})

test('an order cancelled with a valid invoice is urgent until its invoice is cancelled, or cannot be any more', async () => {
  const order = await placeToShip(harness)
  dataOf(await upload(xmlFor(order.code)))
  await send([order.id])
  await step(harness, order.code, 'cancel-by-seller')
  await readAgain(harness, [order.code])
  const urgent = async () => (await getDispatchFor(viewer(), {})).urgent.filter(({ id }) => id === order.id)
  expect(await urgent()).toEqual([])
  await asWorker(() => confirmCancellations(harness.shop, after(29)))
  expect(await urgent()).toEqual([])
  await asWorker(() => pollOrders(harness.shop, after(31)))
  expect(await urgent()).toMatchObject([{ kind: 'invoiceToCancel', code: order.code }])
  await cancelledSince(order.id, 481)
  expect(await urgent()).toEqual([])
  await cancelledSince(order.id, 479)
  expect(await urgent()).toHaveLength(1)
  // A file that was uploaded by mistake and dropped says nothing of the invoice.
  const drop = () =>
    inspect(
      harness.company.organizationId,
      `INSERT INTO fiscal_document (organization_id, id, order_id, kind, state, access_key, file_name, uploaded_by) VALUES
        (current_organization(), uuid_v7(), $1, 'nfe', 'cancelled', NULL, 'errada.xml', $2)`,
      [order.id, harness.company.owner.userId],
    )
  await drop()
  expect(await urgent()).toHaveLength(1)
  dataOf(await cancelInvoiceAction(envelope(harness.company), { orderId: order.id }))
  expect(await urgent()).toEqual([])
})

test('an order that was cancelled for a moment is alive again at the second answer, and its invoice is never urgent', async () => {
  const order = await placeToShip(harness)
  dataOf(await upload(xmlFor(order.code)))
  await send([order.id])
  const { pool, clock } = platform().platform
  const say = async (status: string) => {
    await pool.query('UPDATE orders SET status = $2, update_time = greatest(update_time + 1, $3) WHERE order_sn = $1', [
      order.code,
      status,
      clock.now(),
    ])
  }
  await say('CANCELLED')
  await readAgain(harness, [order.code])
  expect(await orderOf(harness, order.code)).toMatchObject({ status: 'cancelled', invoice_state: 'valid' })
  await say('READY_TO_SHIP')
  await asWorker(() => confirmCancellations(harness.shop, after(31)))
  expect(await orderOf(harness, order.code)).toMatchObject({ status: 'confirmed', invoice_state: 'valid' })
  // Cancelled in earnest later: the first cancellation's moment is not that of this one.
  await say('CANCELLED')
  await readAgain(harness, [order.code])
  const urgent = async () => (await getDispatchFor(viewer(), {})).urgent.filter(({ id }) => id === order.id)
  expect(await urgent()).toEqual([])
  // The platform is away for hours: the first answer counts.
  await cancelledSince(order.id, 4)
  expect(await urgent()).toMatchObject([{ kind: 'invoiceToCancel' }])
})

test('an order that is known from sheets alone is not asked about again: its invoice is urgent at once', async () => {
  const order = await placeToShip(harness)
  dataOf(await upload(xmlFor(order.code)))
  await send([order.id])
  await step(harness, order.code, 'cancel-by-seller')
  await readAgain(harness, [order.code])
  await inspect(harness.company.organizationId, `UPDATE order_source SET source = 'export' WHERE order_id = $1`, [
    order.id,
  ])
  const { urgent } = await getDispatchFor(viewer(), {})
  expect(urgent.filter(({ id }) => id === order.id)).toMatchObject([{ kind: 'invoiceToCancel' }])
})

test('only who may ship uploads, and no file finds another company’s order', async () => {
  const order = await placeToShip(harness)
  await signInAs(await addMember(harness.company, 'viewer'))
  expect(await upload(xmlFor(order.code))).toMatchObject({ error: 'permissionDenied' })
  const other = await createTestOrganization()
  await signInAs(other.owner)
  expect(await upload(xmlFor(order.code))).toMatchObject({ error: 'organizationChanged' })
  const received = dataOf(await upload(xmlFor(order.code), 'nota.xml', other.organizationId))
  expect(received.orderCode).toBeNull()
  const match = { documentId: received.documentId, orderCode: order.code }
  expect(await matchInvoiceAction(envelope(other), match)).toMatchObject({ error: 'invoiceOrderUnknown' })
  await signInAs(harness.company.owner)
  expect(await matchInvoiceAction(envelope(harness.company), match)).toMatchObject({ error: 'notFound' })
})
