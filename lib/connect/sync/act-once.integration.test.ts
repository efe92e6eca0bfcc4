import { answerCancellationAction, answerReturnAction, cancelOrderAction } from '@/lib/connect/sync/actions'
import { getReturnFor, getReturnsFor } from '@/lib/sales/returns/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  countCalls,
  openDispatchDesk,
  placeToShip,
  readAgain,
  step,
  type DispatchDesk,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { openShopDesk } from '@/lib/testing/harnesses/shop-harness'
import { pollReturns } from './sync-returns'

const { platform } = openShopDesk({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let desk: DispatchDesk
beforeAll(async () => {
  desk = await openDispatchDesk(platform())
})
beforeEach(() => signInAs(desk.company.owner))
afterEach(() => platform().platform.pool.query('DELETE FROM fault'))

async function askedReturn() {
  const order = await placeToShip(desk)
  for (const name of ['ship', 'pick-up', 'deliver']) await step(desk, order.code, name)
  const { returnSn } = await platform().admin<{ returnSn: string }>('return', {
    orderSn: order.code,
    kind: 'refund_only',
  })
  await readAgain(desk, [order.code])
  await asWorker(() => pollReturns(desk.shop, new Date(Date.now() + 1000)))
  const [row] = (await getReturnsFor(desk.company.owner, { q: order.code, tab: 'answer' })).page.rows
  const { id, version } = (await getReturnFor(desk.company.owner, row!.id))!
  return { order, returnSn, returnId: id, version }
}
type Asked = Awaited<ReturnType<typeof askedReturn>>
const offerOf = ({ returnId, version }: Asked, amountCents = 500) => ({
  returnId,
  version,
  answer: { kind: 'offer' as const, amountCents },
})
const acceptOf = ({ returnId, version }: Asked) => ({ returnId, version, answer: { kind: 'accept' as const } })
const trailOf = (event: 'order.returnAnswered' | 'order.cancellationSent', orderId: string) =>
  inspect(
    desk.company.organizationId,
    'SELECT id FROM audit_event WHERE organization_id = current_organization() AND event = $1 AND subject_id = $2',
    [event, orderId],
  )

test('an answer sent many times with one key reaches the platform once, and all hear the first answer', async () => {
  const asked = await askedReturn()
  const calls = await countCalls(desk, 'returns/offer$')
  const sent = envelope(desk.company)
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerReturnAction(sent, offerOf(asked))))
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ ok: true, data: { returnId: asked.returnId } })))
  expect(await answerReturnAction(sent, offerOf(asked))).toMatchObject({ ok: true })
  expect(await answerReturnAction(sent, offerOf(asked, 600))).toMatchObject({ error: 'keyReused' })
  expect(await calls()).toBe(1)
  expect(await trailOf('order.returnAnswered', asked.order.id)).toHaveLength(1)
})

test('one of different concurrent answers is sent, and the platform receives no other', async () => {
  const asked = await askedReturn()
  const calls = [await countCalls(desk, 'returns/offer$'), await countCalls(desk, 'returns/confirm$')]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      answerReturnAction(envelope(desk.company), nth % 2 ? offerOf(asked) : acceptOf(asked)),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await Promise.all(calls.map((count) => count()))).reduce((a, b) => a + b)).toBe(1)
  expect(await trailOf('order.returnAnswered', asked.order.id)).toHaveLength(1)
})

test('an answer that the platform took without saying so counts as given', async () => {
  const asked = await askedReturn()
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'returns/offer$' })
  expect(await answerReturnAction(envelope(desk.company), offerOf(asked))).toMatchObject({ ok: true })
  expect(await getReturnFor(desk.company.owner, asked.returnId)).toMatchObject({
    offers: [{ by: 'seller', cents: 500 }],
  })
})

test('an answer that the platform took and never spoke of counts as given', async () => {
  const asked = await askedReturn()
  await platform().admin('fault', { kind: 'timeout', count: 1, pathPattern: 'returns/offer$', seconds: 20 })
  expect(await answerReturnAction(envelope(desk.company), offerOf(asked))).toMatchObject({ ok: true })
  expect(await getReturnFor(desk.company.owner, asked.returnId)).toMatchObject({
    offers: [{ by: 'seller', cents: 500 }],
  })
})

test('an answer with an unknown outcome is looked up at the platform before it is sent again', async () => {
  const asked = await askedReturn()
  const calls = await countCalls(desk, 'returns/offer$')
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'returns/offer$' })
  await platform().admin('fault', { kind: 'error_server', count: 2, pathPattern: 'get_return_detail' })
  const sent = envelope(desk.company)
  expect(await answerReturnAction(sent, offerOf(asked))).toMatchObject({ error: 'outcomeUnknown' })
  const told = await calls()
  expect(await answerReturnAction(sent, offerOf(asked))).toMatchObject({ ok: true })
  expect(await calls()).toBe(told)
})

test('a running answer blocks others, until its sender must have died', async () => {
  const asked = await askedReturn()
  const { organizationId } = desk.company
  await inspect(
    organizationId,
    `INSERT INTO platform_act (organization_id, subject_id, route, key, body_hash) VALUES ($1, $2, 'return.answer', 'gone', '')`,
    [organizationId, asked.returnId],
  )
  expect(await answerReturnAction(envelope(desk.company), acceptOf(asked))).toMatchObject({ error: 'requestInFlight' })
  await inspect(
    organizationId,
    `UPDATE platform_act SET asked_at = now() - interval '2 minutes' WHERE subject_id = $1`,
    [asked.returnId],
  )
  expect(await answerReturnAction(envelope(desk.company), acceptOf(asked))).toMatchObject({ ok: true })
})

test('an answer that the platform refused may be sent again with the same form', async () => {
  const asked = await askedReturn()
  // Where the refund is not known here, only the platform can say that an offer is too much.
  await inspect(desk.company.organizationId, 'UPDATE order_return SET refund_cents = 0 WHERE id = $1', [asked.returnId])
  const sent = envelope(desk.company)
  expect(await answerReturnAction(sent, offerOf(asked, 99_999_999))).toMatchObject({ error: 'platformRefused' })
  expect(await answerReturnAction(sent, offerOf(asked))).toMatchObject({ ok: true })
})

test('a cancellation sent many times with one key reaches the platform once', async () => {
  const order = await placeToShip(desk)
  const calls = await countCalls(desk, 'order/cancel_order$')
  const sent = envelope(desk.company)
  const given = { orderId: order.id, reason: 'CUSTOMER_REQUEST' as const }
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancelOrderAction(sent, given)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  expect(await calls()).toBe(1)
  expect(await trailOf('order.cancellationSent', order.id)).toHaveLength(1)
})

test('a cancellation that the platform took without saying so counts as done', async () => {
  const order = await placeToShip(desk)
  await platform().admin('fault', { kind: 'cut_answer', count: 1, pathPattern: 'order/cancel_order$' })
  const given = { orderId: order.id, reason: 'CUSTOMER_REQUEST' as const }
  expect(await cancelOrderAction(envelope(desk.company), given)).toMatchObject({ ok: true })
  expect(await answerCancellationAction(envelope(desk.company), { orderId: order.id, accept: true })).toMatchObject({
    error: 'cancellationNotAsked',
  })
})
