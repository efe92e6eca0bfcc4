import { cookies } from 'next/headers'
import { withOrganization, type Actor } from '@/lib/core/db'
import { languageCookie } from '@/lib/core/preferences'
import { closePurchase, sendPurchase } from './send-purchase'
import { receivePurchase } from './receive-purchase'
import { reverseReceipt } from './reverse-receipt'
import { createPurchase, updatePurchase } from './save-purchase'
import { createSupplier } from './save-supplier'
import { updateBuyingRules } from './update-buying-rules'
import { placeOrder } from '@/lib/sales/orders/place-order'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { newId } from '@/lib/core/ids'
import type { CostRule } from './schema'

const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
const supplierFields = {
  name: 'Distribuidora',
  document: null,
  contactName: null,
  email: null,
  phone: null,
  leadTimeDays: 5,
  note: null,
}

let company: TestOrganization
let actor: Actor
let supplierId: string
beforeEach(async () => {
  company = await createTestOrganization()
  actor = company.owner
  supplierId = (await createSupplier(actor, supplierFields)).id
})

type Bought = { productId: string; quantity: number; unitCostCents: bigint }
const draft = (lines: Bought[], more: object = {}) => ({
  supplierId,
  legalEntityId: null,
  expectedOn: null,
  note: null,
  paymentDays: [] as number[],
  ...nothing,
  lines: lines.map((line) => ({ ...line, supplierCode: null })),
  ...more,
})
async function buy(lines: Bought[], more: object = {}) {
  const { id } = await createPurchase(actor, draft(lines, more))
  await sendPurchase(actor, { id, version: 1 })
  return id
}
const receive = (id: string, version: number, lines: { line: number; units: number }[], allowOver = false) =>
  receivePurchase(actor, {
    id,
    version,
    allowOver,
    note: null,
    lines: lines.map((line) => ({ ...line, note: null })),
  })

const inCompany = <T>(run: Parameters<typeof withOrganization<T>>[1]) => withOrganization(company, run)
const levelOf = (productId: string) =>
  inCompany(async (db) => {
    const [row] = await db.$queryRaw<[{ level: bigint; ledger: bigint }]>`
      SELECT (SELECT sum(on_hand) FROM stock_level WHERE product_id = ${productId}::uuid)::bigint AS level,
        (SELECT sum(on_hand_delta) FROM stock_movement WHERE product_id = ${productId}::uuid)::bigint AS ledger`
    expect(row.level).toBe(row.ledger)
    return Number(row.level)
  })
const costOf = (productId: string) =>
  inCompany(async (db) => {
    const [row] = await db.$queryRaw<[{ cost: string | null }]>`
      SELECT unit_cost_on(${productId}::uuid, current_date + 1)::text AS cost`
    return row.cost
  })
const purchaseOf = (id: string) =>
  inCompany((db) =>
    db.purchaseOrder.findFirstOrThrow({
      where: { organizationId: company.organizationId, id },
      include: { lines: { orderBy: { line: 'asc' } }, payables: { include: { expense: true } }, receipts: true },
    }),
  )
const setRule = (costRule: CostRule) =>
  updateBuyingRules(actor, { version: 1, costRule, salesDays: 30, coverDays: 30, leadDays: 7 })

test('a purchase is received in parts, and what it cost goes to the stock to the cent', async () => {
  const [a, b] = [await addStockedProduct(company, { sku: 'A' }), await addStockedProduct(company, { sku: 'B' })]
  const id = await buy(
    [
      { productId: a, quantity: 3, unitCostCents: 1_000n },
      { productId: b, quantity: 7, unitCostCents: 333n },
    ],
    { freightCents: 1_001n, discountCents: 7n, paymentDays: [30, 60] },
  )
  const bought = await purchaseOf(id)
  expect(bought.totalCents).toBe(3_000n + 2_331n + 1_001n - 7n)
  expect(bought.lines.reduce((sum, { landedCents }) => sum + landedCents!, 0n)).toBe(bought.totalCents)
  await receive(id, 2, [{ line: 1, units: 1 }])
  expect(await purchaseOf(id)).toMatchObject({ status: 'partly_received' })
  await receive(id, 3, [
    { line: 1, units: 2 },
    { line: 2, units: 7 },
  ])
  expect(await purchaseOf(id)).toMatchObject({ status: 'received', lines: [{ received: 3 }, { received: 7 }] })
  expect([await levelOf(a), await levelOf(b)]).toEqual([3, 7])
  const landed = await inCompany((db) => db.purchaseReceiptLine.aggregate({ _sum: { landedCents: true } }))
  expect(landed._sum.landedCents).toBe(bought.totalCents)
})

test('the payables of goods are an expense each instalment, left out of the result, and void with a cancelled purchase', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const id = await buy([{ productId: a, quantity: 1, unitCostCents: 1_000n }], { paymentDays: [0, 30, 60] })
  const { payables, number } = await purchaseOf(id)
  expect(payables.map(({ amountCents }) => amountCents)).toEqual([333n, 334n, 333n])
  expect(payables.map(({ expense }) => expense)).toMatchObject([
    { description: `Compra ${number} – 1/3`, stockPurchase: true, category: 'Fornecedores', status: 'pending' },
    { description: `Compra ${number} – 2/3`, stockPurchase: true },
    { description: `Compra ${number} – 3/3`, stockPurchase: true },
  ])
  await closePurchase(actor, { id, version: 2 })
  const after = await purchaseOf(id)
  expect(after.status).toBe('cancelled')
  expect(after.payables.every(({ expense }) => expense.voidedAt !== null)).toBe(true)
})

test('payables are named in the language of the booking member', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const jar = await cookies()
  jar.set(languageCookie, 'en')
  const id = await buy([{ productId: a, quantity: 1, unitCostCents: 100n }], { paymentDays: [0] })
  const { payables, number } = await purchaseOf(id)
  jar.delete(languageCookie)
  expect(payables[0]!.expense).toMatchObject({ description: `Purchase ${number} – 1/1`, category: 'Suppliers' })
})

test('the same receipt sent twice at once is booked once', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const id = await buy([{ productId: a, quantity: 10, unitCostCents: 100n }])
  const answers = await Promise.allSettled([1, 2, 3].map(() => receive(id, 2, [{ line: 1, units: 10 }])))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toMatchObject([
    { code: 'staleVersion' },
    { code: 'staleVersion' },
  ])
  expect(await levelOf(a)).toBe(10)
})

test('more than was ordered is asked about before it is booked', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const id = await buy([{ productId: a, quantity: 10, unitCostCents: 100n }])
  await expect(receive(id, 2, [{ line: 1, units: 11 }])).rejects.toMatchObject({ code: 'purchaseOverReceived' })
  expect(await levelOf(a)).toBe(0)
  await receive(id, 2, [{ line: 1, units: 11 }], true)
  expect(await levelOf(a)).toBe(11)
})

test('a receipt is taken back only while what it brought is still there, and once', async () => {
  const a = await addStockedProduct(company, { sku: 'A', priceCents: 5_000n })
  const id = await buy([{ productId: a, quantity: 5, unitCostCents: 100n }])
  const { receiptId } = await receive(id, 2, [{ line: 1, units: 5 }])
  const back = { id, version: 3, receiptId, reason: 'Veio errado' }
  const channel = await inCompany((db) => db.channel.findFirstOrThrow({ select: { id: true } }))
  const sold = { status: 'confirmed' as const, customerName: null, note: null, seenTotalCents: null }
  await placeOrder(actor, { ...sold, channelId: channel.id, lines: [{ productId: a, quantity: 1 }] })
  await expect(reverseReceipt(actor, back)).rejects.toMatchObject({ code: 'insufficientStock' })
  expect(await levelOf(a)).toBe(5)
  const other = await buy([{ productId: a, quantity: 1, unitCostCents: 900n }])
  await receive(other, 2, [{ line: 1, units: 1 }])
  await reverseReceipt(actor, back)
  expect(await levelOf(a)).toBe(1)
  expect(await purchaseOf(id)).toMatchObject({ status: 'sent', lines: [{ received: 0 }] })
  await expect(reverseReceipt(actor, { ...back, version: 4 })).rejects.toMatchObject({ code: 'purchaseMovedOn' })
})

type Came = { units: number; cents: bigint }
/** Moving average over the receipts that stand, as it is taught. */
function oracle(receipts: Came[]) {
  let [stock, cost] = [0, 0]
  for (const { units, cents } of receipts) {
    cost = Number(((cost * stock + Number(cents) / 100) / (stock + units)).toFixed(6))
    stock += units
  }
  return cost.toFixed(6)
}
const lastOf = (left: Came[]) => (Number(left.at(-1)!.cents) / 100 / left.at(-1)!.units).toFixed(6)

test.each<[CostRule, number[], (left: Came[]) => string]>([
  ['last', [], lastOf],
  ['average', [], oracle],
  ['average', [0], oracle],
  ['average', [1], oracle],
  ['average', [2, 0], oracle],
  ['last', [2], lastOf],
])(
  'by the rule %s, with receipts %j taken back, the cost is as if those had not come',
  async (rule, gone, expected) => {
    await setRule(rule)
    const a = await addStockedProduct(company, { sku: 'A' })
    const bought = [
      { units: 10, cents: 1_000n },
      { units: 3, cents: 777n },
      { units: 7, cents: 1_501n },
    ]
    const receipts: { id: string; receiptId: string }[] = []
    for (const { units, cents } of bought) {
      const line = { productId: a, quantity: units, unitCostCents: cents / BigInt(units) }
      const id = await buy([line], { otherCents: cents - line.unitCostCents * BigInt(units) })
      receipts.push({ id, ...(await receive(id, 2, [{ line: 1, units }])) })
    }
    for (const index of gone) {
      const { id, receiptId } = receipts[index]!
      await reverseReceipt(actor, { id, receiptId, version: 3, reason: 'Errado' })
    }
    expect(await costOf(a)).toBe(expected(bought.filter((_, index) => !gone.includes(index))))
  },
)

test('a reversal gives the day the cost that it had before, and none where there was none', async () => {
  const [a, b] = [
    await addStockedProduct(company, { sku: 'A', cost: '4.5' }),
    await addStockedProduct(company, { sku: 'B' }),
  ]
  const id = await buy([
    { productId: a, quantity: 1, unitCostCents: 900n },
    { productId: b, quantity: 1, unitCostCents: 800n },
  ])
  const { receiptId } = await receive(id, 2, [
    { line: 1, units: 1 },
    { line: 2, units: 1 },
  ])
  expect([await costOf(a), await costOf(b)]).toEqual(['9.000000', '8.000000'])
  await reverseReceipt(actor, { id, receiptId, version: 3, reason: 'Errado' })
  expect([await costOf(a), await costOf(b)]).toEqual(['4.500000', null])
})

test('by FIFO an order costs the oldest units left, across layers, and what is older than all receipts stays unknown', async () => {
  await setRule('fifo')
  const a = await addStockedProduct(company, { sku: 'A', priceCents: 5_000n })
  for (const [units, cents] of [
    [3, 100n],
    [4, 200n],
    [5, 400n],
  ] as const) {
    const id = await buy([{ productId: a, quantity: units, unitCostCents: cents }])
    await receive(id, 2, [{ line: 1, units }])
  }
  const channel = await inCompany((db) => db.channel.findFirstOrThrow({ select: { id: true } }))
  const sell = async (productId: string, quantity: number) => {
    const sold = { status: 'confirmed' as const, customerName: null, note: null, seenTotalCents: null }
    const { id } = await placeOrder(actor, { ...sold, channelId: channel.id, lines: [{ productId, quantity }] })
    const item = await inCompany((db) => db.orderItem.findFirstOrThrow({ where: { orderId: id } }))
    return item.unitCost?.toFixed(6) ?? null
  }
  expect(await sell(a, 2)).toBe('1.000000')
  expect(await sell(a, 2)).toBe('1.500000')
  expect(await sell(a, 5)).toBe('2.800000')
  expect(await sell(a, 3)).toBe('4.000000')
  const b = await addStockedProduct(company, { sku: 'B', onHand: 2 })
  const id = await buy([{ productId: b, quantity: 2, unitCostCents: 100n }])
  await receive(id, 2, [{ line: 1, units: 2 }])
  expect(await sell(b, 1)).toBeNull()
  expect(await sell(b, 1)).toBeNull()
  expect(await sell(b, 2)).toBe('1.000000')
})

test('a draft changes as a whole, with its version, and a kit or another company’s product is not bought', async () => {
  const a = await addStockedProduct(company, { sku: 'A' })
  const kit = await addStockedProduct(company, { sku: 'K' })
  const { organizationId } = company
  await inCompany((db) => db.kitComponent.create({ data: { organizationId, kitId: kit, componentId: a, quantity: 2 } }))
  const { id } = await createPurchase(actor, draft([{ productId: a, quantity: 1, unitCostCents: 100n }]))
  const change = { id, version: 1, ...draft([{ productId: a, quantity: 4, unitCostCents: 50n }]) }
  expect(await updatePurchase(actor, change)).toEqual({ version: 2 })
  expect(await purchaseOf(id)).toMatchObject({ goodsCents: 200n, lines: [{ quantity: 4 }] })
  await expect(updatePurchase(actor, change)).rejects.toMatchObject({ code: 'staleVersion' })
  const ofKit = draft([{ productId: kit, quantity: 1, unitCostCents: 100n }])
  await expect(createPurchase(actor, ofKit)).rejects.toMatchObject({ code: 'kitNoStock' })
  const other = await createTestOrganization()
  const theirs = await addStockedProduct(other, { sku: 'A' })
  const ofTheirs = draft([{ productId: theirs, quantity: 1, unitCostCents: 100n }])
  await expect(createPurchase(actor, ofTheirs)).rejects.toMatchObject({ code: 'notFound' })
  await expect(sendPurchase(other.owner, { id, version: 2 })).rejects.toMatchObject({ code: 'notFound' })
  await expect(sendPurchase(actor, { id: newId(), version: 1 })).rejects.toMatchObject({ code: 'notFound' })
})
