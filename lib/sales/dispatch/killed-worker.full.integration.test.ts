// Full form: it starts a process and kills it. Default: lib/sales/dispatch/dispatch.integration.test.ts, where an answer never comes.
import { setTimeout as wait } from 'node:timers/promises'
import { workerUrl } from '@/lib/testing/harnesses/database'
import {
  countCalls,
  findRun,
  openDispatchHarness,
  parcelOf,
  placeToShip,
  workOff,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { TestProcess } from '@/lib/testing/harnesses/processes'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { shipOrdersAction } from './actions'

const { platform } = openShopHarness({
  settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0, invoicesRequired: false },
})
const dropoff = { retry: false, method: 'dropoff' as const, addressId: null, pickupTimeId: null, branchId: null }

test('a worker that is killed in the middle ships no order twice and leaves none out', async () => {
  const harness = await openDispatchHarness(platform())
  await signInAs(harness.company.owner)
  const orders = []
  for (let nth = 0; nth < 12; nth += 1) orders.push(await placeToShip(harness))
  const codes = orders.map(({ code }) => code)
  const calls = await countCalls(harness, 'logistics/ship_order$')
  const { runId } = dataOf(
    await shipOrdersAction(envelope(harness.company), {
      selection: { orderIds: orders.map(({ id }) => id) },
      arrangements: [{ ...dropoff, shopId: harness.shopId, channelId: null }],
    }),
  )
  const worker = new TestProcess('lib/testing/harnesses/dispatch-worker.ts', {
    DATABASE_URL: workerUrl(),
    SHOPEE_CALLS_PER_SECOND: '8',
  })
  expect(await worker.receive()).toBe('ready')
  void worker.send({ organizationId: harness.company.organizationId, runId })
  const arranged = async () =>
    (
      await platform().platform.pool.query(
        'SELECT 1 FROM packages WHERE order_sn = ANY ($1) AND arranged_time IS NOT NULL',
        [codes],
      )
    ).rowCount ?? 0
  while ((await arranged()) < 3) await wait(20)
  worker.kill()
  const before = await findRun(harness.company.owner, runId)
  expect(before).toMatchObject({ state: 'running', done: 0 })
  expect(await arranged()).toBeLessThan(12)
  const run = await workOff(harness.company.owner, 'ship', runId)
  expect(run).toMatchObject({ state: 'done', done: 12, problems: [] })
  expect(await arranged()).toBe(12)
  expect(await calls()).toBe(12)
  for (const code of codes) expect(await parcelOf(harness, code)).toMatchObject({ arranged_at: expect.any(Date) })
})
