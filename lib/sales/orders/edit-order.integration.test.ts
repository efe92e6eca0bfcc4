import { withOrganization } from '@/lib/core/db'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
  viewerOf,
} from '@/lib/testing/factories/factories'
import {
  channelOf,
  countWrites,
  dataOf,
  ledgerOf,
  levelOf,
  orderOf,
  stockedCompany,
} from '@/lib/testing/harnesses/order-harness'
import { foldSales } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { newId } from '@/lib/core/ids'
import { changeOrderStatusAction, editOrderAction, noteOrderAction, placeOrderAction } from './actions'
import { getOrderEditFor } from './edit-order-view'
import type { EntryStatus } from './schema'
import { getOrderFor } from './views'

type Edit = Parameters<typeof editOrderAction>[1]

async function place(company: TestOrganization, lines: [string, number][], status: EntryStatus = 'confirmed') {
  const { id } = dataOf(await placeOrderAction(envelope(company), await orderOf(company, lines, { status })))
  return id
}

/** The form as it opens, changed. */
async function formOf(company: TestOrganization, id: string, more: Partial<Edit> = {}): Promise<Edit> {
  const order = (await getOrderEditFor(viewerOf(company.owner), id))!
  const lines = order.lines.map(({ line, productId, quantity, unitPriceCents }) => ({
    line,
    productId,
    quantity,
    unitPriceCents,
  }))
  const { version, channelId, day, customerName, discountCents } = order
  return { id, version, channelId, day, customerName, discountCents, lines, ...more }
}
const line = (number: number | null, productId: string, quantity: number, unitPriceCents = 6_490n) => ({
  line: number,
  productId,
  quantity,
  unitPriceCents,
})
const edit = (company: TestOrganization, input: Edit) => editOrderAction(envelope(company), input)

const salesOf = ({ organizationId }: TestOrganization) =>
  inspect<{ day: string; gross: number; units: number; cost: string }>(
    organizationId,
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(gross_cents)::int AS gross, sum(units)::int AS units, sum(cost)::text AS cost FROM (
       SELECT day, gross_cents, units, cost FROM sales_day WHERE organization_id = $1
       UNION ALL SELECT day, gross_cents, units, cost FROM sales_day_delta WHERE organization_id = $1) d
     GROUP BY 1 HAVING sum(units) <> 0 ORDER BY 1`,
    [organizationId],
  )
const exact = async (company: TestOrganization, ...products: string[]) => {
  for (const product of products) expect(await ledgerOf(company, product)).toEqual(await levelOf(company, product))
  expect((await verifyFigures(company.organizationId)).differences).toEqual([])
}

describe('the terms may change until the order leaves', () => {
  test('more, less, other and no longer: stock follows by its difference, and so do sales', async () => {
    const { company, product } = await stockedCompany()
    const other = await addStockedProduct(company, { sku: 'POTE', priceCents: 1_000n, onHand: 5, cost: '3.333333' })
    const id = await place(company, [[product, 4]])
    dataOf(await edit(company, await formOf(company, id, { lines: [line(1, product, 7), line(null, other, 2, 999n)] })))
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 7 })
    expect(await levelOf(company, other)).toEqual({ on_hand: 5, reserved: 2 })
    const [sales] = await salesOf(company)
    expect(sales).toMatchObject({ gross: 7 * 6_490 + 1_998, units: 9, cost: '93.090000' })

    dataOf(await edit(company, await formOf(company, id, { lines: [line(2, other, 1, 999n)] })))
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 0 })
    expect(await levelOf(company, other)).toEqual({ on_hand: 5, reserved: 1 })
    await foldSales(company)
    expect(await salesOf(company)).toMatchObject([{ gross: 999, units: 1, cost: '3.330000' }])
    await exact(company, product, other)

    dataOf(await changeOrderStatusAction(envelope(company), { id, version: 3, to: 'shipped' }))
    expect(await levelOf(company, other)).toEqual({ on_hand: 4, reserved: 0 })
    await exact(company, product, other)
  })

  test('a rise beyond what is there is refused by name with what there is, and nothing is written', async () => {
    const { company, product } = await stockedCompany(10)
    await place(company, [[product, 3]])
    const id = await place(company, [[product, 4]])
    const before = await countWrites(company)
    const refused = await edit(company, await formOf(company, id, { lines: [line(1, product, 8)] }))
    expect(refused).toMatchObject({ error: 'insufficientStockMore', values: { sku: 'GAR-1L', available: 3 } })
    expect(await countWrites(company)).toBe(before)
    dataOf(await edit(company, await formOf(company, id, { lines: [line(1, product, 7)] })))
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 10 })
    await exact(company, product)
  })

  test('a discount is shared out to the items, to the cent, and what the channel keeps follows', async () => {
    const { company, product } = await stockedCompany()
    const { organizationId } = company
    const channelId = await channelOf(company)
    await withOrganization(company, (db) =>
      db.channel.updateMany({ where: { organizationId, id: channelId }, data: { feeRate: '0.1' } }),
    )
    const [b, c] = [
      await addStockedProduct(company, { sku: 'B', priceCents: 100n, onHand: 5 }),
      await addStockedProduct(company, { sku: 'C', priceCents: 100n, onHand: 5 }),
    ]
    const id = await place(company, [[product, 1]])
    const lines = [line(1, product, 1, 100n), line(null, b, 1, 100n), line(null, c, 1, 100n)]
    const { totalCents } = dataOf(await edit(company, await formOf(company, id, { lines, discountCents: 100n })))
    expect(totalCents).toBe('200')
    const view = (await getOrderFor(viewerOf(company.owner), id))!
    const discounts = view.order.items.map(({ discountCents }) => discountCents)
    expect(discounts.reduce((sum, cents) => sum + cents, 0n)).toBe(100n)
    expect(discounts.toSorted()).toEqual([33n, 33n, 34n])
    expect(view.profit?.result.lines).toMatchObject({ revenue: 200n, fees: -20n })
    await exact(company, product, b, c)
    expect(await edit(company, await formOf(company, id, { discountCents: 301n }))).toMatchObject({
      fields: { discountCents: expect.anything() },
    })
  })

  test('another day takes its sales and its costs along, and no day to come is taken', async () => {
    const { company, product } = await stockedCompany()
    const { organizationId } = company
    const data = { organizationId, productId: product, fromDay: new Date('2020-09-01'), cost: '9', source: 'manual' }
    await withOrganization(company, (db) => db.productCost.create({ data, select: { cost: true } }))
    const id = await place(company, [[product, 2]])
    dataOf(await edit(company, await formOf(company, id, { day: '2020-06-15' })))
    expect(await salesOf(company)).toMatchObject([{ day: '2020-06-15', gross: 12_980, cost: '24.690000' }])
    expect((await getOrderFor(viewerOf(company.owner), id))!.order.placedAt.toISOString()).toMatch(/^2020-06-1[56]/)
    expect(await edit(company, await formOf(company, id, { day: '2199-01-01' }))).toMatchObject({
      error: 'orderDayRefused',
    })
    await exact(company, product)
  })

  test('a line that stays keeps its product though it is archived; a new one of it is refused', async () => {
    const { company, product } = await stockedCompany()
    const { organizationId } = company
    const id = await place(company, [[product, 2]])
    await withOrganization(company, (db) =>
      db.product.updateMany({ where: { organizationId, id: product }, data: { archivedAt: new Date() } }),
    )
    dataOf(await edit(company, await formOf(company, id, { lines: [line(1, product, 1)] })))
    expect(await edit(company, await formOf(company, id, { lines: [line(null, product, 1)] }))).toMatchObject({
      error: 'skuNotFound',
    })
    expect(await edit(company, await formOf(company, id, { lines: [line(9, product, 1)] }))).toMatchObject({
      error: 'notFound',
    })
  })

  test('an order that has left, was cancelled or comes from a marketplace stays', async () => {
    const { company, product } = await stockedCompany()
    for (const to of ['shipped', 'cancelled'] as const) {
      const id = await place(company, [[product, 1]])
      const form = await formOf(company, id)
      dataOf(await changeOrderStatusAction(envelope(company), { id, version: 1, to }))
      expect(await edit(company, { ...form, version: 2 })).toMatchObject({ error: 'orderLeft' })
      expect(await getOrderEditFor(viewerOf(company.owner), id)).toBeNull()
    }
  })

  test('the trail keeps what it was and what it is, and whom it is for never', async () => {
    const { company, product } = await stockedCompany()
    const id = await place(company, [[product, 1]])
    dataOf(
      await edit(company, await formOf(company, id, { customerName: 'Ana Prado', lines: [line(1, product, 2, 500n)] })),
    )
    const [auditEvents] = await inspect<{ before: object; after: object }>(
      company.organizationId,
      `SELECT before, after FROM audit_event WHERE organization_id = $1 AND event = 'order.edited'`,
      [company.organizationId],
    )
    expect(auditEvents).toMatchObject({
      before: { totalCents: '6490', lines: [{ productId: product, quantity: 1, unitPriceCents: '6490' }] },
      after: { totalCents: '1000', customerChanged: true, lines: [{ quantity: 2, unitPriceCents: '500' }] },
    })
    expect(JSON.stringify(auditEvents)).not.toContain('Ana')
  })
})

describe('many at once', () => {
  test('the second of two editors is refused, and the ledger is exact', async () => {
    const { company, product } = await stockedCompany(100)
    const id = await place(company, [[product, 10]])
    const form = await formOf(company, id)
    const results = await Promise.all(
      [1, 20, 30, 40].map((units) => edit(company, { ...form, lines: [line(1, product, units)] })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.flatMap((result) => (result.ok ? [] : [result.error]))).toEqual(Array(3).fill('staleVersion'))
    await exact(company, product)
  })

  test('an edit and a change of status: one of them happens, and what is booked is what the order says', async () => {
    for (const to of ['shipped', 'cancelled'] as const) {
      const { company, product } = await stockedCompany(100)
      const id = await place(company, [[product, 10]])
      const form = await formOf(company, id, { lines: [line(1, product, 25)] })
      const [edited, moved] = await Promise.all([
        edit(company, form),
        changeOrderStatusAction(envelope(company), { id, version: 1, to }),
      ])
      expect([edited.ok, moved.ok].toSorted()).toEqual([false, true])
      const units = edited.ok ? 25 : 10
      const expected = edited.ok
        ? { on_hand: 100, reserved: units }
        : { on_hand: to === 'shipped' ? 100 - units : 100, reserved: 0 }
      expect(await levelOf(company, product)).toEqual(expected)
      await exact(company, product)
    }
  })

  test('orders that rise for the last units at once: no more goes than is there', async () => {
    const { company, product } = await stockedCompany(20)
    const ids = await Promise.all(Array.from({ length: 10 }, () => place(company, [[product, 1]])))
    const results = await Promise.all(
      ids.map(async (id) => edit(company, await formOf(company, id, { lines: [line(1, product, 3)] }))),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(5)
    expect(await levelOf(company, product)).toEqual({ on_hand: 20, reserved: 20 })
    await exact(company, product)
  })

  test('the same key twice edits once', async () => {
    const { company, product } = await stockedCompany()
    const id = await place(company, [[product, 1]])
    const form = await formOf(company, id, { lines: [line(1, product, 3)] })
    const sent = envelope(company)
    const results = await Promise.all([editOrderAction(sent, form), editOrderAction(sent, form)])
    expect(results.map(dataOf)).toEqual([dataOf(results[0]!), dataOf(results[0]!)])
    expect(await levelOf(company, product)).toEqual({ on_hand: 10, reserved: 3 })
  })
})

describe('by role', () => {
  test('an operator edits what is not paid; of what is, who may cancel it', async () => {
    const { company, product } = await stockedCompany()
    const [unpaid, paid] = [await place(company, [[product, 1]], 'pending'), await place(company, [[product, 1]])]
    const [open, closed] = [await formOf(company, unpaid), await formOf(company, paid)]
    await signInAs(await addMember(company, 'operator'))
    dataOf(await edit(company, open))
    expect(await edit(company, closed)).toMatchObject({ error: 'permissionDenied' })
    expect(await getOrderEditFor(viewerOf(company.owner, 'operator'), paid)).toBeNull()
  })

  test("another company's order and products are not there", async () => {
    const theirs = await stockedCompany()
    const id = await place(theirs.company, [[theirs.product, 1]])
    const form = await formOf(theirs.company, id)
    const ours = await stockedCompany()
    expect(await edit(ours.company, { ...form, channelId: await channelOf(ours.company) })).toMatchObject({
      error: 'notFound',
    })
    const own = await place(ours.company, [[ours.product, 1]])
    const other = await formOf(ours.company, own, { lines: [line(null, theirs.product, 1)] })
    expect(await edit(ours.company, other)).toMatchObject({ error: 'skuNotFound' })
  })
})

describe('notes', () => {
  const note = (company: TestOrganization, id: string, noteVersion: number, text: string | null) =>
    noteOrderAction(envelope(company), { id, noteVersion, note: text })

  test('are kept whole, of any length that fits, and an older page overwrites nothing', async () => {
    const { company, product } = await stockedCompany()
    const id = await place(company, [[product, 1]])
    const long = `Ana\n${'ç'.repeat(9_990)}`
    dataOf(await note(company, id, 0, long))
    expect(await note(company, id, 0, 'outra')).toMatchObject({ error: 'staleVersion' })
    expect((await getOrderFor(viewerOf(company.owner), id))!.order).toMatchObject({
      note: long,
      noteVersion: 1,
      version: 1,
    })
    expect(await note(company, id, 1, 'x'.repeat(10_001))).toMatchObject({ fields: { note: expect.anything() } })
    dataOf(await note(company, id, 1, null))
    const auditEvents = await inspect(
      company.organizationId,
      `SELECT before, after FROM audit_event WHERE organization_id = $1 AND event = 'order.noted' ORDER BY at, id`,
      [company.organizationId],
    )
    expect(auditEvents).toEqual([
      { before: { noteChars: 0 }, after: { noteChars: long.length } },
      { before: { noteChars: long.length }, after: { noteChars: 0 } },
    ])
  })

  test('for a customer that one does not see are neither read nor written', async () => {
    const { company, product } = await stockedCompany()
    const [open, gone] = [await place(company, [[product, 1]]), await place(company, [[product, 1]], 'shipped')]
    await signInAs(await addMember(company, 'operator'))
    dataOf(await note(company, open, 0, 'Frágil'))
    expect(await note(company, gone, 0, 'Frágil')).toMatchObject({ error: 'permissionDenied' })
    expect((await getOrderFor(viewerOf(company.owner, 'operator'), gone))!.canNote).toBe(false)
    const other = await createTestOrganization()
    await signInAs(other.owner)
    expect(await note(other, open, 1, 'x')).toMatchObject({ error: 'notFound' })
    expect(await note(other, newId(), 0, 'x')).toMatchObject({ error: 'notFound' })
  })
})
