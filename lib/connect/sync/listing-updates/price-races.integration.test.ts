import { cancelPriceChangeAction, repeatPriceChangeAction, undoPriceChangeAction } from '@/lib/money/prices/actions'
import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import type { ActionResult } from '@/lib/core/errors'
import { envelope } from '@/lib/testing/factories/factories'
import { asWorker } from '@/lib/testing/harnesses/database'
import { openPrices, throughProxy, type Priced, type PriceHarness } from '@/lib/testing/harnesses/price-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { syncItems } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness()

const readAgain = ({ organizationId, shop }: PriceHarness, { item }: Priced) =>
  asWorker(async () => syncItems((await openSyncShop({ organizationId }, shop.id))!, [String(item)]))
const outcomes = (results: readonly ActionResult<unknown>[]) =>
  results.map((result) => (result.ok ? 'ok' : result.error)).toSorted()

test('two people who ask for the same listing at once: the later price holds, and the earlier one says that it was replaced', async () => {
  const prices = await openPrices(platform(), [1])
  const ids = prices.listings.map(({ id }) => id)
  const [first, second] = await Promise.all([prices.request(ids, 1000), prices.request(ids, 2000)])
  await prices.work(first)
  await prices.work(second)
  expect(await prices.finish(second)).toMatchObject({ done: 1, problems: [] })
  expect((await prices.finish(first)).problems).toMatchObject([{ state: 'replaced' }])
  expect([await prices.there(), await prices.here(), await prices.countPushed()]).toEqual([[120_00], [120_00], 1])
})

test('a price asked for on one that has been sent since is not sent, and names the price that is there', async () => {
  const prices = await openPrices(platform(), [1])
  const ids = prices.listings.map(({ id }) => id)
  const [first, second] = [await prices.request(ids, 1000), await prices.request(ids, 2000)]
  expect(await prices.finish(first)).toMatchObject({ done: 1 })
  expect((await prices.finish(second)).problems).toMatchObject([{ state: 'moved', thereCents: 110_00n }])
  expect(await prices.there()).toEqual([110_00])
})

test('a price asked for while another is on its way is sent after it, and is the one that stays', async () => {
  const prices = await openPrices(platform(), [2])
  const ids = prices.listings.map(({ id }) => id)
  const [first, second] = [await prices.request(ids, 1000), await prices.request(ids, 2000)]
  await prices.work(first)
  let calls = 0
  await throughProxy(
    platform(),
    (proxy) => {
      proxy.beforeAnswer = async (path) => {
        if (!path.endsWith('update_price')) return true
        calls += 1
        if (calls === 1) await prices.work(second)
        return true
      }
    },
    prices.send,
  )
  expect(calls).toBe(2)
  expect((await prices.finish(first)).problems.map(({ state }) => state)).toEqual(['replaced', 'replaced'])
  expect(await prices.finish(second)).toMatchObject({ done: 2, problems: [] })
  expect([await prices.there(), await prices.here()]).toEqual([
    [120_00, 120_00],
    [120_00, 120_00],
  ])
})

test('the same prices planned twice for a day are in force once, and are undone once though two press', async () => {
  const prices = await openPrices(platform(), [1])
  const ids = prices.listings.map(({ id }) => id)
  const day = addDays(localDay(new Date(), 'America/Sao_Paulo'), 3)
  const [first, second, calledOff] = [
    await prices.request(ids, 1000, { day }),
    await prices.request(ids, 1000, { day }),
    await prices.request(ids, 3000, { day }),
  ]
  const cancel = () => cancelPriceChangeAction(envelope(prices.company), { changeId: calledOff })
  expect(outcomes(await Promise.all([cancel(), cancel()]))).toEqual(['ok', 'pricesMoved'])
  await prices.work(calledOff)
  for (const changeId of [first, second, first])
    expect(await prices.finish(changeId)).toMatchObject({ done: 1, problems: [] })
  expect(await prices.there()).toEqual([110_00])
  const undo = (changeId: string) => undoPriceChangeAction(envelope(prices.company), { changeId })
  const results = await Promise.all([undo(first), undo(first)])
  expect(outcomes(results)).toEqual(['ok', 'pricesMoved'])
  const undone = results.find(({ ok }) => ok) as { data: { changeId: string } }
  expect(await prices.finish(undone.data.changeId)).toMatchObject({ done: 1 })
  expect(await prices.there()).toEqual([100_00])
})

test('the last day that the desk takes can be planned', async () => {
  const prices = await openPrices(platform(), [1])
  const ids = prices.listings.map(({ id }) => id)
  const changeId = await prices.request(ids, 1000, { day: '2199-12-31' })
  expect(await prices.viewOf(changeId)).toMatchObject({ plannedFor: '2199-12-31', isOpen: false })
})

test('another price that is set while a refused one is given up still goes to the platform', async () => {
  const prices = await openPrices(platform(), [1])
  const [one] = prices.listings as [Priced]
  await prices.promote(one)
  const changeId = await prices.request([one.id])
  await prices.work(changeId)
  await prices.send()
  const { settling } = await withOrganization(prices.company.owner, async (db) => {
    await db.$executeRaw`
      UPDATE listing_update SET wanted = 13000, state = 'waiting', attempts = 0, error_code = NULL, platform_text = NULL, next_at = NULL
      WHERE listing_id = ${one.id}::uuid AND kind = 'price'`
    const working = prices.work(changeId)
    await untilWaiting(1)
    return { settling: working }
  })
  await settling
  const left = await prices.sql('SELECT wanted::int, state::text FROM listing_update')
  expect(left).toEqual([{ wanted: 130_00, state: 'waiting' }])
})

test('a change for today, or for a day that is over, is sent at once', async () => {
  const prices = await openPrices(platform(), [1])
  const ids = prices.listings.map(({ id }) => id)
  const today = localDay(new Date(), 'America/Sao_Paulo')
  for (const day of [today, addDays(today, -1)]) {
    const changeId = await prices.request(ids, 1000, { day })
    expect(await prices.viewOf(changeId)).toMatchObject({ plannedFor: null, isOpen: true })
  }
})

test('a price beyond the platform’s bounds is named at its line with the platform’s words, and a repeat by two is one', async () => {
  const prices = await openPrices(platform(), [1, 3, 2, 1])
  const [cheap, wide, , , together, along, moved] = prices.listings as Priced[]
  const ended = async (ids: readonly Priced[], basisPoints: number) => {
    const changeId = await prices.request(
      ids.map(({ id }) => id),
      basisPoints,
    )
    return { changeId, ...(await prices.finish(changeId)) }
  }
  expect((await ended([cheap!], -9995)).problems).toMatchObject([
    { state: 'refused', text: 'Original_price is less than min price limit.' },
  ])
  const spread = await ended([wide!], 35_000)
  expect(spread.problems).toMatchObject([{ state: 'refused', text: 'Price is out of range.' }])
  // Both variations of an item go up together: their spread stays.
  expect(await ended([together!, along!], 35_000)).toMatchObject({ done: 2, problems: [] })
  const { shopId: other } = await platform().admin<{ shopId: number }>('shop', {})
  await platform().platform.pool.query('UPDATE item SET shop_id = $2 WHERE item_id = $1', [moved!.item, other])
  expect((await ended([moved!], 1000)).problems).toMatchObject([{ state: 'refused', text: 'Item not belong to shop.' }])
  expect(await prices.here()).toEqual([100_00, 100_00, 100_00, 100_00, 450_00, 450_00, 100_00])

  await prices.setThere(prices.listings[2]!, 200_00)
  await prices.setThere(prices.listings[3]!, 200_00)
  const repeat = () => repeatPriceChangeAction(envelope(prices.company), { changeId: spread.changeId })
  expect(outcomes(await Promise.all([repeat(), repeat()]))).toEqual(['ok', 'pricesMoved'])
  expect(await prices.finish(spread.changeId)).toMatchObject({ done: 1, problems: [] })
})

test('half a cent goes up as the person saw it, and a promotion that begins meanwhile leaves the price before it ours', async () => {
  const prices = await openPrices(platform(), [1, 1])
  const [odd, promoted] = prices.listings as [Priced, Priced]
  await prices.setThere(odd, 100_05)
  await readAgain(prices, odd)
  const changeId = await prices.request(prices.listings.map(({ id }) => id))
  await platform().admin('promotion', {
    shopId: prices.shop.number,
    itemId: promoted.item,
    modelId: promoted.model,
    reservedStock: 1,
    locksPrice: false,
  })
  expect(await prices.finish(changeId)).toMatchObject({ done: 2, problems: [] })
  expect([await prices.there(), await prices.here()]).toEqual([
    [110_06, 110_00],
    [110_06, 110_00],
  ])
})
