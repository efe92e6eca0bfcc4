import { answerCancellationAction, answerReturnAction, cancelOrderAction } from '@/lib/connect/sync/actions'
import { getReturnFor, getReturnsFor } from '@/lib/sales/returns/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  countCalls,
  openDispatchHarness,
  placeToShip,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { pollReturns } from '../inbound/sync-returns'

const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(() => signInAs(harness.company.owner))
afterEach(() => platform().platform.pool.query('DELETE FROM fault'))

async function requestedReturn() {
  const order = await placeToShip(harness)
  for (const name of ['ship', 'pick-up', 'deliver']) await step(harness, order.code, name)
  const { returnSn } = await platform().admin<{ returnSn: string }>('return', {
    orderSn: order.code,
    kind: 'refund_only',
  })
  await readAgain(harness, [order.code])
  await asWorker(() => pollReturns(harness.shop, new Date(Date.now() + 1000)))
  const [row] = (await getReturnsFor(harness.company.owner, { q: order.code, tab: 'answer' })).page.rows
  const { id, version } = (await getReturnFor(harness.company.owner, row!.id))!
  return { order, returnSn, returnId: id, version }
}
type RequestedReturn = Awaited<ReturnType<typeof requestedReturn>>
const offerOf = ({ returnId, version }: RequestedReturn, amountCents = 500) => ({
  returnId,
  version,
  answer: { kind: 'offer' as const, amountCents },
})
const acceptOf = ({ returnId, version }: RequestedReturn) => ({
  returnId,
  version,
  answer: { kind: 'accept' as const },
})
const auditEventsOf = (event: 'order.returnAnswered' | 'order.cancellationSent', orderId: string) =>
  inspect(
    harness.company.organizationId,
    'SELECT id FROM audit_event WHERE organization_id = current_organization() AND event = $1 AND subject_id = $2',
    [event, orderId],
  )

test('an answer sent many times with one key reaches the platform once, and all hear the first answer', async () => {
  const requested = await requestedReturn()
  const calls = await countCalls(harness, 'returns/offer$')
  const sent = envelope(harness.company)
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerReturnAction(sent, offerOf(requested))))
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ ok: true, data: { returnId: requested.returnId } })))
  expect(await answerReturnAction(sent, offerOf(requested))).toMatchObject({ ok: true })
  expect(await answerReturnAction(sent, offerOf(requested, 600))).toMatchObject({ error: 'keyReused' })
  expect(await calls()).toBe(1)
  expect(await auditEventsOf('order.returnAnswered', requested.order.id)).toHaveLength(1)
})

test('one of different concurrent answers is sent, and the platform receives no other', async () => {
  const requested = await requestedReturn()
  const calls = [await countCalls(harness, 'returns/offer$'), await countCalls(harness, 'returns/confirm$')]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      answerReturnAction(envelope(harness.company), nth % 2 ? offerOf(requested) : acceptOf(requested)),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await Promise.all(calls.map((count) => count()))).reduce((a, b) => a + b)).toBe(1)
  expect(await auditEventsOf('order.returnAnswered', requested.order.id)).toHaveLength(1)
})

test('an answer that the platform took without saying so counts as given', async () => {
  const requested = await requestedReturn()
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'returns/offer$' })
  expect(await answerReturnAction(envelope(harness.company), offerOf(requested))).toMatchObject({ ok: true })
  expect(await getReturnFor(harness.company.owner, requested.returnId)).toMatchObject({
    offers: [{ by: 'seller', cents: 500 }],
  })
})

test('an answer that the platform took and never spoke of counts as given', async () => {
  const requested = await requestedReturn()
  await platform().admin('fault', { kind: 'timeout', count: 1, pathPattern: 'returns/offer$', seconds: 20 })
  expect(await answerReturnAction(envelope(harness.company), offerOf(requested))).toMatchObject({ ok: true })
  expect(await getReturnFor(harness.company.owner, requested.returnId)).toMatchObject({
    offers: [{ by: 'seller', cents: 500 }],
  })
})

test('an answer with an unknown outcome is looked up at the platform before it is sent again', async () => {
  const requested = await requestedReturn()
  const calls = await countCalls(harness, 'returns/offer$')
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'returns/offer$' })
  await platform().admin('fault', { kind: 'error_server', count: 2, pathPattern: 'get_return_detail' })
  const sent = envelope(harness.company)
  expect(await answerReturnAction(sent, offerOf(requested))).toMatchObject({ error: 'outcomeUnknown' })
  const callsMade = await calls()
  expect(await answerReturnAction(sent, offerOf(requested))).toMatchObject({ ok: true })
  expect(await calls()).toBe(callsMade)
})

test('a running answer blocks others, until its sender must have died', async () => {
  const requested = await requestedReturn()
  const { organizationId } = harness.company
  await inspect(
    organizationId,
    `INSERT INTO platform_act (organization_id, subject_id, route, key, body_hash) VALUES ($1, $2, 'return.answer', 'gone', '')`,
    [organizationId, requested.returnId],
  )
  expect(await answerReturnAction(envelope(harness.company), acceptOf(requested))).toMatchObject({
    error: 'requestInFlight',
  })
  await inspect(
    organizationId,
    `UPDATE platform_act SET asked_at = now() - interval '2 minutes' WHERE subject_id = $1`,
    [requested.returnId],
  )
  expect(await answerReturnAction(envelope(harness.company), acceptOf(requested))).toMatchObject({ ok: true })
})

test('an answer that the platform refused may be sent again with the same form', async () => {
  const requested = await requestedReturn()
  // Where the refund is not known here, only the platform can say that an offer is too much.
  await inspect(harness.company.organizationId, 'UPDATE order_return SET refund_cents = 0 WHERE id = $1', [
    requested.returnId,
  ])
  const sent = envelope(harness.company)
  expect(await answerReturnAction(sent, offerOf(requested, 99_999_999))).toMatchObject({ error: 'platformRefused' })
  expect(await answerReturnAction(sent, offerOf(requested))).toMatchObject({ ok: true })
})

test('a cancellation sent many times with one key reaches the platform once', async () => {
  const order = await placeToShip(harness)
  const calls = await countCalls(harness, 'order/cancel_order$')
  const sent = envelope(harness.company)
  const given = { orderId: order.id, reason: 'CUSTOMER_REQUEST' as const }
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancelOrderAction(sent, given)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await calls()).toBe(1)
  expect(await auditEventsOf('order.cancellationSent', order.id)).toHaveLength(1)
})

test('a cancellation that the platform took without saying so counts as done', async () => {
  const order = await placeToShip(harness)
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'order/cancel_order$' })
  const given = { orderId: order.id, reason: 'CUSTOMER_REQUEST' as const }
  expect(await cancelOrderAction(envelope(harness.company), given)).toMatchObject({ ok: true })
  expect(await answerCancellationAction(envelope(harness.company), { orderId: order.id, accept: true })).toMatchObject({
    error: 'cancellationNotAsked',
  })
})
