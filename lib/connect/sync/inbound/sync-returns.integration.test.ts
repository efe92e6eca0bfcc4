import { withOrganization } from '@/lib/core/db'
import { answerReturnAction } from '@/lib/connect/sync/actions'
import { getReturnFor, getReturnsFor } from '@/lib/sales/returns/views'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  openDispatchHarness,
  placeToShip,
  readAgain,
  step,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { connectSyncShop, listSyncFailures, syncStateOf } from '@/lib/testing/harnesses/sync-harness'
import { noteFailure, resolveFailures } from '../streams/failures'
import { storeWebhookEvent } from '../webhook-events/receive-webhook-event'
import { pollReturns } from './sync-returns'
import { workWebhookEvents } from '../webhook-events/work-webhook-events'

const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(() => signInAs(harness.company.owner))

const pool = () => platform().platform.pool
const poll = () => asWorker(() => pollReturns(harness.shop, new Date(Date.now() + 1000)))
async function follow(code: string) {
  await readAgain(harness, [code])
  await poll()
}
const drive = (returnSn: string, name: string) => platform().admin('return-step', { returnSn, step: name })
const listed = async (code: string, tab: string) =>
  (await getReturnsFor(harness.company.owner, { q: code, tab })).page.rows
const view = async (id: string) => (await getReturnFor(harness.company.owner, id))!

async function requestedReturn(kind: 'refund_only' | 'return_refund', request: object = {}) {
  const order = await placeToShip(harness)
  for (const name of ['ship', 'pick-up', 'deliver']) await step(harness, order.code, name)
  const { returnSn } = await platform().admin<{ returnSn: string }>('return', { orderSn: order.code, kind, ...request })
  return { ...order, returnSn }
}
async function open(kind: 'refund_only' | 'return_refund') {
  const order = await requestedReturn(kind)
  await follow(order.code)
  const [row] = await listed(order.code, 'answer')
  return { ...order, returnId: row!.id }
}
type Answer = Parameters<typeof answerReturnAction>[1]['answer']
const answer = async (returnId: string, given: Answer) =>
  dataOf(
    await answerReturnAction(envelope(harness.company), {
      returnId,
      version: (await view(returnId)).version,
      answer: given,
    }),
  )

test('the reason is the buyer’s until the platform gives another: NONE is none', async () => {
  const { returnId } = await open('refund_only')
  expect(await view(returnId)).toMatchObject({ reason: 'ITEM_MISSING' })
})

test('a parcel that came back waits to be received, and closes where it never left this stock', async () => {
  const here = await open('return_refund')
  const before = await open('return_refund')
  await inspect(harness.company.organizationId, 'UPDATE orders SET moves_stock = false WHERE external_code = $1', [
    before.code,
  ])
  for (const one of [here, before]) {
    await answer(one.returnId, { kind: 'accept' })
    await drive(one.returnSn, 'buyer-ships')
  }
  await poll()
  expect([(await view(here.returnId)).state, (await view(before.returnId)).state]).toEqual(['incoming', 'incoming'])
  for (const { returnSn } of [here, before]) await drive(returnSn, 'arrive')
  await poll()
  expect(await view(here.returnId)).toMatchObject({ state: 'arrived', canReceive: true })
  expect(await listed(here.code, 'incoming')).toHaveLength(1)
  await drive(here.returnSn, 'refund')
  await poll()
  expect(await view(here.returnId)).toMatchObject({ state: 'arrived', platformStatus: 'ACCEPTED' })
  expect((await view(before.returnId)).state).toBe('closed')
})

test('a refund that was granted leaves nothing to do', async () => {
  const { code, returnId } = await open('refund_only')
  await answer(returnId, { kind: 'accept' })
  await poll()
  expect((await view(returnId)).state).toBe('closed')
  expect(await listed(code, 'todo')).toEqual([])
})

test.each(['orders first', 'returns first'])(
  'a lost parcel stands once, and ends when its compensation is decided: %s',
  async (first) => {
    const order = await placeToShip(harness)
    for (const name of ['ship', 'pick-up', 'lose']) await step(harness, order.code, name)
    await pool().query(`UPDATE returns SET seller_compensation_status = 'COMPENSATION_REQUESTED' WHERE order_sn = $1`, [
      order.code,
    ])
    if (first === 'orders first') await readAgain(harness, [order.code])
    await poll()
    await readAgain(harness, [order.code])
    await poll()
    expect(await listed(order.code, 'todo')).toMatchObject([{ kind: 'lost', state: 'accepted' }])
    await pool().query(
      `UPDATE returns SET seller_compensation_status = 'COMPENSATION_ACCEPTED', update_time = update_time + 1 WHERE order_sn = $1`,
      [order.code],
    )
    await poll()
    expect(await listed(order.code, 'todo')).toEqual([])
    const rows = await listed(order.code, 'done')
    expect(rows.filter(({ state }) => state !== 'cancelled')).toMatchObject([{ kind: 'lost', state: 'closed' }])
    expect(await view(rows.find(({ state }) => state === 'closed')!.id)).toMatchObject({
      compensationCents: expect.any(BigInt),
    })
  },
)

test('only the recent part of a year’s history stays open', async () => {
  const { company, shop } = await connectSyncShop(platform(), 250)
  await asWorker(() => pollReturns(shop))
  const { page } = await getReturnsFor(company.owner, { tab: 'todo' }, 500)
  const longAgo = Date.now() - 60 * 86_400_000
  expect(page.rows.filter(({ openedAt }) => openedAt.getTime() < longAgo)).toEqual([])
  expect((await getReturnsFor(company.owner, { tab: 'done' })).counts.done).toBeGreaterThan(4)
})

test('offers of buyer and seller are stored, and each side’s word opens the other’s turn', async () => {
  const { returnId, returnSn } = await open('refund_only')
  expect(await view(returnId)).toMatchObject({ offers: [], offersLeft: 1, buyerOffersCents: null })
  await answer(returnId, { kind: 'offer', amountCents: 300 })
  await poll()
  expect(await view(returnId)).toMatchObject({ waitsForBuyer: true, canAnswer: false })
  await pool().query('UPDATE returns SET latest_offer_amount_cents = NULL WHERE return_sn = $1', [returnSn])
  await drive(returnSn, 'buyer-counters')
  await poll()
  const countered = await view(returnId)
  expect(countered).toMatchObject({
    waitsForBuyer: false,
    canAnswer: true,
    offersLeft: 0,
    offerDueAt: expect.any(Date),
    offers: [{ by: 'seller', cents: 300 }, { by: 'buyer' }],
  })
  expect(countered.buyerOffersCents).toBe(BigInt(countered.offers[1]!.cents))
  const operator = { organizationId: harness.company.organizationId, role: 'operator' } as const
  expect(await getReturnFor(operator, returnId)).toMatchObject({ canAnswer: false, waitsForBuyer: false })
  await answer(returnId, { kind: 'acceptOffer' })
  await poll()
  expect(await view(returnId)).toMatchObject({ state: 'closed', refundCents: countered.buyerOffersCents })
})

const SHAPES = `ALTER TABLE order_return ADD CONSTRAINT odd CHECK (buyer_text IS DISTINCT FROM 'ODD')`

describe('an odd return', () => {
  beforeAll(() => withOwner((owner) => owner.query(SHAPES)))
  afterAll(() => withOwner((owner) => owner.query('ALTER TABLE order_return DROP CONSTRAINT odd')))

  test('a return that cannot be written keeps neither the others out nor the stream', async () => {
    const [odd, good] = [
      await requestedReturn('refund_only', { textReason: 'ODD' }),
      await requestedReturn('refund_only'),
    ]
    const before = (await syncStateOf(harness.company, harness.shopId, 'returns')).watermark
    await poll()
    expect(await listed(good.code, 'answer')).toHaveLength(1)
    expect(await listed(odd.code, 'answer')).toEqual([])
    expect(await listSyncFailures(harness.company)).toContainEqual(
      expect.objectContaining({ operation: 'return', subject: odd.returnSn, error_code: 'unexpected' }),
    )
    expect((await syncStateOf(harness.company, harness.shopId, 'returns')).watermark.getTime()).toBeGreaterThan(
      before.getTime(),
    )
    await pool().query('DELETE FROM returns WHERE return_sn = $1', [odd.returnSn])
  })

  test('a push of a return that cannot be written is worked off with the others', async () => {
    const [odd, good] = [
      await requestedReturn('refund_only', { textReason: 'ODD' }),
      await requestedReturn('refund_only'),
    ]
    for (const { returnSn } of [odd, good]) await receiveEvent({ return_sn: returnSn })
    await asWorker(() => workWebhookEvents(String(harness.number)))
    expect(await listed(good.code, 'answer')).toHaveLength(1)
    const { rows } = await withOwner((owner) => owner.query(`SELECT state FROM webhook_inbox WHERE state <> 'done'`))
    expect(rows).toEqual([])
    await pool().query('DELETE FROM returns WHERE return_sn = $1', [odd.returnSn])
  })
})

const receiveEvent = (data: object, serial = Math.random()) =>
  asWorker(() =>
    storeWebhookEvent(
      {
        code: 29,
        kind: 'returnUpdate',
        shopIds: [String(harness.number)],
        sentAt: new Date(),
        happenedAt: null,
        orderSn: null,
        packageNumber: null,
        itemId: null,
        modelId: null,
        status: null,
        trackingNumber: null,
        authorizeType: null,
        expiresBefore: null,
        returnSn: (data as { return_sn: string }).return_sn,
      },
      JSON.stringify({ data, serial }),
    ),
  )

test('a count beyond what is kept is cut, and a return that stands on a page twice is written once', async () => {
  const [huge, good] = [await requestedReturn('refund_only'), await requestedReturn('refund_only')]
  await pool().query(
    `UPDATE returns SET items = jsonb_set(items::jsonb, '{0,quantity}', '2147483648') WHERE return_sn = $1`,
    [huge.returnSn],
  )
  await pool().query('ALTER TABLE returns DROP CONSTRAINT returns_pkey CASCADE')
  await pool().query('INSERT INTO returns SELECT * FROM returns WHERE return_sn = $1', [good.returnSn])
  await poll()
  expect(await listed(huge.code, 'answer')).toMatchObject([{ units: 2_147_483_647 }])
  expect(await listed(good.code, 'answer')).toHaveLength(1)
  const failures = await listSyncFailures(harness.company)
  expect(failures.filter(({ subject }) => [huge.returnSn, good.returnSn].includes(subject))).toEqual([])
})

test('a failure is noted and resolved whatever the platform calls its subject', async () => {
  const { company, shopId } = harness
  const subjects = ['NUL\0HERE', 'half \ud83d', 'x'.repeat(300_000)]
  const failures = async (state: string) =>
    (await listSyncFailures(company)).filter((one) => one.state === state && one.operation === 'escrow')
  await asWorker(() =>
    withOrganization(company, async (db) => {
      for (const subject of subjects)
        await noteFailure(db, company, { shopId, operation: 'escrow', subject, error: new Error('a') })
    }),
  )
  expect(await failures('waiting')).toHaveLength(3)
  await asWorker(() =>
    withOrganization(company, (db) => resolveFailures(db, company, { shopId, operation: 'escrow', subjects })),
  )
  expect(await failures('waiting')).toEqual([])
})
