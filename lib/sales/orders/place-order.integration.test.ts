import type { Actor } from '@/lib/core/db'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import {
  channelOf,
  countOrders,
  countWrites,
  dataOf,
  ledgerOf,
  levelOf,
  orderOf,
  stockedCompany,
  type OrderInput,
} from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { changeOrderStatusAction, placeOrderAction } from './actions'
import type { EntryStatus, OrderStatus } from './schema'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const place = async (company: TestOrganization, lines: [string, number][], more: Partial<OrderInput> = {}) =>
  dataOf(await placeOrderAction(envelope(company), await orderOf(company, lines, more)))

const move = (company: { organizationId: string }, id: string, version: number, to: OrderStatus) =>
  changeOrderStatusAction(envelope(company), { id, version, to })

describe('many orders at once', () => {
  const units = isFullProfile ? 100 : 20
  test('twice as many orders of one unit as are available: half are accepted, half refused by name, and the ledger is exact', async () => {
    const { company, product } = await stockedCompany(units)
    const input = await orderOf(company, [[product, 1]])
    const results = await Promise.all(
      Array.from({ length: 2 * units }, () => placeOrderAction(envelope(company), input)),
    )
    const refused = results.flatMap((result) => (result.ok ? [] : [result]))
    expect(results.filter(({ ok }) => ok)).toHaveLength(units)
    expect(new Set(refused.map(({ error }) => error))).toEqual(new Set(['insufficientStock']))
    for (const { values } of refused) expect(values).toEqual({ sku: 'GAR-1L', available: 0 })
    expect(await levelOf(company, product)).toEqual({ on_hand: units, reserved: units })
    expect(await ledgerOf(company, product)).toEqual({ on_hand: units, reserved: units })
    expect(await countOrders(company)).toBe(units)
  })

  test('the same key many times at once makes one order, and each call gets that one', async () => {
    const { company, product } = await stockedCompany()
    const input = await orderOf(company, [[product, 2]])
    const sent = envelope(company)
    const results = await Promise.all(Array.from({ length: 16 }, () => placeOrderAction(sent, input)))
    const orders = results.map(dataOf)
    expect(new Set(orders.map(({ id, code }) => `${id} ${code}`)).size).toBe(1)
    expect(await countOrders(company)).toBe(1)
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 2 })
  })

  test('orders that want the same products in opposite order do not block each other for good', async () => {
    const { company, product } = await stockedCompany(1_000)
    const other = await addStockedProduct(company, { sku: 'OUTRO', onHand: 1_000 })
    const [there, back] = [
      await orderOf(company, [
        [product, 1],
        [other, 1],
      ]),
      await orderOf(company, [
        [other, 1],
        [product, 1],
      ]),
    ]
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, index) => placeOrderAction(envelope(company), index % 2 ? there : back)),
    )
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect(await levelOf(company, other)).toEqual({ on_hand: 1_000, reserved: 24 })
  })
})

describe('saving', () => {
  test('the same key with another cart is refused and writes nothing more', async () => {
    const { company, product } = await stockedCompany()
    const sent = envelope(company)
    dataOf(await placeOrderAction(sent, await orderOf(company, [[product, 1]])))
    const before = await countWrites(company)
    expect(await placeOrderAction(sent, await orderOf(company, [[product, 2]]))).toMatchObject({ error: 'keyReused' })
    expect(await countWrites(company)).toBe(before)
  })

  test('a refused order leaves no trace, and its key is free for the mended cart', async () => {
    const { company, product } = await stockedCompany(3)
    const other = await addStockedProduct(company, { sku: 'SEM', onHand: 0 })
    const before = await countWrites(company)
    const sent = envelope(company)
    const refused = await placeOrderAction(
      sent,
      await orderOf(company, [
        [product, 1],
        [other, 1],
      ]),
    )
    expect(refused).toMatchObject({ error: 'insufficientStock', values: { sku: 'SEM', available: 0 } })
    expect(await countWrites(company)).toBe(before)
    dataOf(await placeOrderAction(sent, await orderOf(company, [[product, 1]])))
    expect(await countOrders(company)).toBe(1)
  })

  test('lines of one product are added up before its stock is looked at', async () => {
    const { company, product } = await stockedCompany(3)
    const twice = await orderOf(company, [
      [product, 2],
      [product, 2],
    ])
    expect(await placeOrderAction(envelope(company), twice)).toMatchObject({
      error: 'insufficientStock',
      values: { sku: 'GAR-1L', available: 3 },
    })
  })

  test('price and cost are those of the moment of the sale, whatever the catalogue says later', async () => {
    const { company, product } = await stockedCompany()
    const { organizationId } = company
    const { id, totalCents } = await place(company, [[product, 3]], { status: 'confirmed' })
    await withOrganization(company, async (db) => {
      await db.product.update({
        where: { organizationId_id: { organizationId, id: product } },
        data: { priceCents: 1n, title: 'Outro' },
        select: { id: true },
      })
      await db.productCost.updateMany({ where: { organizationId, productId: product }, data: { cost: '99' } })
    })
    expect(totalCents).toBe('19470')
    const [item] = await inspect(
      organizationId,
      'SELECT title, unit_price_cents::int AS price, subtotal_cents::int AS subtotal, unit_cost::text AS cost FROM order_item WHERE order_id = $1',
      [id],
    )
    expect(item).toEqual({ title: 'Produto GAR-1L', price: 6_490, subtotal: 19_470, cost: '12.345678' })
  })

  test('a total that the form did not show is refused instead of charged', async () => {
    const { company, product } = await stockedCompany()
    const before = await countWrites(company)
    const stale = await orderOf(company, [[product, 1]], { seenTotalCents: 5_990n })
    expect(await placeOrderAction(envelope(company), stale)).toMatchObject({ error: 'orderPricesChanged' })
    expect(await countWrites(company)).toBe(before)
    await place(company, [[product, 1]], { seenTotalCents: 6_490n })
  })

  test.each<[string, Partial<OrderInput>, string]>([
    ['an empty cart', { lines: [] }, 'cartEmpty'],
    ['a quantity of zero', { lines: [{ productId: newId(), quantity: 0 }] }, 'invalidInput'],
    ['half a unit', { lines: [{ productId: newId(), quantity: 0.5 }] }, 'invalidInput'],
    ['a status that the form does not offer', { status: 'delivered' as EntryStatus }, 'invalidInput'],
  ])('%s is refused', async (_, more, error) => {
    const { company, product } = await stockedCompany()
    expect(await placeOrderAction(envelope(company), await orderOf(company, [[product, 1]], more))).toMatchObject({
      ok: false,
      error,
    })
  })

  test('a product without a price is not given away', async () => {
    const { company } = await stockedCompany()
    const free = await addStockedProduct(company, { sku: 'SEM-PRECO', priceCents: null, onHand: 5 })
    expect(await placeOrderAction(envelope(company), await orderOf(company, [[free, 1]]))).toMatchObject({
      error: 'priceMissing',
      values: { sku: 'SEM-PRECO' },
    })
  })
})

describe('the largest amount', () => {
  const most = 999_999_999_999n
  const priced = (productId: string, unitPriceCents: bigint, quantities: number[]): Partial<OrderInput> => ({
    lines: quantities.map((quantity) => ({ productId, quantity, unitPriceCents })),
  })
  const tooLarge = { ok: false, error: 'moneyTooLarge' }

  test('the lines of an order are worth what one amount may be, and not a cent more', async () => {
    const { company, product } = await stockedCompany()
    const send = async (more: Partial<OrderInput>) =>
      placeOrderAction(envelope(company), await orderOf(company, [], more))
    for (const more of [
      priced(product, most, [2]),
      priced(product, most, [1, 1]),
      priced(product, 1_000_000_000_000n / 10n, [10]),
    ])
      expect(await send(more)).toMatchObject(tooLarge)
    expect(await countOrders(company)).toBe(0)
    expect(dataOf(await send(priced(product, most, [1])))).toMatchObject({ totalCents: most.toString() })
  })

  test('an order at the products’ own prices is refused too, however many lines, and takes no number', async () => {
    const { company, product } = await stockedCompany()
    const dear = await addStockedProduct(company, { sku: 'CARO', priceCents: most, onHand: 1 })
    const before = await countWrites(company)
    const line: [string, number] = [dear, 100_000]
    const tries: [string, number][][] = [
      [[dear, 2]],
      [
        [product, 1],
        [dear, 1],
      ],
      Array.from({ length: 200 }, () => line),
    ]
    for (const lines of tries)
      expect(await placeOrderAction(envelope(company), await orderOf(company, lines))).toMatchObject(tooLarge)
    expect(await countWrites(company)).toBe(before)
    const mixed = {
      lines: [
        { productId: dear, quantity: 1 },
        { productId: product, quantity: 1, unitPriceCents: 1n },
      ],
    }
    expect(await placeOrderAction(envelope(company), await orderOf(company, [], mixed))).toMatchObject(tooLarge)
    expect((await place(company, [[dear, 1]])).code).toMatch(/-00001$/)
  })
})

describe('roles', () => {
  test.each<[Actor['role'], boolean]>([
    ['admin', true],
    ['manager', true],
    ['operator', true],
    ['finance', false],
    ['viewer', false],
    ['accountant', false],
  ])('%s may place orders: %s', async (role, allowed) => {
    const { company, product } = await stockedCompany()
    const input = await orderOf(company, [[product, 1]])
    await signInAs(await addMember(company, role))
    const result = await placeOrderAction(envelope(company), input)
    expect(result).toMatchObject(allowed ? { ok: true } : { error: 'permissionDenied' })
    expect(await countOrders(company)).toBe(allowed ? 1 : 0)
  })
})

describe('tenancy', () => {
  test("another organization's product, channel and order are not found, and nothing changes on either side", async () => {
    const theirs = await stockedCompany()
    const their = await place(theirs.company, [[theirs.product, 1]])
    const theirChannel = await channelOf(theirs.company)
    const theirBefore = await countWrites(theirs.company)
    const { company, product } = await stockedCompany()
    const before = await countWrites(company)
    const send = async (lines: [string, number][], more = {}) =>
      placeOrderAction(envelope(company), await orderOf(company, lines, more))
    expect(await send([[theirs.product, 1]])).toMatchObject({ error: 'skuNotFound' })
    expect(await send([[product, 1]], { channelId: theirChannel })).toMatchObject({ error: 'notFound' })
    expect(await move(company, their.id, 1, 'shipped')).toMatchObject({ error: 'notFound' })
    expect(await countWrites(company)).toBe(before)
    expect(await countWrites(theirs.company)).toBe(theirBefore)
  })

  test('a form rendered for another organization is refused', async () => {
    const first = await stockedCompany()
    const { company, product } = await stockedCompany()
    const input = await orderOf(company, [[product, 1]])
    expect(await placeOrderAction(envelope(first.company), input)).toMatchObject({ error: 'organizationChanged' })
    expect(await countOrders(company)).toBe(0)
  })
})
