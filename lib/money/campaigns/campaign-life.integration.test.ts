import { pollListings } from '@/lib/connect/sync/inbound/sync-listings'
import { addDays, localDay, startOfLocalDay, type Day } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { getOrderProfit } from '@/lib/money/profit/order-queries'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, readAgain, step } from '@/lib/testing/harnesses/dispatch-harness'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { throughProxy } from '@/lib/testing/harnesses/price-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { listSyncFailures } from '@/lib/testing/harnesses/sync-harness'
import { createCampaignAction, setCampaignLinesAction, updateCampaignAction } from './actions'
import { getCampaignFor } from './views'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness()
const timeZone = 'America/Sao_Paulo'

type Sold = { id: string; listing: string; units: number; revenue: number; day: string; cents: bigint }

test('a campaign by the platform’s clock, begun, edited and ended under its faults, ends with the figures of its rows', async () => {
  const harness = await openDispatchHarness(platform())
  const { company, number, items } = harness
  const { organizationId } = company
  await signInAs(company.owner)
  const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
  await asWorker(() => pollListings(harness.shop))
  await sql(
    `INSERT INTO product_cost (organization_id, product_id, from_day, cost, source)
     SELECT organization_id, id, '2020-01-01', 7.35, 'typed' FROM product ON CONFLICT DO NOTHING`,
  )
  await sql(
    `INSERT INTO tax_rate (organization_id, legal_entity_id, id, from_day, regime, rate) VALUES ($1, $2, uuid_v7(), '2020-01-01', 'simples', 0)`,
    [organizationId, company.legalEntityId],
  )
  const listings = await sql<{ id: string; item_id: string }>('SELECT id, item_id FROM listing')
  const [mugs, shirts] = items.map((item) => listings.find(({ item_id: id }) => Number(id) === item)!.id) as [
    string,
    string,
  ]
  const nowThere = () => new Date(platform().platform.clock.now() * 1000)
  const goTo = async (day: Day) => {
    const noon = startOfLocalDay(day, timeZone).getTime() + 12 * 3_600_000
    await platform().admin('clock-forward', { seconds: Math.round((noon - nowThere().getTime()) / 1000) })
  }
  const first = addDays(localDay(nowThere(), timeZone), 1)
  const last = addDays(first, 1)
  const head = { name: '12.12', fromDay: first, toDay: last, isHighlight: true, leastMargin: null }
  const lines = [
    { listingId: mugs, priceCents: 20_00n, units: 10 },
    { listingId: shirts, priceCents: 45_00n, units: 5 },
  ]
  const campaignId = dataOf(
    await createCampaignAction(envelope(company), { shopId: harness.shopId, ...head, lines }),
  ).id
  const viewer = { ...company.owner, timeZone, role: 'owner' as const, legalEntityIds: null }
  const read = async () => (await getCampaignFor(viewer, campaignId, {}, nowThere()))!
  const codes: string[] = []
  const sell = async (item: number, count: number, quantity = 1) => {
    const request = { shopId: number, itemId: items[item], modelId: 0, quantity, isPaid: true, count }
    const { orderSns } = await platform().admin<{ orderSns: string[] }>('order', request)
    codes.push(...orderSns)
    return orderSns
  }
  const fault = (kind: string, count: number) =>
    platform().admin('fault', { kind, count, pathPattern: 'get_order_detail$', rate: 0.6, seed: kind })

  await readAgain(harness, await sell(0, 2))
  expect(await read()).toMatchObject({ state: 'planned', judged: null })

  await goTo(first)
  await fault('rate_limit', 2)
  await fault('cut_answer', 1)
  await fault('error_server', 1)
  const begun = [...(await sell(0, 4)), ...(await sell(1, 3, 2))]
  const lost = begun[1]!
  // Half an answer: one order is left out of it.
  await throughProxy(
    platform(),
    (proxy) => {
      proxy.changeAnswer = async (path, body) => {
        if (!path.endsWith('get_order_detail')) return body
        const answer = JSON.parse(body) as { response?: { order_list: { order_sn: string }[] } }
        if (!answer.response) return body
        const kept = answer.response.order_list.filter(({ order_sn: code }) => code !== lost)
        return JSON.stringify({ ...answer, response: { order_list: kept } })
      }
    },
    () => readAgain(harness, begun),
  )
  expect(await read()).toMatchObject({ state: 'running', judged: { units: 9n, unknown: 0, isCut: false } })
  expect(await listSyncFailures(company)).toMatchObject([{ operation: 'order', subject: lost, state: 'waiting' }])
  await readAgain(harness, begun)
  expect(await read()).toMatchObject({ judged: { units: 10n } })

  // Edited while it runs: a stale copy is refused, the sales stay what they were.
  const { version } = await read()
  const fewer = { campaignId, version, lines: lines.map((line) => ({ ...line, units: 3 })) }
  dataOf(await setCampaignLinesAction(envelope(company), fewer))
  expect(await setCampaignLinesAction(envelope(company), fewer)).toMatchObject({ error: 'staleVersion' })
  dataOf(await updateCampaignAction(envelope(company), { campaignId, version: version + 1, ...head, name: 'Duplo 12' }))
  expect(await read()).toMatchObject({ name: 'Duplo 12', judged: { units: 10n } })

  // A promotion of the platform's own on the second day: its orders are at its price.
  await goTo(last)
  const promotion = { shopId: number, itemId: items[1], modelId: 0, reservedStock: 5, discountPercent: 20 }
  await platform().admin('promotion', promotion)
  const promoted = [...(await sell(1, 2)), ...(await sell(0, 2))]
  await readAgain(harness, promoted)
  await step(harness, promoted[3]!, 'cancel-by-seller')
  await readAgain(harness, [promoted[3]!])

  await goTo(addDays(last, 1))
  await readAgain(harness, await sell(0, 3))
  // Read once more, in the other order: nothing is counted twice.
  await readAgain(harness, codes.toReversed())
  const sold = await sql<Sold>(
    `SELECT o.id, i.listing_id AS listing, i.quantity AS units, i.subtotal_cents::int AS revenue, o.local_day::text AS day
     FROM orders o JOIN order_item i ON i.organization_id = o.organization_id AND i.order_id = o.id
     WHERE o.local_day BETWEEN $1 AND $2 AND o.status <> 'cancelled'`,
    [first, last],
  )
  expect(sold).toHaveLength(10)
  const profitOf = ({ id, revenue, units }: Sold) =>
    withOrganization(company.owner, async (db) => {
      const order = { id, status: 'confirmed' as const, revenueCents: BigInt(revenue) }
      const row = {
        line: 1,
        quantity: units,
        productQuantity: 1,
        unitCost: '7.350000',
        packagingCents: 0n,
        priceMissing: false,
      }
      return (await getOrderProfit(db, organizationId, order, [row])).contributionCents!
    })
  const ended = await read()
  expect(ended).toMatchObject({ state: 'ended', judged: { unknown: 0, isCut: false } })
  let all = 0n
  for (const { listingId, brought } of ended.rows) {
    const own = sold.filter(({ listing }) => listing === listingId)
    let contributionCents = 0n
    for (const order of own) contributionCents += await profitOf(order)
    all += contributionCents
    expect(brought).toEqual({
      listingId,
      orders: own.length,
      units: BigInt(own.reduce((sum, { units }) => sum + units, 0)),
      revenueCents: BigInt(own.reduce((sum, { revenue }) => sum + revenue, 0)),
      contributionCents,
    })
  }
  expect(ended.judged).toMatchObject({ contributionCents: all, units: 13n })
  expect(ended.judged!.plannedCents).toBe(
    ended.rows.reduce((sum, row) => sum + row.after!.profitCents! * row.brought!.units, 0n),
  )
  // The two days before: two mugs, of the day before the first.
  expect(ended.rows.map(({ earlier }) => earlier?.orders ?? 0)).toEqual([2, 0])
}, 120_000)
