import type { Actor } from '../../lib/core/db'
import { changeOrderStatus } from '../../lib/sales/orders/change-order-status'
import { editOrder } from '../../lib/sales/orders/edit-order'
import { placeOrder } from '../../lib/sales/orders/place-order'
import { receiveOrder } from '../../lib/sales/orders/receive-order'
import { receivePurchase } from '../../lib/catalog/purchases/receive-purchase'
import { reverseReceipt } from '../../lib/catalog/purchases/reverse-receipt'
import { adjustStock } from '../../lib/catalog/stock/adjust-stock'
import { transferStock } from '../../lib/catalog/stock/transfer-stock'
import { PRODUCTS, sendOrder, type LedgerCompany } from './ledger-company'
import type { Random } from './random'
import type { CountedUnits, Place, Status, StockModel, Units, Verdict } from './stock-model'

const places: Place[] = ['own', 'transit', 'damaged']
const entries = ['pending', 'confirmed', 'shipped'] as const
const statuses: Status[] = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']
const reason = 'Tortura'

/** One thing that a person or the marketplace does: what the model says of it, and the same by the product. */
export type Step = {
  says: string
  expected: Verdict
  run: (actor: Actor) => Promise<unknown>
  body: unknown
  isRepeat?: boolean
}
export type Draw = { random: Random; company: LedgerCompany; model: StockModel; number: number }

/** Weights of a hundred steps; a step that needs stock becomes an adjustment until there is some. */
const kinds: [share: number, (draw: Draw) => Step | null][] = [
  [14, change],
  [6, count],
  [9, transfer],
  [22, place],
  [14, move],
  [9, edit],
  [6, receiveBack],
  [5, receive],
  [4, reverse],
  [5, placeOrderStep],
  [6, changeOrderStep],
]

export function drawStep(draw: Draw): Step {
  let left = draw.random.between(0, kinds.reduce((sum, [share]) => sum + share, 0) - 1)
  const [, kind] = kinds.find(([share]) => (left -= share) < 0)!
  return kind(draw) ?? change(draw)
}

const drawProduct = (random: Random) => random.between(0, PRODUCTS - 1)
const drawLines = (random: Random, most: number): Units[] =>
  Array.from({ length: random.between(1, 3) }, () => ({ product: drawProduct(random), units: random.between(1, most) }))
const seenVersion = (random: Random, version: number) => version - (random.chance(0.1) ? 1 : 0)

function change({ random, company, model }: Draw): Step {
  const product = drawProduct(random)
  const units = random.between(-10, 25) || 1
  const seenOnHand = model.levels[product]!.own.onHand
  const input = { productId: company.products[product]!, how: 'change' as const, units, seenOnHand, reason }
  return {
    says: `change ${units}`,
    body: input,
    expected: model.change(product, units),
    run: (actor) => adjustStock(actor, input),
  }
}

function count({ random, company, model }: Draw): Step {
  const product = drawProduct(random)
  const units = random.between(0, 30)
  const seenOnHand = model.levels[product]!.own.onHand + (random.chance(0.1) ? 1 : 0)
  const input = { productId: company.products[product]!, how: 'count' as const, units, seenOnHand, reason }
  return {
    says: `count ${units}`,
    body: input,
    expected: model.count(product, units, seenOnHand),
    run: (actor) => adjustStock(actor, input),
  }
}

function transfer({ random, company, model }: Draw): Step {
  const product = drawProduct(random)
  const [from, to] = random.shuffle(places) as [Place, Place, Place]
  const units = random.between(1, 8)
  const input = { productId: company.products[product]!, from, to, shopId: null, units, reason }
  return {
    says: `transfer ${units} ${from} ${to}`,
    body: input,
    expected: model.transfer(product, from, to, units),
    run: (actor) => transferStock(actor, input),
  }
}

function place({ random, company, model }: Draw): Step {
  const lines = drawLines(random, 6)
  const status = random.pick(entries)
  const input = {
    channelId: company.harness.channelId,
    status,
    customerName: null,
    note: null,
    seenTotalCents: null,
    lines: lines.map(({ product, units }) => ({ productId: company.products[product]!, quantity: units })),
  }
  return {
    says: `order ${JSON.stringify(lines)} ${status}`,
    body: input,
    expected: model.place(lines, status),
    async run(actor) {
      const placed = await placeOrder(actor, input)
      if (!company.orderIds.includes(placed.id)) company.orderIds.push(placed.id)
      return placed
    },
  }
}

function drawOrder({ random, company, model }: Draw, preferred: number[] = []) {
  if (company.orderIds.length === 0) return null
  const isPreferred = preferred.length > 0 && random.chance(0.8)
  const order = isPreferred ? random.pick(preferred) : random.between(0, company.orderIds.length - 1)
  const { version: newest, units } = model.orders[order]!
  return { order, id: company.orderIds[order]!, units, version: seenVersion(random, newest) }
}

function move(draw: Draw): Step | null {
  const drawn = drawOrder(draw)
  if (!drawn) return null
  const { order, id, version } = drawn
  const to = draw.random.pick(statuses)
  const input = { id, version, to }
  return {
    says: `order ${order} to ${to}`,
    body: input,
    expected: draw.model.move(order, to, version),
    run: (actor) => changeOrderStatus(actor, input),
  }
}

/** All its lines are others from then on; what it holds is moved by the difference alone. */
function edit(draw: Draw): Step | null {
  const drawn = drawOrder(draw)
  if (!drawn) return null
  const { order, id, version } = drawn
  const { random, company, model, number } = draw
  const lines = drawLines(random, 12)
  const input = {
    id,
    version,
    channelId: company.harness.channelId,
    day: company.today,
    customerName: null,
    discountCents: 0n,
    lines: lines.map(({ product, units }) => ({
      line: null,
      productId: company.products[product]!,
      quantity: units,
      unitPriceCents: BigInt(number),
    })),
  }
  return {
    says: `order ${order} edited ${JSON.stringify(lines)}`,
    body: { id, version, lines, number },
    expected: model.edit(order, lines, version),
    run: (actor) => editOrder(actor, input),
  }
}

function receiveBack(draw: Draw): Step | null {
  const away = draw.model.orders.flatMap((order, index) => (order.away === 'yes' ? [index] : []))
  const drawn = drawOrder(draw, away)
  if (!drawn) return null
  const { order, id, units, version } = drawn
  const { random, company, model } = draw
  const results: CountedUnits[] = [...units].map(([product, away]) => {
    const sellable = random.between(0, away)
    const damaged = random.between(0, away - sellable)
    return { product, sellable, damaged, missing: away - sellable - damaged + (random.chance(0.05) ? 1 : 0) }
  })
  const lines = results.map(({ product, ...rest }) => ({ productId: company.products[product]!, ...rest }))
  const input = { id, version, lines }
  return {
    says: `order ${order} back ${JSON.stringify(results)}`,
    body: input,
    expected: model.receiveOrder(order, results, version),
    run: (actor) => receiveOrder(actor, input),
  }
}

function receive({ random, company, model }: Draw): Step {
  const products = random.shuffle(company.products.map((_, product) => product)).slice(0, random.between(1, PRODUCTS))
  const lines = products.map((product) => ({ product, units: random.between(1, 20) }))
  const version = seenVersion(random, model.purchase.version)
  const input = {
    id: company.purchaseId,
    version,
    allowOver: false,
    note: null,
    lines: lines.map(({ product, units }) => ({ line: product + 1, units, note: null })),
  }
  return {
    says: `purchase ${JSON.stringify(lines)}`,
    body: input,
    expected: model.receive(lines, version),
    async run(actor) {
      const received = await receivePurchase(actor, input)
      if (!company.receiptIds.includes(received.receiptId)) company.receiptIds.push(received.receiptId)
      return received
    },
  }
}

function reverse({ random, company, model }: Draw): Step | null {
  if (company.receiptIds.length === 0) return null
  const receipt = random.between(0, company.receiptIds.length - 1)
  const version = seenVersion(random, model.purchase.version)
  const input = { id: company.purchaseId, version, receiptId: company.receiptIds[receipt]!, reason }
  return {
    says: `receipt ${receipt} reversed`,
    body: input,
    expected: model.reverse(receipt, version),
    run: (actor) => reverseReceipt(actor, input),
  }
}

function placeOrderStep({ random, company, model, number: turn }: Draw): Step {
  const lines = drawLines(random, 15)
  const status = random.pick(['pending', 'confirmed', 'shipped'] as const)
  const placed = { number: model.placed.length + 1, turn, lines, status }
  return {
    says: `reported ${JSON.stringify(lines)} ${status}`,
    body: placed,
    expected: model.placeOrder(lines, status),
    run: () => sendOrder(company, placed),
  }
}

function changeOrderStep({ random, company, model, number: turn }: Draw): Step | null {
  const open = model.placed.flatMap(({ status }, order) => (status === 'cancelled' ? [] : [order]))
  if (open.length === 0) return null
  const order = random.pick(open)
  const { status, lines } = model.placed[order]!
  const to = random.pick(statuses.slice(statuses.indexOf(status) + 1))
  const changed = { number: order + 1, turn, lines, status: to }
  return {
    says: `reported order ${order} ${to}`,
    body: changed,
    expected: model.changeOrder(order, to),
    run: () => sendOrder(company, changed),
  }
}
