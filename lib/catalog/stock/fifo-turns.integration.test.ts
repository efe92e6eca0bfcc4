import { confirmSheet } from '@/lib/connect/catalogue-sheets/confirm-sheet'
import { editOrder } from '@/lib/sales/orders/edit-order'
import { placeOrder } from '@/lib/sales/orders/place-order'
import { createPurchase } from '../purchases/save-purchase'
import { createSupplier } from '../purchases/save-supplier'
import { receivePurchase } from '../purchases/receive-purchase'
import { sendPurchase } from '../purchases/send-purchase'
import { updateBuyingRules } from '../purchases/update-buying-rules'
import { localDay } from '@/lib/core/dates'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { untilBlocked, whileOpen } from '@/lib/testing/harnesses/interleaved'
import { channelOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { applyTestSheet, checkTestSheet, csvOf } from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { newId } from '@/lib/core/ids'

const layers = [20, 30, 400]
const inSheets = 8
const skus = ['A', 'B', 'C', 'D']
const today = localDay(new Date(), 'America/Sao_Paulo')

/** Four products whose layers cost one, two and three reais a unit, in a company that goes by layers. */
async function layeredCompany() {
  const company = await createTestOrganization()
  const actor = company.owner
  const supplierDetails = {
    document: null,
    contactName: null,
    email: null,
    phone: null,
    leadTimeDays: null,
    note: null,
  }
  const supplier = await createSupplier(actor, { name: 'Fornecedor', ...supplierDetails })
  const products: string[] = []
  for (const sku of skus) products.push(await addStockedProduct(company, { sku, priceCents: 1_000n }))
  await updateBuyingRules(actor, { version: 1, costRule: 'fifo', salesDays: 30, coverDays: 30, leadDays: 7 })
  const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
  for (const [index, units] of layers.entries()) {
    const { id } = await createPurchase(actor, {
      supplierId: supplier.id,
      legalEntityId: null,
      expectedOn: null,
      note: null,
      paymentDays: [],
      ...nothing,
      lines: products.map((productId) => ({
        productId,
        quantity: units,
        unitCostCents: BigInt(index + 1) * 100n,
        supplierCode: null,
      })),
    })
    await sendPurchase(actor, { id, version: 1 })
    const lines = products.map((_, line) => ({ line: line + 1, units, note: null }))
    await receivePurchase(actor, { id, version: 2, allowOver: false, note: null, lines })
  }
  return { company, products, shopId: await addShop(company, 'Loja'), channelId: await channelOf(company) }
}
type Layered = Awaited<ReturnType<typeof layeredCompany>>

async function place({ company, channelId }: Layered, products: string[]) {
  const lines = products.map((productId) => ({ productId, quantity: 1 }))
  const head = { channelId, status: 'confirmed' as const, customerName: null, note: null, seenTotalCents: null }
  return placeOrder(company.owner, { ...head, lines } as Parameters<typeof placeOrder>[1])
}

/** The kept product stays as it is; the added one comes off the shelf. */
function addTo({ company, channelId }: Layered, id: string, kept: string, added: string) {
  const line = { quantity: 1, unitPriceCents: 1_000n }
  return editOrder(company.owner, {
    id,
    version: 1,
    channelId,
    day: today,
    customerName: null,
    discountCents: 0n,
    lines: [
      { ...line, line: 1, productId: kept },
      { ...line, line: null, productId: added },
    ],
  })
}

/** Orders of a shop as the platform tells them, each with these products. */
function writeOrders({ company, shopId }: Layered, codes: string[], sold: string[], turn: number) {
  const asOf = new Date(Date.now() + turn * 1000).toISOString()
  const orders = codes.map((code, index) => ({
    number: index + 1,
    code,
    hash: `0${turn}`,
    payload: {
      status: 'confirmed',
      platformStatus: 'READY_TO_SHIP',
      placedAt: `${today}T12:00:00Z`,
      day: today,
      asOf,
      units: sold.length,
      revenue: 100,
      total: 100,
      fulfilled: false,
      moves: true,
      stage: turn,
      buyer: null,
      money: [],
      packages: [],
      purgeAfter: asOf,
      items: sold.map((sku) => ({
        k: sku,
        x: sku,
        item: sku,
        model: '0',
        s: sku,
        t: sku,
        v: null,
        q: 1,
        p: 100,
        d: 0,
        m: 100,
      })),
    },
  }))
  const numbers = { [today.slice(0, 4)]: 10_000 + turn * 1000 + Number(codes[0]!.slice(1)) * 10 }
  const values = [shopId, JSON.stringify(orders), JSON.stringify(numbers)]
  return inspect(
    company.organizationId,
    'SELECT created FROM write_platform_orders($1, $2::jsonb, $3::jsonb, NULL)',
    values,
  )
}

/** A sheet of sales that waits to be applied: four orders, each with these products. */
async function sheetOf({ company }: Layered, prefix: string, sold: string[]) {
  const day = today.split('-').toReversed().join('/')
  const rows = ['1', '2', '3', '4'].flatMap((n) => sold.map((sku) => [day, 'Feira', prefix + n, sku, '1', '10,00']))
  const head = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário']
  const importId = await checkTestSheet(company, csvOf([head, ...rows]), { kind: 'sales' })
  await confirmSheet(company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: null })
  return importId
}
const applySheet = ({ company }: Layered, importId: string, first: number) => {
  const numbers = JSON.stringify({ [today.slice(0, 4)]: first })
  return inspect(company.organizationId, 'SELECT refused FROM apply_sales_batch($1, 500, $2::jsonb)', [
    importId,
    numbers,
  ])
}

/** The cost of the first so many units off the shelf, in reais. */
function costOfFirst(units: number): number {
  let left = units
  return layers.reduce((sum, layer, index) => {
    const taken = Math.min(layer, left)
    left -= taken
    return sum + taken * (index + 1)
  }, 0)
}

test('orders that are placed, edited, imported and read from sheets at once wait in one order, and each takes its own layer', async () => {
  const harness = await layeredCompany()
  const { company, products } = harness
  const [a, , , d] = products as [string, string, string, string]
  const pairs = 6
  const lows: string[] = []
  const highs: string[] = []
  for (let n = 0; n < pairs; n += 1) {
    lows.push((await place(harness, [a])).id)
    highs.push((await place(harness, [d])).id)
  }
  await writeOrders(harness, ['I1', 'I2'], ['A'], 1)
  await writeOrders(harness, ['I3', 'I4'], ['D'], 1)
  const sheets = [await sheetOf(harness, 'S', skus), await sheetOf(harness, 'T', skus.toReversed())] as const

  const ended = await Promise.allSettled([
    ...lows.map((id) => addTo(harness, id, a, d)),
    ...highs.map((id) => addTo(harness, id, d, a)),
    writeOrders(harness, ['I1', 'I2'], ['A', 'D'], 2),
    writeOrders(harness, ['I3', 'I4'], ['D', 'A'], 2),
    ...Array.from({ length: 6 }, (_, n) => place(harness, n % 2 ? products : products.toReversed())),
    applySheet(harness, sheets[0], 20_000),
    applySheet(harness, sheets[1], 30_000),
  ])
  expect(ended.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))).toEqual([])

  const sold = await inspect<{ product: string; units: number; cost: string }>(
    company.organizationId,
    `SELECT product_id AS product, sum(quantity * product_quantity)::int AS units, sum(unit_cost * quantity * product_quantity)::float AS cost
     FROM order_item WHERE organization_id = current_organization() GROUP BY 1`,
  )
  const soldOf = new Map(sold.map((row) => [row.product, row]))
  expect(products.map((id) => soldOf.get(id)!.units)).toEqual([30, 14, 14, 30])
  for (const id of products) expect(soldOf.get(id)!.cost).toBe(costOfFirst(soldOf.get(id)!.units))
  const levels = await inspect<{ product: string; on_hand: number; reserved: number; ledger: number; held: number }>(
    company.organizationId,
    `SELECT l.product_id AS product, l.on_hand::int, l.reserved::int,
      (SELECT sum(on_hand_delta) FROM stock_movement m WHERE m.product_id = l.product_id AND m.location_id = l.location_id)::int AS ledger,
      (SELECT sum(reserved_delta) FROM stock_movement m WHERE m.product_id = l.product_id AND m.location_id = l.location_id)::int AS held
     FROM stock_level l WHERE l.organization_id = current_organization()`,
  )
  for (const { product, ...level } of levels) {
    // Sales in the sheets have left; the rest waits.
    const [left, waiting] = [450 - inSheets, soldOf.get(product)!.units - inSheets]
    expect(level).toEqual({ on_hand: left, reserved: waiting, ledger: left, held: waiting })
  }
})

test('an import waits for the first of its products with none of the later ones in its hands', async () => {
  const harness = await layeredCompany()
  const [first, , , last] = harness.products as [string, string, string, string]
  await writeOrders(harness, ['I1'], ['A'], 1)
  const written = await whileOpen(harness.company.organizationId, async (other) => {
    const hold = (product: string) => other.query('SELECT 1 FROM lock_stock(ARRAY[$1::uuid])', [product])
    await hold(first)
    // It adds D; it changes nothing of A, and settles it all the same.
    const begun = writeOrders(harness, ['I1'], ['A', 'D'], 2)
    await untilBlocked()
    expect((await hold(last)).rowCount).toBe(1)
    return { begun }
  })
  expect(written).toEqual([{ created: 0 }])
})

test('when two sheets with the same sales are applied at once, the later keeps the earlier one’s orders and refuses none', async () => {
  const harness = await layeredCompany()
  const past = async () => {
    const rows = ['1', '2'].map((n) => ['05/10/2025', 'Feira', n, 'A', '1', '10,00'])
    const head = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário']
    const importId = await checkTestSheet(harness.company, csvOf([head, ...rows]), { kind: 'sales' })
    await confirmSheet(harness.company.owner, { importId, leaveOutBadRows: false, reason: null, stockFrom: today })
    return importId
  }
  const [earlier, later] = [await past(), await past()]
  const apply = 'SELECT created, kept, refused FROM apply_sales_batch($1, 500, $2::jsonb)'
  const numbers = (from: number) => JSON.stringify({ 2025: from })
  const ended = await whileOpen(harness.company.organizationId, async (other) => {
    expect((await other.query(apply, [earlier, numbers(0)])).rows).toEqual([{ created: 2, kept: 0, refused: 0 }])
    const begun = inspect(harness.company.organizationId, apply, [later, numbers(10)])
    await untilBlocked()
    return { begun }
  })
  expect(ended).toEqual([{ created: 0, kept: 2, refused: 0 }])
})

test('orders that leave the stock alone neither lock nor list the products that they name', async () => {
  const harness = await layeredCompany()
  const { company } = harness
  await addStockedProduct(company, { sku: 'PARADO' })
  const id = newId()
  const sheet = csvOf([
    ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário'],
    ['05/10/2025', 'Feira', id, 'PARADO', '1', '10,00'],
  ])
  await applyTestSheet(company, sheet, { kind: 'sales', stockFrom: today })
  expect(await inspect(company.organizationId, 'SELECT 1 FROM channel_sale WHERE number = $1', [id])).toHaveLength(1)
  const listed = 'SELECT 1 FROM stock_level l JOIN product p ON p.id = l.product_id WHERE p.sku = $1'
  expect(await inspect(company.organizationId, listed, ['PARADO'])).toEqual([])
})
