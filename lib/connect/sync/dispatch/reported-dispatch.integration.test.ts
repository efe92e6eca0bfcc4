import { POST as uploadInvoice } from '@/app/api/dispatch/invoices/route'
import { printLabelsAction, sendInvoicesAction, shipOrdersAction } from '@/lib/sales/dispatch/actions'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { openDispatchHarness, placeToShip, type DispatchHarness } from '@/lib/testing/harnesses/dispatch-harness'
import { envelope, signInAs } from '@/lib/testing/factories/factories'
import { nfeXml } from '@/lib/testing/factories/nfe'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { openShopHarness } from '@/lib/testing/harnesses/shop-harness'
import { makeLabels } from './make-labels'
import { sendInvoices } from './send-invoices'
import { shipOrders } from './ship-orders'

const { platform } = openShopHarness({ settings: { trackingDelaySeconds: 0, documentDelaySeconds: 0 } })

let harness: DispatchHarness
beforeAll(async () => {
  harness = await openDispatchHarness(platform())
})
beforeEach(async () => {
  await platform().platform.changeSettings({ invoicesRequired: false })
  await signInAs(harness.company.owner)
})

type Placed = { code: string; id: string }
const actor = () => systemActor(harness.company.organizationId, harness.company.owner.userId)
const selection = ({ id }: Placed) => ({ selection: { orderIds: [id] } })
const dropoff = () => ({
  shopId: harness.shopId,
  channelId: null,
  retry: false,
  method: 'dropoff' as const,
  addressId: null,
  pickupTimeId: null,
  branchId: null,
})
/** Asked for by a person; answers what the worker then does. */
const shipping = async (order: Placed) => {
  const request = { ...selection(order), arrangements: [dropoff()] }
  const { runId } = dataOf(await shipOrdersAction(envelope(harness.company), request))
  return () => shipOrders(actor(), runId)
}
const printing = async (order: Placed) => {
  const { runId } = dataOf(await printLabelsAction(envelope(harness.company), { ...selection(order), reprint: false }))
  return () => makeLabels(actor(), runId)
}
const sending = async (order: Placed) => {
  const { runId } = dataOf(await sendInvoicesAction(envelope(harness.company), selection(order)))
  return () => sendInvoices(actor(), runId)
}
async function invoiced(): Promise<Placed> {
  await platform().platform.changeSettings({ invoicesRequired: true })
  const order = await placeToShip(harness)
  const note = `<infAdic><infCpl>Pedido ${order.code}</infCpl></infAdic></infNFe>`
  const request = new Request('http://localhost/api/dispatch/invoices?fileName=nota.xml', {
    method: 'POST',
    headers: { 'x-organization-id': harness.company.organizationId },
    body: nfeXml({ totalCents: 2500 }).replace('</infNFe>', note),
  })
  expect((await uploadInvoice(request, { params: Promise.resolve({}) })).status).toBe(200)
  return order
}
async function shipped(): Promise<Placed> {
  const order = await placeToShip(harness)
  await asWorker(await shipping(order))
  return order
}
type Step = [
  name: string,
  make: () => Promise<Placed>,
  run: (order: Placed) => Promise<() => Promise<unknown>>,
  /** The reports about the order itself; how often the sync read it again is reported for the shop. */
  reports: string[],
]
const steps: Step[] = [
  ['a shipment', () => placeToShip(harness), shipping, ['order.shipmentArranged', 'order.statusChanged']],
  ['a label', shipped, printing, ['order.labelPrinted', 'order.trackingReceived']],
  ['an invoice and what the tax office says of it', invoiced, sending, ['order.invoiceDecided', 'order.invoiceSent']],
]

const eventsOf = async ({ id }: Placed) =>
  (
    await inspect<{ event: string }>(
      harness.company.organizationId,
      'SELECT event FROM audit_event WHERE organization_id = current_organization() AND subject_id = $1 ORDER BY event',
      [id],
    )
  ).map(({ event }) => event)
/** The state of the order, its parcels, its papers and its returns. */
const stateOf = async ({ id }: Placed) =>
  inspect(
    harness.company.organizationId,
    `SELECT to_jsonb(o) AS o, (SELECT jsonb_agg(to_jsonb(k) ORDER BY k.id) FROM package k WHERE k.order_id = o.id) AS parcels,
       (SELECT jsonb_agg(to_jsonb(f) ORDER BY f.id) FROM fiscal_document f WHERE f.order_id = o.id) AS papers,
       (SELECT jsonb_agg(to_jsonb(r) ORDER BY r.id) FROM order_return r WHERE r.order_id = o.id) AS returns
     FROM orders o WHERE o.organization_id = current_organization() AND o.id = $1`,
    [id],
  )

test.each(steps)(
  '%s: where its entry is refused nothing is stored, though the platform has it; a retry records it once, and then no more',
  async (_, make, run, expected) => {
    const order = await make()
    const [known, work, before] = [await eventsOf(order), await run(order), await stateOf(order)]
    await withOwner((owner) => owner.query('ALTER TABLE audit_event ADD CONSTRAINT unrecorded CHECK (false) NOT VALID'))
    await expect(asWorker(work)).rejects.toThrow()
    await withOwner((owner) => owner.query('ALTER TABLE audit_event DROP CONSTRAINT unrecorded'))
    expect(await stateOf(order)).toEqual(before)

    await asWorker(work)
    const expectedCodes = [...known, ...expected].toSorted()
    expect(await eventsOf(order)).toEqual(expectedCodes)
    await asWorker(work)
    // A sent call is not even requested again.
    const again = await run(order).catch(() => null)
    if (again) await asWorker(again)
    expect(await eventsOf(order)).toEqual(expectedCodes)
  },
)
