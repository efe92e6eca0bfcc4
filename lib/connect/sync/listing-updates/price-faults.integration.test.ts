import { mapListing } from '@/lib/catalog/mapping/map-listing'
import { switchMasterAction } from '@/lib/connect/shops/actions'
import { repeatPriceChangeAction, undoPriceChangeAction } from '@/lib/money/prices/actions'
import { envelope } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { openPrices, throughProxy, type Priced } from '@/lib/testing/harnesses/price-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness()
beforeEach(() => platform().admin('faults-clear'))

type Answer = { error: string; message: string; response: unknown }
type Lists = { success_list: { model_id: number }[]; failure_list: object[] }

test('fifty prices in one press, two refused, under limits, lost answers and errors: each is there once, and the two are named', async () => {
  const items = [...Array.from({ length: 10 }, () => 1), ...Array.from({ length: 10 }, () => 4)]
  const prices = await openPrices(platform(), items)
  const { listings } = prices
  const [single, variation] = [listings[3]!, listings[22]!]
  await prices.promote(single)
  await prices.promote(variation)
  // Both promotions began after the listings were read: the desk does not know them.
  const strike = (kind: string, count: number, more: object = {}) =>
    platform().admin('fault', { kind, count, pathPattern: 'update_price$', rate: 0.4, seed: kind, ...more })
  const changeId = await prices.request(listings.map(({ id }) => id))
  await strike('rate_limit', 3)
  await strike('cut_answer', 3)
  await strike('error_server', 2)
  await strike('server_error', 2)
  const change = await prices.finish(changeId)
  expect(change).toMatchObject({ total: 50, done: 48, settled: 50, isOpen: false, canRepeat: true })
  expect(change.problems.map(({ listingId, state }) => [listingId, state])).toEqual(
    [single, variation].map(({ id }) => [id, 'refused']),
  )
  for (const { text } of change.problems) expect(text).toContain('under promotion')
  const wanted = listings.map((listing) => (listing === single || listing === variation ? 100_00 : 110_00))
  expect(await prices.there()).toEqual(wanted)
  expect(await prices.here()).toEqual(wanted)
  expect(await prices.countPushed()).toBe(48)
  // The same again, and a worker that comes back: nothing is sent, counted or recorded twice.
  await prices.work(changeId)
  expect(await prices.send()).toEqual({ sent: 0, refused: 0 })
  expect(await prices.countPushed()).toBe(48)
})

/** One item of three variations, whose answers are changed on the way. */
async function openThree(change: (answer: Answer, lists: Lists) => Answer, undone: number[] = []) {
  const prices = await openPrices(platform(), [3])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  const alter = async () => {
    await prices.work(changeId)
    await prices.send()
  }
  await throughProxy(
    platform(),
    (proxy) => {
      let struck = false
      proxy.changeAnswer = async (path, body) => {
        if (struck || !path.endsWith('update_price')) return body
        struck = true
        for (const at of undone) await prices.setThere(prices.listings[at]!, 100_00)
        const answer = JSON.parse(body) as Answer
        return JSON.stringify(change(answer, answer.response as Lists))
      }
    },
    alter,
  )
  return { ...prices, changeId }
}
const without = (answer: Answer, lists: Lists, at: number): Answer => ({
  ...answer,
  response: { ...lists, success_list: lists.success_list.filter((_, index) => index !== at) },
})

test.each<[string, (answer: Answer, lists: Lists) => Answer]>([
  ['one variation is missing in the answer', (answer, lists) => without(answer, lists, 1)],
  ['nothing is in the answer', (answer) => ({ ...answer, response: {} })],
  ['the answer has another form', (answer) => ({ ...answer, response: 'ok' })],
  [
    'a failure names no variation',
    (answer, lists) => ({
      ...without(answer, lists, 1),
      response: { ...(without(answer, lists, 1).response as Lists), failure_list: [{ failed_reason: 'locked' }] },
    }),
  ],
])(
  'where %s, what the platform has done is found by looking, and what it has not done is not called done',
  async (_, change) => {
    const set = await openThree(change)
    expect(await set.here()).toEqual([110_00, 110_00, 110_00])
    expect(await set.finish(set.changeId)).toMatchObject({ total: 3, done: 3, problems: [] })
    expect(await set.countPushed()).toBe(3)

    const unset = await openThree(change, [1])
    expect(await unset.here()).toEqual([110_00, 100_00, 110_00])
    expect(
      await unset.sql('SELECT state, error_code FROM listing_update WHERE listing_id = $1', [unset.listings[1]!.id]),
    ).toEqual([{ state: 'waiting', error_code: 'outcomeUnknown' }])
    await unset.work(unset.changeId)
    expect(await unset.viewOf(unset.changeId)).toMatchObject({ done: 2, settled: 2, isOpen: true, problems: [] })
    await unset.sql('UPDATE listing_update SET next_at = NULL')
    expect(await unset.finish(unset.changeId)).toMatchObject({ done: 3, problems: [] })
    expect(await unset.there()).toEqual([110_00, 110_00, 110_00])
    expect(await unset.countPushed()).toBe(3)
  },
)

test('a refusal of all without a list is a refusal of each, never a success', async () => {
  const refusal = { error: 'product.error_update_price_fail', message: 'Update price failed, please try later.' }
  const refuse = (answer: Answer) => ({ ...answer, ...refusal, response: { failure_list: [], success_list: [] } })
  const prices = await openPrices(platform(), [1])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  const change = await throughProxy(
    platform(),
    (proxy) => {
      proxy.changeAnswer = async (path, body) => {
        if (!path.endsWith('update_price')) return body
        await prices.setThere(prices.listings[0]!, 100_00)
        return JSON.stringify(refuse(JSON.parse(body) as Answer))
      }
    },
    () => prices.finish(changeId),
  )
  expect(change.problems).toMatchObject([{ state: 'refused', text: refusal.message }])
  expect(await prices.here()).toEqual([100_00])
  expect(await prices.countPushed()).toBe(0)
})

test('all refused: each with its own reason, as the platform lists them', async () => {
  const prices = await openPrices(platform(), [2])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  for (const listing of prices.listings) await prices.promote(listing)
  const { problems } = await prices.finish(changeId)
  expect(problems).toHaveLength(2)
  for (const { state, text } of problems)
    expect([state, text]).toEqual(['refused', expect.stringContaining('promotion')])
})

test('a code that we do not know is a refusal of the one variation it is about; those beside it are set', async () => {
  const prices = await openPrices(platform(), [5])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  const odd = prices.listings[3]!
  const calls: number[] = []
  const change = await throughProxy(
    platform(),
    (proxy) => {
      proxy.changeAnswer = async (path, body, sent) => {
        if (!path.endsWith('update_price')) return body
        const { price_list: list } = JSON.parse(sent) as { price_list: { model_id: number }[] }
        calls.push(list.length)
        if (!list.some(({ model_id: model }) => model === odd.model)) return body
        for (const listing of prices.listings)
          if (list.some(({ model_id: model }) => model === listing.model)) await prices.setThere(listing, 100_00)
        return JSON.stringify({ error: 'product.error_price_frozen', message: 'Price is frozen.', request_id: 'r' })
      }
    },
    () => prices.finish(changeId),
  )
  expect(change).toMatchObject({ total: 5, done: 4 })
  expect(change.problems).toMatchObject([{ listingId: odd.id, state: 'refused', text: 'Price is frozen.' }])
  expect(await prices.there()).toEqual([110_00, 110_00, 110_00, 100_00, 110_00])
  expect(await prices.here()).toEqual(await prices.there())
  expect(calls).toEqual([5, 3, 2, 1, 1])
})

test('a worker that dies between the call and its note sends the same price again, and one change is recorded', async () => {
  const prices = await openPrices(platform(), [1])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await prices.work(changeId)
  // The call of the worker that died has arrived.
  await prices.setThere(prices.listings[0]!, 110_00)
  expect(await prices.finish(changeId)).toMatchObject({ done: 1 })
  expect([await prices.there(), await prices.here(), await prices.countPushed()]).toEqual([[110_00], [110_00], 1])
})

test('a price that the platform still shows as before a moment after it took the new one is looked at again', async () => {
  const prices = await openPrices(platform(), [1])
  const [listing] = prices.listings as [Priced]
  const changeId = await prices.request([listing.id])
  await prices.work(changeId)
  await prices.send()
  await prices.setThere(listing, 100_00)
  await prices.work(changeId)
  expect(await prices.viewOf(changeId)).toMatchObject({ isOpen: true, settled: 0 })
  await prices.setThere(listing, 110_00)
  expect(await prices.finish(changeId)).toMatchObject({ done: 1, problems: [] })
  const again = await prices.request([listing.id])
  await prices.work(again)
  await prices.send()
  await prices.setThere(listing, 110_00)
  await prices.sql(`UPDATE listing_update SET sent_at = sent_at - interval '2 minutes'`)
  await prices.work(again)
  expect((await prices.viewOf(again)).problems).toMatchObject([{ state: 'differs', thereCents: 110_00n }])
})

test('a day without the platform ends a change: its prices are called unconfirmed, and none comes into force later by itself', async () => {
  const prices = await openPrices(platform(), [1])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await platform().admin('fault', { kind: 'daily_limit', pathPattern: 'update_price$' })
  await prices.work(changeId)
  await prices.send()
  await prices.work(changeId)
  expect(await prices.viewOf(changeId)).toMatchObject({ isOpen: true, problems: [] })
  await prices.sql(`UPDATE price_change SET begun_at = now() - interval '25 hours'`)
  await prices.work(changeId)
  const given = await prices.viewOf(changeId)
  expect(given).toMatchObject({ isOpen: false, settled: 1, done: 0, canRepeat: true })
  expect(given.problems).toMatchObject([{ state: 'unconfirmed', wantedCents: 110_00n }])
  await platform().admin('faults-clear')
  await prices.sql('UPDATE shop SET updates_held_until = NULL')
  await prices.sql('UPDATE listing_update SET next_at = NULL')
  expect(await prices.send()).toEqual({ sent: 0, refused: 0 })
  expect(await prices.there()).toEqual([100_00])
  expect(await repeatPriceChangeAction(envelope(prices.company), { changeId })).toMatchObject({ ok: true })
  expect(await prices.finish(changeId)).toMatchObject({ done: 1, problems: [] })
})

test('an unconfirmed price that the platform took after all is put back by an undo', async () => {
  const prices = await openPrices(platform(), [1])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await prices.work(changeId)
  await prices.sql(`UPDATE price_change SET begun_at = now() - interval '25 hours'`)
  await prices.work(changeId)
  expect(await prices.viewOf(changeId)).toMatchObject({ done: 0, canUndo: true })
  await prices.setThere(prices.listings[0]!, 110_00)
  const undone = await undoPriceChangeAction(envelope(prices.company), { changeId })
  if (!undone.ok) throw new Error(undone.error)
  expect(await prices.finish(undone.data.changeId)).toMatchObject({ done: 1, problems: [] })
  expect(await prices.there()).toEqual([100_00])
})

test('a planned change whose worker was away for days is sent when it is back, and followed to its end', async () => {
  const prices = await openPrices(platform(), [1])
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await prices.sql(`UPDATE price_change SET begun_at = now() - interval '3 days', planned_for = current_date - 3`)
  expect(await prices.finish(changeId)).toMatchObject({ done: 1, problems: [] })
  expect(await prices.there()).toEqual([110_00])
})

test('a line whose update is gone, by another master or another product, is looked up and not left open', async () => {
  const prices = await openPrices(platform(), [1, 1, 1])
  const [there, mapped, handed] = prices.listings as [Priced, Priced, Priced]
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await prices.work(changeId)
  await prices.setThere(there, 110_00)
  const productId = await addStockedProduct(prices.company, { sku: 'OUTRO' })
  const how = {
    quantity: 1,
    seenProductId: null,
    seenQuantity: 1,
    how: 'hand',
    scope: 'future',
    sinceDay: null,
  } as const
  await prices.sql('UPDATE product SET price_cents = NULL WHERE id = $1', [productId])
  await mapListing(prices.company.owner, { listingId: mapped.id, productId, ...how })
  const [row] = await prices.sql<{ version: number }>('SELECT version FROM shop WHERE id = $1', [prices.shop.id])
  const other = { ...row!, id: prices.shop.id, kind: 'price', master: 'other' } as const
  expect(await switchMasterAction(envelope(prices.company), other)).toMatchObject({ ok: true })
  const change = await prices.finish(changeId)
  expect(change).toMatchObject({ isOpen: false, done: 1, settled: 3 })
  expect(change.problems.map(({ listingId, state, thereCents }) => [listingId, state, thereCents])).toEqual([
    [mapped.id, 'unconfirmed', 100_00n],
    [handed.id, 'unconfirmed', 100_00n],
  ])
})

test('a variation that vanished after its price was sent is called closed, and the change ends', async () => {
  const prices = await openPrices(platform(), [2])
  const [, gone] = prices.listings as [Priced, Priced]
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await prices.work(changeId)
  await prices.send()
  const { pool } = platform().platform
  await pool.query('DELETE FROM model WHERE item_id = $1 AND model_id = $2', [gone.item, gone.model])
  const change = await prices.finish(changeId)
  expect(change).toMatchObject({ isOpen: false, done: 1 })
  expect(change.problems).toMatchObject([{ listingId: gone.id, state: 'closed' }])
})
