import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { printLabelsAction, retryRunAction, shipOrdersAction } from './actions'

let company: TestOrganization
let productId: string
beforeEach(async () => {
  company = await createTestOrganization()
  productId = await addStockedProduct(company, { sku: 'CAM', onHand: 50 })
  await signInAs(company.owner)
})

const plant = async () => (await addParcel(company, { items: [{ productId, quantity: 1 }] })).orderId
const print = (selection: Parameters<typeof printLabelsAction>[1]['selection']) =>
  printLabelsAction(envelope(company), { selection, reprint: false })
const runs = ({ organizationId } = company) =>
  inspect<{ kind: string; total: number }>(
    organizationId,
    `SELECT kind::text, total FROM dispatch_run WHERE organization_id = current_organization() AND state = 'waiting'`,
  )
const addRuns = (count: number, state: string, { organizationId } = company) =>
  inspect(
    organizationId,
    `INSERT INTO dispatch_run (organization_id, id, kind, state)
     SELECT current_organization(), uuid_v7(), 'labels', $2::"RunState" FROM generate_series(1, $1::int)`,
    [count, state],
  )

test('a filter that finds another number of orders than the seller saw starts nothing', async () => {
  await plant()
  await plant()
  for (const count of [1, 3]) expect(await print({ query: '', count })).toMatchObject({ error: 'ordersMoved' })
  expect(await runs()).toEqual([])
  expect(await print({ query: '', count: 2 })).toMatchObject({ ok: true, data: { count: 2 } })
  expect(await runs()).toEqual([{ kind: 'labels', total: 2 }])
})

test('ten runs that have not ended are enough for a company, whatever has ended and whatever others do', async () => {
  const orderIds = [await plant()]
  await addRuns(20, 'done')
  await addRuns(20, 'failed')
  await addRuns(20, 'waiting', await createTestOrganization())
  await addRuns(4, 'waiting')
  await addRuns(5, 'running')
  expect(await print({ orderIds })).toMatchObject({ ok: true })
  expect(await print({ orderIds })).toMatchObject({ ok: false, error: 'runBusy' })
  expect(await runs()).toHaveLength(5)
})

test('runs asked for at once are no more than ten either', async () => {
  const orderIds = [await plant()]
  await addRuns(8, 'waiting')
  const results = await Promise.all(Array.from({ length: 12 }, () => print({ orderIds })))
  const refused = results.flatMap((result) => (result.ok ? [] : [result.error]))
  expect(refused).toEqual(Array.from({ length: 10 }, () => 'runBusy'))
  expect(await runs()).toHaveLength(10)
})

test('the rest of a prepared day, requested by many at once, is prepared by one run', async () => {
  const orderId = await plant()
  const problems = [{ code: 'A', subject: orderId, errorCode: 'unavailable', text: null }]
  const [run] = await inspect<{ id: string }>(
    company.organizationId,
    `INSERT INTO dispatch_run (organization_id, id, kind, state, input, problems)
     SELECT current_organization(), uuid_v7(), 'prepare', 'done', $1::jsonb, $2::jsonb RETURNING id`,
    [JSON.stringify({ orderIds: [orderId] }), JSON.stringify(problems)],
  )
  const retry = () => retryRunAction(envelope(company), { runId: run!.id })
  const results = await Promise.all(Array.from({ length: 50 }, retry))
  const runIds = results.map((result) => (result.ok ? result.data.runId : result.error))
  expect(new Set(runIds).size).toBe(1)
  expect(await runs()).toEqual([{ kind: 'prepare', total: 3 }])
})

test('how a shop’s parcels leave is said for the company’s own shops alone', async () => {
  const orderIds = [await plant()]
  const none = { channelId: null, retry: false, addressId: null, pickupTimeId: null, branchId: null }
  const ship = (shopIds: string[]) =>
    shipOrdersAction(envelope(company), {
      selection: { orderIds },
      arrangements: shopIds.map((shopId) => ({ ...none, shopId, method: 'dropoff' as const })),
    })
  const mine = await addShop(company, 'Norte')
  const theirs = await addShop(await createTestOrganization(), 'Alheia')
  for (const strange of [theirs, orderIds[0]!])
    expect(await ship([mine, strange])).toMatchObject({ ok: false, error: 'notFound' })
  expect(await runs()).toEqual([])
  expect(await ship([mine, mine])).toMatchObject({ ok: true })
})
