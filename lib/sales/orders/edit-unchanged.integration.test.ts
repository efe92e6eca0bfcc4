import { inspect } from '@/lib/testing/harnesses/database'
import { envelope } from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { editOrderAction, placeOrderAction } from './actions'
import { getOrderEditFor } from './edit-order-view'

test('an unchanged save writes nothing: no event, no movement, no version', async () => {
  const { company, product } = await stockedCompany()
  const { organizationId } = company
  const { id } = dataOf(await placeOrderAction(envelope(company), await orderOf(company, [[product, 4]])))
  const written = async () =>
    (
      await inspect(
        organizationId,
        `SELECT updated_at, (SELECT count(*)::int FROM audit_event WHERE organization_id = $1) AS events,
          (SELECT count(*)::int FROM stock_movement WHERE organization_id = $1) AS movements,
          (SELECT count(*)::int FROM sales_day_delta WHERE organization_id = $1) AS deltas
         FROM orders WHERE organization_id = $1 AND id = $2`,
        [organizationId, id],
      )
    )[0]
  const formOf = async () => {
    const viewer = { organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' as const }
    const { version, channelId, day, customerName, discountCents, lines } = (await getOrderEditFor(viewer, id))!
    const changed = lines.map(({ line, productId, quantity, unitPriceCents }) => ({
      line,
      productId,
      quantity,
      unitPriceCents,
    }))
    return { id, version, channelId, day, customerName, discountCents, lines: changed }
  }
  const before = await written()
  const form = await formOf()
  expect(dataOf(await editOrderAction(envelope(company), form))).toEqual({ version: 1, totalCents: '25960' })
  expect(await written()).toEqual(before)
  const lines = form.lines.map((line) => ({ ...line, unitPriceCents: 6_491n }))
  for (const changed of [{ customerName: 'Ana' }, { discountCents: 1n }, { lines }]) {
    const { version, ...same } = await formOf()
    const edited = dataOf(await editOrderAction(envelope(company), { version, ...same, ...changed }))
    expect(edited.version).toBe(version + 1)
  }
  expect(await editOrderAction(envelope(company), form)).toMatchObject({ error: 'staleVersion' })
})
