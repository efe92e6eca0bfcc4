import { localDay } from '@/lib/core/dates'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, envelope, signInAs, type TestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import {
  countOrders,
  countWrites,
  dataOf,
  orderOf,
  stockedCompany,
  type OrderInput,
} from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { getResultFor } from '@/lib/money/profit/views'
import { cancelManualItems } from './cancel-items'
import { editOrderAction, placeOrderAction } from './actions'
import { getOrderEditFor } from './edit-order-view'
import { getOrderFor } from './views'

const zone = 'America/Sao_Paulo'

/** Two products at 64.90 (cost 12.345678) and 10.01 (cost 4), of which one and three are sold. */
async function basket() {
  const { company, product } = await stockedCompany()
  const other = await addStockedProduct(company, { sku: 'TAMPA', priceCents: 1_001n, onHand: 9, cost: '4' })
  const place = async (more: Partial<OrderInput>) =>
    placeOrderAction(envelope(company), {
      ...(await orderOf(company, [
        [product, 1],
        [other, 3],
      ])),
      status: 'confirmed',
      ...more,
    })
  return { company, product, other, place }
}
const terms = {
  discountCents: 1_000n,
  freightPaidCents: 2_500n,
  freightCostCents: 1_890n,
  paymentMethod: 'pix' as const,
}
const itemsOf = (company: TestOrganization, id: string) =>
  inspect<{ price: string; discount: string; subtotal: string }>(
    company.organizationId,
    `SELECT unit_price_cents::text AS price, discount_cents::text AS discount, subtotal_cents::text AS subtotal
     FROM order_item WHERE order_id = $1 ORDER BY line`,
    [id],
  )
const sumsOf = async (company: TestOrganization, id: string) => {
  const { order, profit } = (await getOrderFor(viewerOf(company.owner), id))!
  const { revenueCents, totalCents, sellerDiscountCents, freightPaidCents, paymentMethod } = order
  return {
    revenueCents,
    totalCents,
    sellerDiscountCents,
    freightPaidCents,
    paymentMethod,
    contribution: profit!.contributionCents,
  }
}
/** The month's profit: it has to equal that of its one order. */
const monthOf = async (company: TestOrganization) => {
  const day = localDay(new Date(), zone)
  const month = { from: `${day.slice(0, 7)}-01`, to: day }
  return (await getResultFor(viewerOf(company.owner), month)).total.sums.contribution
}

test('price, discount, freight and payment are agreed in the order, shared out to the cent, and in its result and the month’s', async () => {
  const { company, product, other, place } = await basket()
  const lines = [
    { productId: product, quantity: 1, unitPriceCents: 6_000n },
    { productId: other, quantity: 3 },
  ]
  const { id, totalCents } = dataOf(await place({ ...terms, lines, seenTotalCents: 10_503n }))
  // 60.00 + 3 × 10.01 − 10.00 + 25.00
  expect(totalCents).toBe('10503')
  expect(await itemsOf(company, id)).toEqual([
    { price: '6000', discount: '666', subtotal: '5334' },
    { price: '1001', discount: '334', subtotal: '2669' },
  ])
  // 80.03 sold, 25.00 of freight in and 18.90 out, goods of 12.35 and 12.00.
  expect(await sumsOf(company, id)).toEqual({
    revenueCents: 8_003n,
    totalCents: 10_503n,
    sellerDiscountCents: 1_000n,
    freightPaidCents: 2_500n,
    paymentMethod: 'pix',
    contribution: 6_178n,
  })
  expect(await monthOf(company)).toBe(6_178n)
  const [orderRow] = await inspect<{ margin: string }>(
    company.organizationId,
    'SELECT margin_cents::text AS margin FROM order_list WHERE order_id = $1',
    [id],
  )
  expect(orderRow).toEqual({ margin: '6178' })
})

test('edited terms follow; missing ones stay; and the month equals the order again', async () => {
  const { company, place } = await basket()
  const { id } = dataOf(await place(terms))
  const form = (await getOrderEditFor(viewerOf(company.owner), id))!
  expect(form).toMatchObject(terms)
  const { channelId, day, customerName, version } = form
  const lines = form.lines.map(({ line, productId, quantity, unitPriceCents }) => ({
    line,
    productId,
    quantity,
    unitPriceCents,
  }))
  const sale = { id, channelId, day, customerName, lines, discountCents: 500n }
  const changed = { freightPaidCents: 0n, freightCostCents: null, paymentMethod: 'boleto' as const }
  const edited = dataOf(await editOrderAction(envelope(company), { ...sale, version, ...changed }))
  expect(edited.totalCents).toBe('8993')
  const again = { ...sale, version: edited.version }
  const writes = Number(await countWrites(company))
  dataOf(await editOrderAction(envelope(company), { ...again, ...changed }))
  expect(Number(await countWrites(company))).toBe(writes + 1)
  const kept = dataOf(await editOrderAction(envelope(company), { ...again, discountCents: 600n }))
  expect(kept.totalCents).toBe('8893')
  expect(await sumsOf(company, id)).toMatchObject({ paymentMethod: 'boleto', contribution: 8_893n - 2_435n })
  expect(await monthOf(company)).toBe(8_893n - 2_435n)
})

test('a role without cost edits an order without seeing its freight cost, and that stays', async () => {
  const { company, place } = await basket()
  const { id } = dataOf(await place({ ...terms, status: 'pending' }))
  const operator = await addMember(company, 'operator')
  const form = (await getOrderEditFor({ ...viewerOf(company.owner), ...operator }, id))!
  expect(form).not.toHaveProperty('freightCostCents')
  expect(form).toMatchObject({ discountCents: terms.discountCents, freightPaidCents: terms.freightPaidCents })
  const lines = form.lines.map(({ line, productId, quantity, unitPriceCents }) => ({
    line,
    productId,
    quantity,
    unitPriceCents,
  }))
  const { channelId, day, version } = form
  await signInAs(operator)
  const said = { id, channelId, day, version, customerName: 'Bia', discountCents: 0n, lines }
  dataOf(await editOrderAction(envelope(company), said))
  const [{ cost }] = (await inspect<{ cost: string }>(
    company.organizationId,
    'SELECT freight_cost_cents::text AS cost FROM orders WHERE id = $1',
    [id],
  )) as [{ cost: string }]
  expect(cost).toBe('1890')
})

test('cancelling items keeps freight and payment as they were agreed', async () => {
  const { company, place } = await basket()
  const { id } = dataOf(await place(terms))
  const actor = { ...viewerOf(company.owner), kind: 'person' as const, ...envelope(company) }
  await cancelManualItems(actor as never, { id, lines: [{ line: 2, quantity: 3, cancelled: 2 }] })
  expect(await sumsOf(company, id)).toMatchObject({ freightPaidCents: 2_500n, paymentMethod: 'pix' })
})

test.each<[string, Partial<OrderInput>, object]>([
  [
    'a discount beyond what the items cost',
    { discountCents: 9_494n },
    { error: 'invalidInput', fields: { discountCents: ['orders.fields.discountTooLarge'] } },
  ],
  ['a discount below zero', { discountCents: -1n }, { error: 'invalidInput' }],
  ['a freight below zero', { freightPaidCents: -1n }, { error: 'invalidInput' }],
  ['a payment that the form does not offer', { paymentMethod: 'gold' as never }, { error: 'invalidInput' }],
  ['a total that is not what was seen', { ...terms, seenTotalCents: 9_493n }, { error: 'orderPricesChanged' }],
])('%s is refused, and nothing is saved', async (_, more, refusal) => {
  const { company, place } = await basket()
  expect(await place(more)).toMatchObject({ ok: false, ...refusal })
  expect(await countOrders(company)).toBe(0)
})

test('the whole of it may be given away, and a product without a price is sold at what was agreed', async () => {
  const { company, place } = await basket()
  expect(dataOf(await place({ discountCents: 9_493n })).totalCents).toBe('0')
  const free = await addStockedProduct(company, { sku: 'SEM-PRECO', priceCents: null, onHand: 5 })
  const lines = [{ productId: free, quantity: 2, unitPriceCents: 700n }]
  expect(dataOf(await place({ lines })).totalCents).toBe('1400')
})
