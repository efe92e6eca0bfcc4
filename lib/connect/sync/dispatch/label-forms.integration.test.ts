import { GET as openLabels } from '@/app/api/dispatch/runs/[id]/labels/route'
import { printLabelsAction, shipOrdersAction } from '@/lib/sales/dispatch/actions'
import {
  countCalls,
  openDispatchHarness,
  parcelOf,
  placeToShip,
  step,
  workOff,
  type DispatchHarness,
} from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { makeLabels } from './make-labels'
import { pauses } from './pauses'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, invoicesRequired: false } })

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(async () => {
  await platform().admin('faults-clear')
  await platform().platform.changeSettings({
    documentDelaySeconds: 0,
    invoicesRequired: false,
    trackingDelaySeconds: 0,
    thermalLabelsOnly: false,
    thermalLabelForm: 'zpl_zip',
    emptyDownloads: 0,
  })
  await signInAs(harness.company.owner)
})

async function placeArranged() {
  const order = await placeToShip(harness)
  const arrangement = { shopId: harness.shopId, channelId: null, retry: false, method: 'dropoff' as const }
  const request = {
    selection: { orderIds: [order.id] },
    arrangements: [{ ...arrangement, addressId: null, pickupTimeId: null, branchId: null }],
  }
  const { runId } = dataOf(await shipOrdersAction(envelope(harness.company), request))
  await workOff(harness.company.owner, 'ship', runId)
  return order
}
async function print(orderIds: string[]) {
  const { runId } = dataOf(
    await printLabelsAction(envelope(harness.company), { selection: { orderIds }, reprint: false }),
  )
  return workOff(harness.company.owner, 'labels', runId)
}
async function open(id: string, query = '') {
  const answer = await openLabels(new Request(`http://localhost/${query}`), { params: Promise.resolve({ id }) })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

test('a thermal label that comes as commands is handed over as it is, and counts as printed', async () => {
  await platform().platform.changeSettings({ thermalLabelsOnly: true })
  const order = await placeArranged()
  const run = await print([order.id])
  expect(run).toMatchObject({ state: 'done', problems: [], hasFile: false, thermalLabels: 1 })
  const file = await open(run.id, '?form=zpl')
  expect(file).toMatchObject({ status: 200, type: 'application/octet-stream' })
  expect(file.text).toMatch(/^\^XA[^]*\^XZ/)
  expect((await open(run.id)).status).toBe(404)
  expect(await parcelOf(harness, order.code)).toMatchObject({ label_state: 'ready', print_count: 1 })
})

test('pages and thermal labels of one run come in a file each', async () => {
  const [page, thermal] = [await placeArranged(), await placeArranged()]
  await print([page.id])
  await platform().platform.changeSettings({ thermalLabelsOnly: true })
  const { runId } = dataOf(
    await printLabelsAction(envelope(harness.company), {
      selection: { orderIds: [page.id, thermal.id] },
      reprint: true,
    }),
  )
  const run = await workOff(harness.company.owner, 'labels', runId)
  expect(run).toMatchObject({ hasFile: true, thermalLabels: 1, problems: [] })
  expect((await open(run.id)).text).toMatch(/^%PDF/)
})

test('a finished label whose first file is empty is fetched again', async () => {
  const order = await placeArranged()
  await platform().platform.changeSettings({ emptyDownloads: 2 })
  expect(await print([order.id])).toMatchObject({ hasFile: true, problems: [] })
})

test('many empty files at once are no fault of the host, and a label that stays empty waits to be asked for again', async () => {
  const orders = [await placeArranged(), await placeArranged(), await placeArranged()]
  await platform().platform.changeSettings({ emptyDownloads: 4 })
  const ids = orders.map(({ id }) => id)
  const run = await print(ids)
  expect(run.problems.map(({ errorCode }) => errorCode)).toEqual(Array(3).fill('labelNotReady'))
  expect(await parcelOf(harness, orders[0]!.code)).toMatchObject({ label_state: 'asked', print_count: 0 })
  expect(await print(ids)).toMatchObject({ hasFile: true, problems: [] })
})

test('one order that the platform cannot print has none of the others stay without a label', async () => {
  const [first, second, bad] = [await placeArranged(), await placeArranged(), await placeArranged()]
  await step(harness, bad.code, 'pick-up')
  const run = await print([first.id, bad.id, second.id])
  expect(run.problems).toMatchObject([{ code: bad.code, errorCode: 'labelNotNow' }])
  for (const { code } of [first, second])
    expect(await parcelOf(harness, code)).toMatchObject({ label_state: 'ready', print_count: 1 })
})

test('a label that is made while its run waits for the last time comes with that run', async () => {
  const order = await placeArranged()
  await platform().platform.changeSettings({ documentDelaySeconds: 600 })
  const { pool } = platform().platform
  const waits: number[] = []
  pauses.wait = async (ms) => {
    if (waits.push(ms) === 7)
      await pool.query(`UPDATE shipping_documents SET status = 'READY' WHERE order_sn = $1`, [order.code])
  }
  expect(await print([order.id])).toMatchObject({ hasFile: true, problems: [] })
  expect(waits).toEqual([300, 700, 1000, 2000, 4000, 8000, 8000])
})

test('for a label that was requested before, its state is read before it is requested again', async () => {
  const order = await placeArranged()
  await platform().platform.changeSettings({ documentDelaySeconds: 600 })
  const { pool } = platform().platform
  const made = countCalls(harness, 'create_shipping_document$')
  const { runId } = dataOf(
    await printLabelsAction(envelope(harness.company), { selection: { orderIds: [order.id] }, reprint: false }),
  )
  await makeLabels(harness.company.owner, runId)
  await pool.query(`UPDATE shipping_documents SET status = 'READY' WHERE order_sn = $1`, [order.code])
  expect(await print([order.id])).toMatchObject({ hasFile: true, problems: [] })
  expect(await (await made)()).toBe(1)
})
