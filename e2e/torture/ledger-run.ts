import { createHash } from 'node:crypto'
import type { Actor } from '../../lib/db'
import { UserError } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { changeOrderStatus } from '../../lib/orders/change-order-status'
import { placeOrder } from '../../lib/orders/place-order'
import { adjustStock } from '../../lib/stock/adjust-stock'
import { transferStock } from '../../lib/stock/transfer-stock'
import { inspect } from '../../lib/testing/database'
import { addProducts, openDesk, type Desk } from './company'
import type { Random } from './random'
import { StockModel, type Place, type Status, type Verdict } from './stock-model'

const PRODUCTS = 4
const places: Place[] = ['own', 'transit', 'damaged']
const entries = ['pending', 'confirmed', 'shipped'] as const
const statuses: Status[] = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']

/** One thing that a person does: what the model says of it, and the same by the product. */
type Step = {
  says: string
  expected: Verdict
  run: (actor: Actor) => Promise<unknown>
  body: unknown
  isRepeat?: boolean
}
export type LedgerRun = { desk: Desk; accepted: number; refused: number; differences: string[] }

/** So many steps by one seed, each held against the model, and at the end levels and ledger of every place. */
export async function runLedger(name: string, steps: number, random: Random): Promise<LedgerRun> {
  const desk = await openDesk(name, 0)
  const products = await addProducts(desk, PRODUCTS, 0)
  const model = new StockModel(PRODUCTS)
  const orderIds: string[] = []
  const differences: string[] = []
  let [accepted, refused] = [0, 0]
  let last: { step: Step; key: string; answer: string } | null = null
  for (let number = 0; number < steps; number += 1) {
    const isRepeat: boolean = last !== null && random.chance(0.05)
    const step: Step = isRepeat ? { ...last!.step, isRepeat } : draw(random, desk, model, products, orderIds)
    const key: string = isRepeat ? last!.key : newId()
    const before = orderIds.length
    const { verdict, answer } = await attempt(desk.company.owner, step, key)
    if (verdict === 'accepted') accepted += 1
    else refused += 1
    if (verdict !== step.expected)
      differences.push(`${name}, step ${number}: ${step.says}: ${verdict} instead of ${step.expected}`)
    if (isRepeat) {
      if (answer !== last!.answer) differences.push(`${name}, step ${number}: asked again, another answer`)
      orderIds.length = before
    } else if (verdict === 'accepted') last = { step, key, answer }
    if (differences.length > 0) break
  }
  differences.push(...(await compare(name, desk.id, model, products)))
  return { desk, accepted, refused, differences }
}

async function attempt(owner: Actor, { run, body }: Step, key: string) {
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest()
  try {
    const answer = await run({ ...owner, request: { route: 'torture', key, bodyHash } })
    return { verdict: 'accepted' as const, answer: JSON.stringify(answer) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { verdict: error.code, answer: '' }
  }
}

function draw(random: Random, desk: Desk, model: StockModel, products: string[], orderIds: string[]): Step {
  const product = random.between(0, PRODUCTS - 1)
  const productId = products[product]!
  const { onHand } = model.levels[product]!.own
  const reason = 'Tortura'
  const kind = random.between(0, orderIds.length === 0 ? 69 : 99)
  if (kind < 20) {
    const units = random.between(-10, 25) || 1
    const input = { productId, how: 'change' as const, units, seenOnHand: onHand, reason }
    return {
      ...{ says: `change ${units}`, body: input, expected: model.change(product, units) },
      run: (actor) => adjustStock(actor, input),
    }
  }
  if (kind < 27) {
    const units = random.between(0, 30)
    const seenOnHand = random.chance(0.1) ? onHand + 1 : onHand
    const input = { productId, how: 'count' as const, units, seenOnHand, reason }
    return {
      ...{ says: `count ${units}`, body: input, expected: model.count(product, units, seenOnHand) },
      run: (actor) => adjustStock(actor, input),
    }
  }
  if (kind < 37) {
    const [from, to] = random.shuffle(places) as [Place, Place, Place]
    const units = random.between(1, 8)
    const input = { productId, from, to, shopId: null, units, reason }
    return {
      ...{ says: `transfer ${units} ${from} ${to}`, body: input, expected: model.transfer(product, from, to, units) },
      run: (actor) => transferStock(actor, input),
    }
  }
  if (kind < 70) {
    const lines = Array.from({ length: random.between(1, 3) }, () => ({
      ...{ product: random.between(0, PRODUCTS - 1), units: random.between(1, 6) },
    }))
    const status = random.pick(entries)
    const input = {
      ...{ channelId: desk.channelId, status, customerName: null, note: null, seenTotalCents: null },
      lines: lines.map((line) => ({ productId: products[line.product]!, quantity: line.units })),
    }
    return {
      ...{ says: `order ${JSON.stringify(lines)} ${status}`, body: input, expected: model.place(lines, status) },
      run: async (actor) => {
        const placed = await placeOrder(actor, input)
        orderIds.push(placed.id)
        return placed
      },
    }
  }
  const order = random.between(0, orderIds.length - 1)
  const to = random.pick(statuses)
  const version = model.orders[order]!.version - (random.chance(0.1) ? 1 : 0)
  const input = { id: orderIds[order]!, version, to }
  return {
    ...{ says: `order ${order} to ${to}`, body: input, expected: model.move(order, to, version) },
    run: (actor) => changeOrderStatus(actor, input),
  }
}

type Row = { product: string; place: Place; level: string; ledger: string }

/** Of every place the level and the sum of its ledger, each beside the model's. */
async function compare(name: string, organizationId: string, model: StockModel, products: string[]): Promise<string[]> {
  const rows = await inspect<Row>(
    organizationId,
    `SELECT p.id AS product, s.kind::text AS place, coalesce(l.on_hand, 0) || ' ' || coalesce(l.reserved, 0) AS level,
       (SELECT coalesce(sum(on_hand_delta), 0) || ' ' || coalesce(sum(reserved_delta), 0) FROM stock_movement m
        WHERE m.organization_id = p.organization_id AND m.product_id = p.id AND m.location_id = s.id) AS ledger
     FROM product p JOIN stock_location s ON s.organization_id = p.organization_id
     LEFT JOIN stock_level l ON l.organization_id = p.organization_id AND l.product_id = p.id AND l.location_id = s.id
     WHERE p.organization_id = $1`,
    [organizationId],
  )
  return rows.flatMap(({ product, place, level, ledger }) => {
    const { onHand, reserved } = model.levels[products.indexOf(product)]![place]
    const wanted = `${onHand} ${reserved}`
    return level === wanted && ledger === wanted
      ? []
      : [`${name}, ${place}: level ${level}, ledger ${ledger}, model ${wanted}`]
  })
}
