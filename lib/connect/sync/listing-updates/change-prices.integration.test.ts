import { withOrganization } from '@/lib/core/db'
import { switchMasterAction } from '@/lib/connect/shops/actions'
import {
  cancelPriceChangeAction,
  changePricesAction,
  repeatPriceChangeAction,
  undoPriceChangeAction,
} from '@/lib/money/prices/actions'
import { addDays, localDay, startOfLocalDay } from '@/lib/core/dates'
import { listChanges, type ChangeView } from '@/lib/money/prices/change-record'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { addItems, connectShop, openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listJobs } from '@/lib/testing/harnesses/sync-harness'
import { changePrices } from './change-prices'
import { sendListingUpdates } from './send-listing-updates'
import { pollListings } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

const harness = openShopHarness()
const rule = { rule: 'percent', value: '1000' }
const query = new URLSearchParams(rule).toString()

let company: TestOrganization
let organizationId: string
let shop: { id: string; number: number }

beforeEach(async () => {
  company = await createTestOrganization()
  organizationId = company.organizationId
  await signInAs(company.owner)
  shop = await connectShop(company)
  await addItems(harness.platform(), shop.number, [2, 1])
  await asWorker(async () => pollListings((await openSyncShop({ organizationId }, shop.id))!))
  const [row] = await sql<{ version: number }>('SELECT version FROM shop WHERE id = $1', [shop.id])
  await switchMasterAction(envelope(company), { ...row!, id: shop.id, kind: 'price', master: 'mascate' })
})

const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
const send = () => asWorker(() => sendListingUpdates({ organizationId }, shop.id))
const work = (changeId: string) => asWorker(() => changePrices({ organizationId }, changeId))
const desk = () =>
  getPriceDeskFor(
    { ...company.owner, role: 'owner', timeZone: 'America/Sao_Paulo' },
    { ...rule, show: 'changes' },
    new Date(),
    { size: 500 },
  )
const changes = async () =>
  (await withOrganization({ organizationId }, (db) => listChanges(db, organizationId, 10))).changes

type There = { item_id: string; model_id: string; cents: number }
async function there(listingIds: readonly string[]): Promise<number[]> {
  const { rows } = await harness
    .platform()
    .platform.pool.query<There>('SELECT item_id::text, model_id::text, original_price_cents::int AS cents FROM model')
  const listings = await sql<{ id: string; item_id: string; model_id: string }>(
    'SELECT id, item_id, model_id FROM listing',
  )
  return listingIds.map((id) => {
    const { item_id: itemId, model_id: modelId } = listings.find((listing) => listing.id === id)!
    return rows.find((row) => row.item_id === itemId && row.model_id === modelId)!.cents
  })
}

/** Variations of one item and a listing of another, whose price goes up by a tenth. */
async function request(listingIds: string[]) {
  const { page } = await desk()
  const rows = listingIds.map((id) => page.rows.find((row) => row.id === id)!)
  const sumCents = rows.reduce((sum, { next }) => sum + next!.priceCents, 0n)
  const result = await changePricesAction(envelope(company), {
    query,
    listingIds,
    onDay: false,
    count: rows.length,
    sumCents,
  })
  if (!result.ok) throw new Error(result.error)
  return result.data.changeId
}

/** Until nothing is under way, as the worker does it. */
async function finish(changeId: string): Promise<ChangeView> {
  for (let turn = 0; turn < 5; turn++) {
    await work(changeId)
    await send()
    const change = (await changes()).find(({ id }) => id === changeId)!
    if (!change.isOpen) return change
  }
  throw new Error('the change did not end')
}

const promote = async (id: string) => {
  const [listing] = await sql<{ item_id: string; model_id: string }>(
    'SELECT item_id, model_id FROM listing WHERE id = $1',
    [id],
  )
  await harness.platform().admin('promotion', {
    shopId: shop.number,
    itemId: Number(listing!.item_id),
    modelId: Number(listing!.model_id),
    reservedStock: 1,
  })
}

const someListings = async () => {
  const { page } = await desk()
  const items = new Map<string, string[]>()
  for (const { id, itemId } of page.rows) items.set(itemId!, [...(items.get(itemId!) ?? []), id])
  const whole = [...items.values()].filter((ids) => ids.length >= 2)[0]!
  const single = [...items.values()].find((ids) => ids !== whole)!
  return [whole[0]!, whole[1]!, single[0]!] as const
}

test('prices are sent once, read back and undone, and a refused variation is named with the platform’s words', async () => {
  const ids = [...(await someListings())]
  const [, refused] = ids
  const before = await there(ids)
  const up = before.map((cents) => Math.floor((cents * 110 + 50) / 100))
  await promote(refused!)
  const changeId = await request(ids)
  const change = await finish(changeId)
  expect(change).toMatchObject({ total: 3, done: 2, canUndo: true, canRepeat: true })
  expect(change.problems).toMatchObject([
    { listingId: refused, state: 'refused', text: expect.stringContaining('promotion') as string },
  ])
  expect(change.problems[0]!.variation).toBeTruthy()
  expect(await there(ids)).toEqual([up[0], before[1], up[2]])
  // Nothing waits for the platform any more: a refused price does not come into force later by itself.
  expect(await sql('SELECT 1 FROM listing_update WHERE state = $1', ['waiting'])).toEqual([])
  const audited = await sql<{ event: string }>(
    `SELECT event FROM audit_event WHERE event = 'listing.priceSet' AND actor_id = $1`,
    [company.owner.userId],
  )
  expect(audited).toHaveLength(3)

  const undone = await undoPriceChangeAction(envelope(company), { changeId })
  if (!undone.ok) throw new Error(undone.error)
  expect(await finish(undone.data.changeId)).toMatchObject({ total: 2, done: 2, isUndo: true, canUndo: false })
  expect(await there(ids)).toEqual(before)
  expect(await undoPriceChangeAction(envelope(company), { changeId })).toMatchObject({
    ok: false,
    error: 'pricesMoved',
  })
})

test('a repeat sends only what was refused, and a job that runs again sends nothing twice', async () => {
  const ids = [...(await someListings())]
  const [first, refused] = ids
  await promote(refused!)
  const changeId = await request(ids)
  await work(changeId)
  await work(changeId)
  await work(changeId)
  expect(
    await sql('SELECT 1 FROM listing_update WHERE kind = $1 AND wanted > 0 AND state = $2', ['price', 'waiting']),
  ).toHaveLength(3)
  await finish(changeId)
  await work(changeId)
  expect(await send()).toEqual({ sent: 0, refused: 0 })
  // Somebody else changes what was done meanwhile: the repeat leaves it alone.
  const { pool } = harness.platform().platform
  await pool.query('UPDATE promotion SET locks_price = false')
  const [known] = await there([first!])
  await pool.query(
    'UPDATE model SET original_price_cents = original_price_cents + 7 WHERE (item_id, model_id) = ($1, $2)',
    [...Object.values((await sql('SELECT item_id, model_id FROM listing WHERE id = $1', [first]))[0]!)],
  )
  const repeated = await repeatPriceChangeAction(envelope(company), { changeId })
  expect(repeated).toMatchObject({ ok: true, data: { count: 1 } })
  expect(await finish(changeId)).toMatchObject({ total: 3, done: 3, canRepeat: false })
  expect(await there([first!])).toEqual([known! + 7])
})

test('a change that was put back is neither repeated nor undone from a page of before, and an undo is not undone', async () => {
  const [first, refused] = await someListings()
  await promote(refused)
  const changeId = await request([first, refused])
  await finish(changeId)
  const undone = await undoPriceChangeAction(envelope(company), { changeId })
  if (!undone.ok) throw new Error(undone.error)
  await finish(undone.data.changeId)
  await harness.platform().platform.pool.query('UPDATE promotion SET locks_price = false')
  const before = await there([first, refused])
  for (const answer of [
    await repeatPriceChangeAction(envelope(company), { changeId }),
    await undoPriceChangeAction(envelope(company), { changeId }),
    await undoPriceChangeAction(envelope(company), { changeId: undone.data.changeId }),
  ])
    expect(answer).toMatchObject({ ok: false, error: 'pricesMoved' })
  await finish(changeId)
  expect(await there([first, refused])).toEqual(before)
  expect(await sql('SELECT 1 FROM price_change')).toHaveLength(2)
})

test('a change repeated days after it was made is followed to its end', async () => {
  const [, refused] = await someListings()
  await promote(refused!)
  const changeId = await request([refused!])
  await finish(changeId)
  await sql(`UPDATE price_change SET created_at = now() - interval '3 days', begun_at = now() - interval '3 days'`)
  await harness.platform().platform.pool.query('UPDATE promotion SET locks_price = false')
  expect(await repeatPriceChangeAction(envelope(company), { changeId })).toMatchObject({ ok: true })
  expect(await finish(changeId)).toMatchObject({ total: 1, settled: 1, done: 1, canUndo: true })
})

test('while nothing comes of what was sent, looks become rarer, up to one in five minutes, and write nothing', async () => {
  const changeId = await request([(await someListings())[0]])
  await work(changeId)
  const row = () => sql('SELECT xmin::text, lines FROM price_change')
  expect(await row()).toMatchObject([{ lines: [{ state: 'sent' }] }])
  const waits: number[] = []
  for (const age of ['0 s', '10 min', '5 hours']) {
    await sql(`UPDATE price_change SET begun_at = now() - $1::interval`, [age])
    const unlooked = await row()
    await work(changeId)
    expect(await row()).toEqual(unlooked)
    const [job] = await listJobs(`change-prices:${changeId}`)
    waits.push((job!.run_at.getTime() - Date.now()) / 1000)
  }
  const [first, second, last] = waits
  expect(first).toBeLessThan(10)
  expect(second).toBeGreaterThan(30)
  expect(second).toBeLessThan(90)
  expect(last).toBeGreaterThan(240)
  expect(last).toBeLessThan(301)
})

test('a price that the platform shows otherwise than it answered is not called done', async () => {
  const [, , single] = await someListings()
  const changeId = await request([single])
  await work(changeId)
  await send()
  const { pool } = harness.platform().platform
  await pool.query('UPDATE model SET original_price_cents = 4321 WHERE (item_id, model_id) = ($1, $2)', [
    ...Object.values((await sql('SELECT item_id, model_id FROM listing WHERE id = $1', [single]))[0]!),
  ])
  expect((await finish(changeId)).problems).toMatchObject([{ state: 'differs', thereCents: 43_21n }])
})

test('only what the person saw is sent: other prices, other listings or a changed shop are refused', async () => {
  const [first] = await someListings()
  const { page } = await desk()
  const { next } = page.rows.find(({ id }) => id === first)!
  const wanted = { query, listingIds: [first], onDay: false, count: 1, sumCents: next!.priceCents }
  const send = (input: typeof wanted) => changePricesAction(envelope(company), input)
  expect(await send({ ...wanted, sumCents: wanted.sumCents + 1n })).toMatchObject({ error: 'pricesMoved' })
  expect(await send({ ...wanted, query: 'rule=percent&value=2000' })).toMatchObject({ error: 'pricesMoved' })
  expect(await send({ ...wanted, query: `${query}&lock=0` })).toMatchObject({ error: 'pricesMoved' })
  const changeId = await request([first])
  await sql('UPDATE listing SET original_cents = 1, price_cents = 1 WHERE id = $1', [first])
  expect((await finish(changeId)).problems).toMatchObject([{ state: 'moved', thereCents: 1n }])
  const operator = await addMember(company, 'operator')
  await signInAs(operator)
  expect(await send(wanted)).toMatchObject({ error: 'permissionDenied' })
  await signInAs(company.owner)
  const [row] = await sql<{ version: number }>('SELECT version FROM shop WHERE id = $1', [shop.id])
  await switchMasterAction(envelope(company), { ...row!, id: shop.id, kind: 'price', master: 'other' })
  expect(await send(wanted)).toMatchObject({ error: 'pricesMoved' })
  expect(await sql('SELECT 1 FROM price_change')).toHaveLength(1)
})

const day = addDays(localDay(new Date(), 'America/Sao_Paulo'), 9)

async function plan(listingIds: string[]) {
  const { page } = await getPriceDeskFor(
    { ...company.owner, role: 'owner', timeZone: 'America/Sao_Paulo' },
    { ...rule, day },
    new Date(),
    { size: 500 },
  )
  const sumCents = page.rows.reduce((sum, { id, next }) => (listingIds.includes(id) ? sum + next!.priceCents : sum), 0n)
  const input = { query: `${query}&day=${day}`, listingIds, onDay: true, count: listingIds.length, sumCents }
  const result = await changePricesAction(envelope(company), input)
  if (!result.ok) throw new Error(result.error)
  return result.data.changeId
}

test('prices that wait for a day are sent when it begins, and not at all where they are called off', async () => {
  const [first, , single] = await someListings()
  const [sent, calledOff] = [await plan([first]), await plan([single])]
  const [job] = await listJobs(`change-prices:${sent}`)
  expect(Math.abs(job!.run_at.getTime() - startOfLocalDay(day, 'America/Sao_Paulo').getTime())).toBeLessThan(5_000)
  expect(await changes()).toMatchObject([
    { plannedFor: day, isOpen: false },
    { plannedFor: day, isOpen: false },
  ])
  expect(await cancelPriceChangeAction(envelope(company), { changeId: calledOff })).toMatchObject({ ok: true })
  expect(await cancelPriceChangeAction(envelope(company), { changeId: calledOff })).toMatchObject({
    error: 'pricesMoved',
  })
  const before = await there([first, single])
  await work(calledOff)
  expect(await finish(sent)).toMatchObject({ done: 1 })
  expect((await changes()).find(({ id }) => id === calledOff)).toMatchObject({ isCancelled: true, canUndo: false })
  const after = await there([first, single])
  expect([after[0] !== before[0], after[1]]).toEqual([true, before[1]])
})

test('a planned change stays in sight until its day, however many others are sent before it', async () => {
  const [first, , single] = await someListings()
  const planned = await plan([first])
  const sent = []
  for (const _ of [1, 2]) {
    const changeId = await request([single])
    await finish(changeId)
    await asWorker(async () => pollListings((await openSyncShop({ organizationId }, shop.id))!))
    sent.unshift(changeId)
  }
  const list = (size: number) => withOrganization({ organizationId }, (db) => listChanges(db, organizationId, size))
  const shown = async (size: number) => (await list(size)).changes.map(({ id }) => id)
  expect(await shown(1)).toEqual([sent[0], planned])
  expect(await shown(5)).toEqual([...sent, planned])
  expect([(await list(1)).hasEarlier, (await list(3)).hasEarlier]).toEqual([true, false])
  expect(await cancelPriceChangeAction(envelope(company), { changeId: planned })).toMatchObject({ ok: true })
  expect(await shown(1)).toEqual([sent[0]])
})

test('a planned change that is repeated waits for no day, and cannot be called off: what is in force can still be undone', async () => {
  const [first, refused] = await someListings()
  await promote(refused)
  const changeId = await plan([first, refused])
  expect(await finish(changeId)).toMatchObject({ done: 1, canRepeat: true })
  expect(await repeatPriceChangeAction(envelope(company), { changeId })).toMatchObject({ ok: true })
  expect(await changes()).toMatchObject([{ plannedFor: null, isOpen: true, settled: 1 }])
  expect(await cancelPriceChangeAction(envelope(company), { changeId })).toMatchObject({ error: 'pricesMoved' })
  expect(await finish(changeId)).toMatchObject({ done: 1, isCancelled: false, canUndo: true })
})
