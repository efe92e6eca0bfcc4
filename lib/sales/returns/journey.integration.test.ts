import { getDisputeReasons } from '@/lib/connect/sync/acts/answer-return'
import { pollReturns } from '@/lib/connect/sync/inbound/sync-returns'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  placeToShip,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { addMember, envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { answerReturnAction } from '@/lib/connect/sync/actions'
import { findReturnAction, receiveReturnAction } from './actions'
import { getReturnFor, getReturnsFor } from './views'

const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(() => signInAs(harness.company.owner))

/** The sync's next turn. */
async function follow(code: string) {
  await readAgain(harness, [code])
  await asWorker(() => pollReturns(harness.shop, new Date(Date.now() + 1000)))
}

async function shippedOrder(nth = 0) {
  const order = await placeToShip(harness, nth)
  for (const name of ['ship', 'pick-up']) await step(harness, order.code, name)
  await readAgain(harness, [order.code])
  return order
}

const stockOf = async (sku: string) =>
  Object.fromEntries(
    (
      await inspect<{ kind: string; on_hand: string }>(
        harness.company.organizationId,
        `SELECT l.kind::text AS kind, v.on_hand FROM stock_level v JOIN stock_location l ON l.id = v.location_id
         JOIN product p ON p.id = v.product_id WHERE p.sku = $1 ORDER BY 1`,
        [sku],
      )
    ).map(({ kind, on_hand }) => [kind, Number(on_hand)]),
  )

const openOf = async (code: string, tab = 'todo') =>
  (await getReturnsFor(harness.company.owner, { q: code, tab })).page.rows

test('a shipped order that fails delivery comes back, is received damaged and never counts as sellable', async () => {
  const before = (await stockOf('CAN')).own!
  const order = await shippedOrder()
  expect((await stockOf('CAN')).own).toBe(before - 1)
  await step(harness, order.code, 'fail-delivery')
  await follow(order.code)
  const rows = await openOf(order.code)
  expect(rows).toMatchObject([{ kind: 'failed_delivery', state: 'incoming', units: 1 }])

  await step(harness, order.code, 'parcel-back')
  await follow(order.code)
  const { returnId } = dataOf(await findReturnAction(envelope(harness.company), { code: order.code }))
  expect(returnId).toBe(rows[0]!.id)
  const { version } = (await getReturnFor(harness.company.owner, returnId))!
  const lines = [{ line: 1, sellable: 0, damaged: 1, missing: 0 }]
  const sent = { returnId: returnId!, version, lines, note: 'Caixa amassada' }
  expect(dataOf(await receiveReturnAction(envelope(harness.company), sent))).toMatchObject({ already: false })
  await follow(order.code)
  expect(await stockOf('CAN')).toEqual({ own: before - 1, damaged: 1 })
  expect(await openOf(order.code, 'done')).toContainEqual(expect.objectContaining({ state: 'received' }))
})

async function requestedReturn(kind: 'refund_only' | 'return_refund') {
  const order = await shippedOrder(1)
  await step(harness, order.code, 'deliver')
  const { returnSn } = await platform().admin<{ returnSn: string }>('return', { orderSn: order.code, kind })
  await follow(order.code)
  const [row] = await openOf(order.code, 'answer')
  const view = (await getReturnFor(harness.company.owner, row!.id))!
  return { order, returnSn, view }
}
const statusOf = async (returnSn: string) =>
  (
    await platform().platform.pool.query<{ status: string; negotiation_status: string }>(
      'SELECT status, negotiation_status FROM returns WHERE return_sn = $1',
      [returnSn],
    )
  ).rows[0]!

type Answer = Parameters<typeof answerReturnAction>[1]['answer']
const answer = ({ id, version }: { id: string; version: number }, given: Answer) =>
  answerReturnAction(envelope(harness.company), { returnId: id, version, answer: given })

test('the buyer’s request is accepted at the platform, and the goods are then on their way back', async () => {
  const { returnSn, view, order } = await requestedReturn('return_refund')
  expect(view).toMatchObject({ kind: 'with_return', state: 'open', canAnswer: true, number: returnSn })
  expect(await answer(view, { kind: 'accept' })).toMatchObject({ ok: true })
  expect(await statusOf(returnSn)).toMatchObject({ status: 'PROCESSING' })
  await platform().admin('return-step', { returnSn, step: 'buyer-ships' })
  await follow(order.code)
  expect(await getReturnFor(harness.company.owner, view.id)).toMatchObject({ state: 'incoming', canAnswer: false })
  expect(await answer({ ...view, version: view.version + 2 }, { kind: 'accept' })).toMatchObject({
    error: 'returnNotOpen',
  })
})

test('an offer and a dispute reach the platform; its refusal is shown in its own words', async () => {
  const offered = await requestedReturn('refund_only')
  const tooMuch = Number(offered.view.refundCents) + 1
  expect(await answer(offered.view, { kind: 'offer', amountCents: tooMuch })).toMatchObject({
    error: 'invalidInput',
    fields: { 'answer.amountCents': ['returns.fields.amountOver'] },
  })
  expect(await answer(offered.view, { kind: 'offer', amountCents: 500 })).toMatchObject({ ok: true })
  expect(await statusOf(offered.returnSn)).toMatchObject({ negotiation_status: 'PENDING_BUYER_RESPOND' })
  const { view, returnSn } = await requestedReturn('refund_only')
  const { reasons } = await getDisputeReasons(harness.company.owner, { returnId: view.id })
  expect(reasons).toContainEqual(expect.objectContaining({ id: 2, requirement: expect.any(String) }))
  const dispute = { kind: 'dispute', email: 'loja@example.com', text: 'Foi entregue.' } as const
  expect(await answer(view, { ...dispute, reasonId: 99 })).toMatchObject({ error: 'platformRefused' })
  expect(await answer(view, { ...dispute, reasonId: 2 })).toMatchObject({ ok: true })
  expect(await statusOf(returnSn)).toMatchObject({ status: 'JUDGING' })
})

test('a member who packs receives, but does not answer', async () => {
  const { view } = await requestedReturn('refund_only')
  await signInAs(await addMember(harness.company, 'operator'))
  expect(await answer(view, { kind: 'accept' })).toMatchObject({ error: 'permissionDenied' })
})
