import { purgeExpired } from '@/lib/worker/tasks/maintenance'
import { asWorker, changeAsOwner, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { dataOf, orderOf, stockedCompany } from '@/lib/testing/harnesses/order-harness'
import { addReturn } from '@/lib/testing/harnesses/parcel-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { applyTestSheet, csvOf } from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { noteOrderAction, placeOrderAction } from './actions'
import { purgeAfter } from './buyer-term'
import { purgeCustomers } from './purge-customers'

const heading = [
  'Data',
  'Canal',
  'Número do pedido',
  'SKU',
  'Quantidade',
  'Preço unitário',
  'Desconto',
  'Taxa',
  'Cliente',
  'Situação',
]
const sales = { kind: 'sales' as const }

test("customers' names are forgotten when marketplace buyers' are, in the order, in its search and nowhere sooner", async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const sold = (number: string, customer: string) => [
    '05/10/2026',
    'Balcão',
    number,
    'a',
    '1',
    '50,00',
    '',
    '',
    customer,
    'Entregue',
  ]
  const sheet = csvOf([heading, sold('1', 'Zuleica Prado'), sold('2', 'Otávio Reis'), sold('3', 'Nara Lima')])
  await applyTestSheet(company, sheet, sales)
  const dayMs = 86_400_000
  const age = async (code: string, change: string) => {
    await inspect(organizationId, `update orders set ${change} where external_code = $1`, [code])
    const [order] = await inspect<Record<string, Date | null> & { status: string }>(
      organizationId,
      `select status::text, placed_at, paid_at, ship_by, shipped_at, delivered_at, cancelled_at from orders where external_code = $1`,
      [code],
    )
    const at = (name: string) => (order![name] as Date | null)?.getTime() ?? null
    return purgeAfter({
      status: order!.status,
      placedAt: at('placed_at')!,
      paidAt: at('paid_at'),
      shipBy: at('ship_by'),
      shippedAt: at('shipped_at'),
      deliveredAt: at('delivered_at'),
      cancelledAt: at('cancelled_at'),
      completedAt: null,
    })
  }
  const moved = (days: number) =>
    `placed_at = now() - interval '${days} days', paid_at = null, ship_by = null, shipped_at = null, delivered_at = null`
  expect(await age('1', moved(151))).toBeLessThan(Date.now())
  expect(await age('2', moved(149))).toBeGreaterThan(Date.now())
  expect(await age('3', `${moved(95)}, status = 'cancelled', cancelled_at = now() - interval '91 days'`)).toBeLessThan(
    Date.now() - dayMs / 2,
  )
  await inspect(organizationId, 'select refresh_order_list(array(select id from orders))::text')
  await asWorker(purgeExpired)
  const left = await inspect(
    organizationId,
    `select o.customer_name as name, d.buyer_words as words from orders o join order_list d on d.order_id = o.id order by o.external_code`,
  )
  expect(left).toMatchObject([
    { name: null, words: null },
    { name: 'Otávio Reis', words: expect.stringContaining('otavio') as unknown },
    { name: null, words: null },
  ])
})

test('a customer typed into an order by hand is forgotten like one of a sheet, and stays while the order may go on', async () => {
  const { company, product } = await stockedCompany(10)
  const { organizationId } = company
  await signInAs(company.owner)
  const sell = async (customerName: string, ended: string) => {
    const order = dataOf(
      await placeOrderAction(envelope(company), await orderOf(company, [[product, 1]], { customerName })),
    )
    await inspect(organizationId, `update orders set ${ended} where id = $1`, [order.id])
  }
  const placed = (days: number) => `placed_at = now() - interval '${days} days', paid_at = null`
  await sell('Delivered long ago', `${placed(200)}, delivered_at = now() - interval '151 days', status = 'delivered'`)
  await sell('Delivered of late', `${placed(200)}, delivered_at = now() - interval '149 days', status = 'delivered'`)
  await sell('Cancelled', `${placed(120)}, cancelled_at = now() - interval '91 days', status = 'cancelled'`)
  await sell('Cancelled of late', `${placed(120)}, cancelled_at = now() - interval '89 days', status = 'cancelled'`)
  await sell('Never moved on', placed(151))
  await sell('Of today', 'paid_at = null')
  await asWorker(purgeExpired)
  const left = await inspect<{ name: string | null; words: string | null }>(
    organizationId,
    `select o.customer_name as name, d.buyer_words as words from orders o join order_list d on d.order_id = o.id order by o.id`,
  )
  expect(left).toEqual([
    { name: null, words: null },
    { name: 'Delivered of late', words: 'delivered of late' },
    { name: null, words: null },
    { name: 'Cancelled of late', words: 'cancelled of late' },
    { name: null, words: null },
    { name: 'Of today', words: 'of today' },
  ])
})

test('a note on an order without a customer goes when a customer would, or that long after it was written, and waits for an open return', async () => {
  const { company, product } = await stockedCompany(10)
  const { organizationId } = company
  await signInAs(company.owner)
  const sell = async (note: string) => {
    const { id } = dataOf(await placeOrderAction(envelope(company), await orderOf(company, [[product, 1]], { note })))
    const ago = `now() - interval '151 days'`
    await inspect(organizationId, `update orders set placed_at = ${ago}, paid_at = null where id = $1`, [id])
    return id
  }
  await sell('Of long ago')
  const noted = await sell('Before')
  dataOf(await noteOrderAction(envelope(company), { id: noted, noteVersion: 0, note: 'Written of late' }))
  await changeAsOwner(
    organizationId,
    `INSERT INTO audit_event (organization_id, id, at, actor_kind, event, subject_kind, subject_id)
     VALUES (current_organization(), uuid_v7(), now() - interval '91 days', 'system', 'order.noted', 'order', $1)`,
    [await sell('Written long ago')],
  )
  await changeAsOwner(
    organizationId,
    `INSERT INTO order_buyer (organization_id, order_id, purge_after) VALUES (current_organization(), $1, now() + interval '1 day')`,
    [await sell('Of a buyer')],
  )
  const returned = await sell('Comes back')
  const shopId = await addShop(company, 'Loja')
  const returnId = await addReturn(company, { shopId, orderId: returned }, { kind: 'refund_only', state: 'closed' })
  const closed = (days: number) =>
    inspect(organizationId, `update order_return set opened_at = $2, platform_at = $2 where id = $1`, [
      returnId,
      new Date(Date.now() - days * 86_400_000),
    ])
  await closed(89)
  const left = async () => {
    await asWorker(() => purgeCustomers(organizationId))
    const notes = 'select note from orders where note is not null order by note'
    return (await inspect<{ note: string }>(organizationId, notes)).map(({ note }) => note)
  }
  expect(await left()).toEqual(['Comes back', 'Of a buyer', 'Written of late'])
  await closed(91)
  expect(await left()).toEqual(['Of a buyer', 'Written of late'])
})

test('customers are forgotten in batches, each by itself, and the desk follows once a batch', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await addStockedProduct(company, { sku: 'A', onHand: 10 })
  const sold = (number: string) => ['05/10/2025', 'Balcão', number, 'a', '1', '50,00', '', '', `Nara ${number}`, '']
  await applyTestSheet(company, csvOf([heading, ...['1', '2', '3', '4', '5'].map(sold)]), sales)
  const [explained] = await inspect<{ 'QUERY PLAN': [{ Triggers: { 'Trigger Name': string; Calls: number }[] }] }>(
    organizationId,
    `explain (analyze, format json) update orders set customer_name = 'Zuleica ' || external_code`,
  )
  const named = explained!['QUERY PLAN'][0].Triggers.filter((trigger) => trigger['Trigger Name'] === 'orders_renamed')
  expect(named).toMatchObject([{ Calls: 1 }])
  const words = () =>
    inspect<{ words: string | null; by: string }>(
      organizationId,
      'select d.buyer_words as words, o.xmin::text as by from orders o join order_list d on d.order_id = o.id order by o.external_code',
    )
  expect((await words()).map((row) => row.words)).toEqual(['1', '2', '3', '4', '5'].map((n) => `zuleica ${n}`))
  await asWorker(() => purgeCustomers(organizationId, 2))
  const left = await words()
  expect(left.map((row) => row.words)).toEqual([null, null, null, null, null])
  expect(new Set(left.map(({ by }) => by)).size).toBe(3)
})
