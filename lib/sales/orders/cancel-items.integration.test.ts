import { cancelItemsAction } from '@/lib/connect/sync/actions'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf, ledgerOf, levelOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { changeOrderStatusAction, editOrderAction, placeOrderAction } from './actions'
import { getOrderEditFor } from './edit-order-view'
import type { EntryStatus } from './schema'

async function placed(status: EntryStatus = 'confirmed', units = 4) {
  const { company, product } = await stockedCompany()
  const { id } = dataOf(
    await placeOrderAction(envelope(company), await orderOf(company, [[product, units]], { status })),
  )
  return { company, product, id }
}
const cancel = (company: TestOrganization, id: string, quantity: number, cancelled: number, sent = envelope(company)) =>
  cancelItemsAction(sent, { id, lines: [{ line: 1, quantity, cancelled }] })

const orderRow = async ({ organizationId }: TestOrganization, id: string) =>
  (
    await inspect(
      organizationId,
      `SELECT status::text, units, revenue_cents::int AS revenue, seller_discount_cents::int AS discount, total_cents::int AS total,
         fees_charged_cents::int AS fees FROM orders WHERE id = $1`,
      [id],
    )
  )[0]

test("units of a manual order are cancelled once: stock, sums, the channel's fee and the trail follow", async () => {
  const { company, product, id } = await placed()
  const { organizationId } = company
  await inspect(organizationId, 'UPDATE channel SET fee_rate = 0.1 WHERE organization_id = $1', [organizationId])
  const { version, channelId, day, customerName, lines } = (await getOrderEditFor(
    { organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' },
    id,
  ))!
  const changed = lines.map(({ line, productId, quantity, unitPriceCents }) => ({
    line,
    productId,
    quantity,
    unitPriceCents,
  }))
  dataOf(
    await editOrderAction(envelope(company), {
      id,
      version,
      channelId,
      day,
      customerName,
      discountCents: 1001n,
      lines: changed,
    }),
  )
  const sent = envelope(company)
  dataOf(await cancel(company, id, 4, 1, sent))
  dataOf(await cancel(company, id, 4, 1, sent))
  // 1,001 of 25,960 cents: of 19,470 that stay it is 750.75.
  expect(await orderRow(company, id)).toEqual({
    status: 'confirmed',
    units: 3,
    discount: 751,
    revenue: 18_719,
    total: 18_719,
    fees: 1872,
  })
  expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 3 })
  expect(await ledgerOf(company, product)).toEqual({ on_hand: 10, reserved: 3 })
  const auditEvents = await inspect(
    organizationId,
    `SELECT before->'lines' AS before, after->'lines' AS after FROM audit_event WHERE organization_id = $1 AND event = 'order.itemsCancelled'`,
    [organizationId],
  )
  expect(auditEvents).toMatchObject([{ before: [{ quantity: 4 }], after: [{ quantity: 3 }] }])
  expect((await verifyFigures(organizationId)).differences).toEqual([])
})

test('a cancellation that would leave nothing, differs from the seen state, or comes after the order has left is refused', async () => {
  const { company, product, id } = await placed()
  expect(await cancel(company, id, 4, 4)).toMatchObject({ error: 'orderCancelWhole' })
  expect(await cancel(company, id, 3, 1)).toMatchObject({ error: 'staleVersion' })
  expect(await cancel(company, id, 4, 5)).toMatchObject({ error: 'invalidInput' })
  dataOf(await changeOrderStatusAction(envelope(company), { id, version: 1, to: 'shipped' }))
  expect(await cancel(company, id, 4, 1)).toMatchObject({ error: 'orderLeft' })
  expect(await levelOf(company, product)).toEqual({ on_hand: 6, reserved: 0 })
})

test('an operator cancels units of what is not paid, and of nothing that is', async () => {
  const unpaid = await placed('pending')
  await signInAs(await addMember(unpaid.company, 'operator'))
  dataOf(await cancel(unpaid.company, unpaid.id, 4, 1))
  const paid = await placed()
  await signInAs(await addMember(paid.company, 'operator'))
  expect(await cancel(paid.company, paid.id, 4, 1)).toMatchObject({ error: 'permissionDenied' })
})
