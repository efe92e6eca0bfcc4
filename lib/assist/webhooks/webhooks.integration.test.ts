import { createHmac } from 'node:crypto'
import { noteCase } from '@/lib/money/cases/change-case'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { openedCase } from '@/lib/testing/samples/case-samples'
import { plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import {
  addWebhook,
  deliverNow,
  listDeliveries,
  listNotices,
  openReceiver,
  type Receiver,
} from '@/lib/testing/harnesses/webhook-harness'
import { deliverDue, requestDeliveries } from './deliver'
import { changeSecret, removeWebhook, sendAgain, setWebhookState, testWebhook } from './endpoints'
import { purgeWebhooks } from './purge'
import { WAITS_MS } from './outcome'
import { MOST_ENDPOINTS } from './schema'
import { getWebhooksFor } from './views'

let receiver: Receiver
beforeEach(async () => void (receiver = await openReceiver()))
afterEach(() => receiver.close())

const order = (productId: string) => ({ at: '2026-11-10T12:00:00Z', cents: 10_000n, charged: 1_000n, productId })
const verify = (secret: string, { body, headers }: Receiver['received'][number]) => {
  const [time, ...signatures] = (headers['mascate-signature'] as string).split(',')
  const expected = createHmac('sha256', secret)
    .update(`${time!.slice(2)}.${body}`)
    .digest('hex')
  return signatures.includes(`v1=${expected}`)
}

test('each change of orders, stock, payouts and cases creates exactly one event, and none without a subscription', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const silent = await createTestOrganization()
  await addWebhook(company, receiver.url)
  const shop = await addShop(company, 'Loja')
  const product = await addProduct(company, 'GAR-1')
  await addOrders(company, shop, [order(product)])
  await addOrders(silent, await addShop(silent, 'Loja'), [order(await addProduct(silent, 'GAR-1'))])
  expect(await listNotices(silent.organizationId)).toEqual([])
  expect((await listNotices(organizationId)).map(({ kind }) => kind)).toEqual(['order.created'])

  await inspect(organizationId, `UPDATE orders SET note = 'nada que se conte'`)
  expect(await listNotices(organizationId)).toHaveLength(1)
  await withOrganization(company, async (db) => {
    await db.$executeRaw`UPDATE orders SET units = 2`
    await db.$executeRaw`UPDATE orders SET units = 3`
  })
  expect((await listNotices(organizationId)).slice(1)).toMatchObject([
    { kind: 'order.updated', data: { units: 3, totalCents: '10000' } },
  ])

  await addStockedProduct(company, { sku: 'EST-1', onHand: 7 })
  expect((await listNotices(organizationId)).slice(2)).toMatchObject([{ kind: 'stock.changed', data: { onHand: 7 } }])

  await plantSettlements(company, [
    { shop, code: 'A', expected: 100, released: null },
    { shop, code: 'B', expected: 100, released: 90 },
  ])
  await plantSettlements(company, [{ shop, code: 'A', expected: 100, released: 100 }])
  const notices = (await listNotices(organizationId)).slice(3)
  expect(notices).toMatchObject([
    { kind: 'payout.changed', data: { orderCode: 'B', releasedCents: '90' } },
    { kind: 'payout.changed', data: { orderCode: 'A', releasedCents: '100' } },
  ])

  const before = (await listNotices(organizationId)).length
  const { id, version } = await openedCase(company)
  await noteCase(company.owner, { id, text: 'Só uma anotação' })
  await inspect(organizationId, `UPDATE recovery_case SET recovered_cents = 5 WHERE id = $1`, [id])
  expect(version).toBe(1)
  const cases = (await listNotices(organizationId)).slice(before).filter(({ kind }) => kind.startsWith('case'))
  expect(cases).toMatchObject([
    { kind: 'case.opened', data: { id, state: 'detected' } },
    { kind: 'case.changed', data: { id, recoveredCents: '5' } },
  ])
})

test('a rollback sends nothing, and only subscribed events are stored, without personal data', async () => {
  const company = await createTestOrganization()
  await addWebhook(company, receiver.url, ['order.updated'])
  const shop = await addShop(company, 'Loja')
  await addOrders(company, shop, [order(await addProduct(company, 'GAR-1'))])
  expect(await listNotices(company.organizationId)).toEqual([])
  const undone = withOrganization(company, async (db) => {
    await db.$executeRaw`UPDATE orders SET units = 9`
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await listNotices(company.organizationId)).toEqual([])
  await inspect(company.organizationId, `UPDATE orders SET units = 4, customer_name = 'Maria das Dores'`)
  const [notice] = await listNotices(company.organizationId)
  expect(JSON.stringify(notice)).not.toContain('Maria')
  expect(Object.keys(notice!.data).toSorted()).toEqual([
    'cancellationAsked',
    'code',
    'id',
    'inReturn',
    'outletId',
    'platform',
    'revenueCents',
    'status',
    'totalCents',
    'units',
  ])
})

test('it is signed over its bytes with a time, after a change of the secret with both, and the secrets are kept nowhere in the clear', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const { id, secret } = await addWebhook(company, receiver.url)
  await testWebhook(owner, { id })
  expect(await deliverNow(organizationId, id)).toBe(1)
  const [first] = receiver.received
  expect(verify(secret, first!)).toBe(true)
  expect(JSON.parse(first!.body)).toEqual({
    id: first!.headers['mascate-event'],
    type: 'test',
    data: {},
    organizationId,
    createdAt: expect.any(String),
  })
  const changed = await changeSecret(owner, { id })
  await testWebhook(owner, { id })
  await deliverNow(organizationId, id)
  for (const known of [secret, changed.secret]) expect(verify(known, receiver.received[1]!)).toBe(true)
  await inspect(organizationId, `UPDATE webhook_endpoint SET former_until = now() - interval '1 second'`)
  await testWebhook(owner, { id })
  await deliverNow(organizationId, id)
  expect([secret, changed.secret].map((known) => verify(known, receiver.received[2]!))).toEqual([false, true])
  const kept = await inspect(
    organizationId,
    `SELECT (SELECT json_agg(w) FROM webhook_endpoint w)::text || coalesce((SELECT json_agg(i) FROM idempotency i)::text, '')
      || (SELECT json_agg(a) FROM audit_event a)::text AS all_of_it`,
  )
  for (const known of [secret, changed.secret]) expect(JSON.stringify(kept)).not.toContain(known.slice(6))
})

test('a refusal is tried again later under the same id until it is taken; after a day of them it has failed, and can be sent again', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const { id } = await addWebhook(company, receiver.url)
  const { deliveryId } = await testWebhook(owner, { id })
  receiver.answer = { status: 503, body: 'em manutenção' }
  await deliverNow(organizationId, id)
  expect(await listDeliveries(organizationId)).toEqual([
    { state: 'waiting', attempts: 1, status: 503, problem: 'status', said: 'em manutenção' },
  ])
  const [{ waits, rests }] = (await inspect<{ waits: boolean; rests: boolean }>(
    organizationId,
    `SELECT d.due_at > now() + interval '30 seconds' AS waits, e.rests_until > now() AS rests FROM webhook_delivery d, webhook_endpoint e`,
  )) as [{ waits: boolean; rests: boolean }]
  expect({ waits, rests }).toEqual({ waits: true, rests: true })
  expect(await asWorker(() => deliverDue(organizationId, id))).toBe(0)
  expect(receiver.received).toHaveLength(1)

  await deliverNow(organizationId, id)
  await inspect(organizationId, 'UPDATE webhook_delivery SET attempts = $1', [WAITS_MS.length])
  await deliverNow(organizationId, id)
  expect(await listDeliveries(organizationId)).toMatchObject([{ state: 'failed', attempts: WAITS_MS.length + 1 }])
  expect(await deliverNow(organizationId, id)).toBe(0)

  receiver.answer = { status: 204 }
  await sendAgain(owner, { deliveryId })
  expect(await deliverNow(organizationId, id)).toBe(1)
  expect(await listDeliveries(organizationId)).toMatchObject([{ state: 'delivered', status: 204, problem: null }])
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

test('deliveries that a worker took and did not finish are sent by the next, and two at once do not take the same', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const { id } = await addWebhook(company, receiver.url)
  for (let n = 0; n < 12; n += 1) await testWebhook(owner, { id })
  // As a worker leaves it that was killed after the call: lent, and no outcome.
  await inspect(organizationId, `UPDATE webhook_delivery SET attempts = 1, due_at = now() + interval '60 seconds'`)
  expect(await asWorker(() => deliverDue(organizationId, id))).toBe(0)
  await inspect(organizationId, `UPDATE webhook_delivery SET due_at = now() - interval '1 second'`)
  const done = await asWorker(() => Promise.all([deliverDue(organizationId, id), deliverDue(organizationId, id)]))
  expect(done[0]! + done[1]!).toBe(12)
  expect(receiver.received).toHaveLength(12)
  expect(new Set(receiver.received.map(({ headers }) => headers['mascate-event'])).size).toBe(12)
  expect(await listDeliveries(organizationId)).toEqual(
    Array.from({ length: 12 }, () => expect.objectContaining({ state: 'delivered', attempts: 2 })),
  )
})

test('after days without anything delivered an address is switched off, its waiting ones failed, and nothing more is kept for it', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const { id } = await addWebhook(company, receiver.url)
  for (const _ of [1, 2]) await testWebhook(owner, { id })
  receiver.answer = { status: 500 }
  await inspect(organizationId, `UPDATE webhook_endpoint SET failing_since = now() - interval '71 hours'`)
  await deliverNow(organizationId, id)
  expect((await getWebhooksFor(owner as never, {})).endpoints).toMatchObject([{ state: 'active' }])
  await inspect(organizationId, `UPDATE webhook_endpoint SET failing_since = now() - interval '73 hours'`)
  await deliverNow(organizationId, id)
  expect((await getWebhooksFor(owner as never, {})).endpoints).toMatchObject([{ state: 'disabled', waiting: 0 }])
  expect(
    await inspect(organizationId, `SELECT actor_kind::text FROM audit_event WHERE event = 'webhook.disabled'`),
  ).toEqual([{ actor_kind: 'system' }])
  expect(await inspect(organizationId, `SELECT data->>'name' AS name FROM notification`)).toEqual([
    { name: new URL(receiver.url).host },
  ])
  await addStockedProduct(company, { sku: 'EST-1', onHand: 7 })
  expect((await listNotices(organizationId)).filter(({ kind }) => kind !== 'test')).toEqual([])
  await expect(testWebhook(owner, { id })).rejects.toMatchObject({ code: 'webhookNotActive' })
  await setWebhookState(owner, { id, state: 'active' })
  receiver.answer = { status: 200 }
  await testWebhook(owner, { id })
  expect(await deliverNow(organizationId, id)).toBe(1)
})

test('the worker finds what is due by itself; the paused wait, the removed are forgotten, the old too', async () => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const { id } = await addWebhook(company, receiver.url)
  await testWebhook(owner, { id })
  await asWorker(() => requestDeliveries())
  const jobs = () =>
    inspect<{ n: number }>(
      organizationId,
      `SELECT count(*)::int AS n FROM graphile_worker.jobs WHERE key = 'deliver-webhooks:' || $1`,
      [id],
    ).catch(() => null)
  const result = await jobs()
  if (result) expect(result).toEqual([{ n: 1 }])
  await setWebhookState(owner, { id, state: 'paused' })
  expect(await deliverNow(organizationId, id)).toBe(0)
  await setWebhookState(owner, { id, state: 'active' })
  expect(await deliverNow(organizationId, id)).toBe(1)
  await inspect(organizationId, `UPDATE outgoing_event SET created_at = now() - interval '31 days'`)
  await testWebhook(owner, { id })
  await testWebhook(owner, { id })
  await inspect(
    organizationId,
    `UPDATE outgoing_event SET created_at = now() - interval '31 days' WHERE id = (SELECT max(id::text)::uuid FROM outgoing_event)`,
  )
  await inspect(organizationId, `UPDATE webhook_delivery SET state = 'delivered'`)
  await asWorker(() => purgeWebhooks(organizationId, 1))
  expect(await listNotices(organizationId)).toHaveLength(1)
  await removeWebhook(owner, { id })
  expect(await listDeliveries(organizationId)).toEqual([])
})

test('an event without a subscription is not even serialized', async () => {
  const company = await createTestOrganization()
  const { id } = await addWebhook(company, receiver.url, ['case.opened'])
  const setKinds = (kinds: string) =>
    inspect(company.organizationId, `UPDATE webhook_endpoint SET kinds = '{${kinds}}'`)
  const shop = await addShop(company, 'Loja')
  const product = await addProduct(company, 'GAR-1')
  const { rows } = await withOwner((owner) =>
    owner.query<{ made: string }>(`SELECT pg_get_functiondef('order_said(orders)'::regprocedure) AS made`),
  )
  await withOwner((owner) =>
    owner.query(
      `CREATE OR REPLACE FUNCTION order_said(o orders) RETURNS jsonb LANGUAGE plpgsql AS $$ BEGIN RAISE 'worded'; END $$`,
    ),
  )
  try {
    await setKinds('case.opened,case.changed,stock.changed,payout.changed,order.updated')
    await addOrders(company, shop, [order(product)])
    await setKinds('case.opened,order.created')
    await inspect(company.organizationId, 'UPDATE orders SET units = 2')
    await setKinds('order.updated')
    await expect(inspect(company.organizationId, 'UPDATE orders SET units = 3')).rejects.toThrow('worded')
  } finally {
    await withOwner((owner) => owner.query(rows[0]!.made))
  }
  await inspect(company.organizationId, 'UPDATE orders SET units = 4')
  expect((await listNotices(company.organizationId)).map(({ kind }) => kind)).toEqual(['order.updated'])
  expect(await deliverNow(company.organizationId, id)).toBe(1)
})

test('a company has so many addresses; another company’s is not there, and the log goes on page by page', async () => {
  const [company, other] = [await createTestOrganization(), await createTestOrganization()]
  const { id } = await addWebhook(company, receiver.url)
  for (let n = 1; n < MOST_ENDPOINTS; n += 1) await addWebhook(company, receiver.url)
  await expect(addWebhook(company, receiver.url)).rejects.toMatchObject({ code: 'tooManyWebhooks' })
  for (const refused of [
    () => testWebhook(other.owner, { id }),
    () => changeSecret(other.owner, { id }),
    () => removeWebhook(other.owner, { id }),
    () => sendAgain(other.owner, { deliveryId: newId() }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'notFound' })
  await expect(getWebhooksFor({ ...company.owner, role: 'manager' } as never, {})).rejects.toMatchObject({
    code: 'permissionDenied',
  })
  for (let n = 0; n < 5; n += 1) await testWebhook(company.owner, { id })
  const seen: string[] = []
  let after: string | null | undefined
  do {
    const { log } = await getWebhooksFor(company.owner as never, { webhook: id, ...(after && { after }) }, 2)
    seen.push(...log!.rows.map((row) => row.id))
    after = log!.next
  } while (after)
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
})
