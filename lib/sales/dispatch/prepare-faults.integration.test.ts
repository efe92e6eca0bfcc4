import { prepareOrders } from '@/lib/connect/sync/dispatch/prepare-orders'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { findRun, openDispatchHarness, readAgain, step } from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { listAuditEvents } from '@/lib/testing/harnesses/company-harness'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { throughProxy } from '@/lib/testing/harnesses/price-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { prepareDayAction } from './actions'

process.env.SHOPEE_CALLS_PER_SECOND = '500'
const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})

type Parcel = { code: string; arranged: boolean; labelled: boolean; prints: number }

test('thirty orders in one press, two that cannot go, under limits, lost and half answers: 28 are arranged and printed once, the two are named', async () => {
  const harness = await openDispatchHarness(platform())
  const { company, number, items } = harness
  await signInAs(company.owner)
  const codes: string[] = []
  for (const itemId of items) {
    const request = { shopId: number, itemId, modelId: 0, quantity: 1, isPaid: true, count: 10 }
    codes.push(...(await platform().admin<{ orderSns: string[] }>('order', request)).orderSns)
  }
  await readAgain(harness, codes)
  const [cancelling, blocked, ...lost] = codes as [string, string, ...string[]]
  await step(harness, cancelling, 'ask-cancel')
  const orders = await inspect<{ id: string; code: string }>(
    company.organizationId,
    'SELECT id, external_code AS code FROM orders WHERE organization_id = current_organization()',
  )
  const orderIds = orders.map(({ id }) => id)
  const { runId } = dataOf(await prepareDayAction(envelope(company), { selection: { orderIds }, papers: [] }))
  const strike = (kind: string, count: number, pathPattern: string) =>
    platform().admin('fault', { kind, count, pathPattern, rate: 0.5, seed: pathPattern })
  await strike('rate_limit', 3, 'get_shipping_parameter$')
  await strike('cut_answer', 4, 'logistics/ship_order$')
  await strike('server_error', 2, 'create_shipping_document$')
  await strike('cut_answer', 2, 'download_shipping_document$')

  const shipped: string[] = []
  let halved = 0
  const work = () =>
    throughProxy(
      platform(),
      (proxy) => {
        proxy.changeAnswer = async (path, body) => {
          // Half an answer, twice: two orders are left out.
          if (path.endsWith('get_order_detail') && halved < 2) {
            const answer = JSON.parse(body) as { response?: { order_list: { order_sn: string }[] } }
            const kept = answer.response?.order_list.filter(({ order_sn: code }) => !lost.slice(0, 2).includes(code))
            if (!kept || kept.length === answer.response!.order_list.length) return body
            halved += 1
            return JSON.stringify({ ...answer, response: { order_list: kept } })
          }
          return body
        }
        proxy.refuse = (path, sent) => {
          if (!path.endsWith('ship_order')) return null
          const { order_sn: code } = JSON.parse(sent) as { order_sn: string }
          if (code !== blocked) return (shipped.push(code), null)
          return JSON.stringify({
            error: 'logistics.error_lane_closed',
            message: 'The lane is closed.',
            request_id: 'r',
          })
        }
      },
      () => asWorker(() => prepareOrders(company.owner, runId)),
    )
  await work()
  expect(halved).toBe(2)
  const run = await findRun(company.owner, runId)
  expect(run).toMatchObject({ state: 'done', done: 90, total: 90, orders: 30, hasFile: true })
  expect(run.problems.map(({ code, errorCode, text }) => [code, errorCode, text]).toSorted()).toEqual(
    [
      [cancelling, 'cancellationAsked', null],
      [blocked, 'refused', 'The lane is closed.'],
    ].toSorted(),
  )
  const there = async () =>
    (
      await platform().platform.pool.query<{ code: string }>(
        'SELECT order_sn AS code FROM packages WHERE order_sn = ANY ($1) AND arranged_time IS NOT NULL ORDER BY 1',
        [codes],
      )
    ).rows.map(({ code }) => code)
  const parcels = () =>
    inspect<Parcel>(
      company.organizationId,
      `SELECT o.external_code AS code, k.arranged_at IS NOT NULL AS arranged, k.label_state = 'ready' AS labelled, k.print_count AS prints
       FROM package k JOIN orders o ON o.organization_id = k.organization_id AND o.id = k.order_id
       WHERE o.organization_id = current_organization() ORDER BY o.external_code COLLATE "C"`,
    )
  const goes = codes.filter((code) => code !== cancelling && code !== blocked).toSorted()
  expect(await there()).toEqual(goes)
  expect(shipped.toSorted()).toEqual(goes)
  expect(await parcels()).toEqual(
    codes.toSorted().map((code) => {
      const isGone = goes.includes(code)
      return { code, arranged: isGone, labelled: isGone, prints: isGone ? 1 : 0 }
    }),
  )
  expect(await listAuditEvents(company, 'order.shipmentArranged')).toHaveLength(28)

  // A worker that died before it noted what it had arranged: the run is taken up again and nothing is called or printed twice.
  await inspect(
    company.organizationId,
    `UPDATE dispatch_run SET state = 'running', done = 30, finished_at = NULL, file_id = NULL WHERE id = $1`,
    [runId],
  )
  await inspect(
    company.organizationId,
    `UPDATE package SET arranged_at = NULL WHERE order_id IN (SELECT id FROM orders WHERE external_code = ANY ($1))`,
    [goes.slice(0, 5)],
  )
  await work()
  expect(shipped.toSorted()).toEqual(goes)
  expect((await parcels()).filter(({ arranged }) => arranged)).toHaveLength(28)
  expect((await parcels()).every(({ prints }) => prints <= 1)).toBe(true)
}, 180_000)
