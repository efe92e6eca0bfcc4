export type Place = 'own' | 'transit' | 'damaged'
export type Status = 'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered' | 'cancelled'
export type Units = { product: number; units: number }
/** The findings of one product of a return. */
export type CountedUnits = { product: number; sellable: number; damaged: number; missing: number }
type Level = { onHand: number; reserved: number }
type Order = { status: Status; version: number; units: Map<number, number>; away: 'no' | 'yes' | 'received' }
export type Verdict =
  | 'accepted'
  | 'insufficientStock'
  | 'insufficientStockMore'
  | 'orderLeft'
  | 'orderNothingAway'
  | 'orderTransitionRefused'
  | 'purchaseMovedOn'
  | 'returnIncomplete'
  | 'staleVersion'
  | 'stockMoved'

const STATUSES: Status[] = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']
const rank = (status: Status) => STATUSES.indexOf(status)
const hasLeft = (status: Status) => rank(status) >= rank('shipped')

const sumUp = (lines: readonly Units[]) => {
  const units = new Map<number, number>()
  for (const line of lines) units.set(line.product, (units.get(line.product) ?? 0) + line.units)
  return units
}

/** The expected stock and orders of the product, calculated in memory and apart from it. */
export class StockModel {
  readonly levels: Record<Place, Level>[]
  readonly orders: Order[] = []
  /** As the marketplace tells them: sold already, whatever is there. */
  readonly placed: { status: Status; lines: readonly Units[] }[] = []
  readonly purchase = { version: 2, receipts: [] as { units: Map<number, number>; isReversed: boolean }[] }

  constructor(products: number, opening: number) {
    const none = () => ({ onHand: 0, reserved: 0 })
    this.levels = Array.from({ length: products }, () => ({
      own: { onHand: opening, reserved: 0 },
      transit: none(),
      damaged: none(),
    }))
  }

  private own = (product: number) => this.levels[product]!.own
  private free = (product: number, place: Place = 'own') =>
    this.levels[product]![place].onHand - this.levels[product]![place].reserved

  change(product: number, units: number): Verdict {
    if (units < 0 && this.free(product) + units < 0) return 'insufficientStock'
    this.own(product).onHand += units
    return 'accepted'
  }

  count(product: number, units: number, seen: number): Verdict {
    if (this.own(product).onHand !== seen) return 'stockMoved'
    this.own(product).onHand = units
    return 'accepted'
  }

  transfer(product: number, from: Place, to: Place, units: number): Verdict {
    if (this.free(product, from) < units) return 'insufficientStock'
    this.levels[product]![from].onHand -= units
    this.levels[product]![to].onHand += units
    return 'accepted'
  }

  place(lines: readonly Units[], status: Status): Verdict {
    const units = sumUp(lines)
    for (const [product, wanted] of units) if (this.free(product) < wanted) return 'insufficientStock'
    this.take(units, status)
    this.orders.push({ status, version: 1, units, away: 'no' })
    return 'accepted'
  }

  private take(units: Map<number, number>, status: Status) {
    for (const [product, wanted] of units)
      if (hasLeft(status)) this.own(product).onHand -= wanted
      else this.own(product).reserved += wanted
  }

  /** Reserved units leave with the parcel; a cancelled order that never left gives them back. */
  private release(units: Map<number, number>, to: Status) {
    for (const [product, held] of units) {
      this.own(product).reserved -= held
      if (to !== 'cancelled') this.own(product).onHand -= held
    }
  }

  move(order: number, to: Status, version: number): Verdict {
    const known = this.orders[order]!
    if (known.version !== version) return 'staleVersion'
    const isOver = known.status === 'delivered' || known.status === 'cancelled'
    if (isOver || rank(to) <= rank(known.status)) return 'orderTransitionRefused'
    if (!hasLeft(known.status) && hasLeft(to)) this.release(known.units, to)
    if (known.status === 'shipped' && to === 'cancelled') known.away = 'yes'
    known.status = to
    known.version += 1
    return 'accepted'
  }

  edit(order: number, lines: readonly Units[], version: number): Verdict {
    const known = this.orders[order]!
    if (known.version !== version) return 'staleVersion'
    if (hasLeft(known.status)) return 'orderLeft'
    const units = sumUp(lines)
    const more = (product: number) => (units.get(product) ?? 0) - (known.units.get(product) ?? 0)
    const products = [...new Set([...units.keys(), ...known.units.keys()])]
    if (products.some((product) => more(product) > 0 && this.free(product) < more(product)))
      return 'insufficientStockMore'
    for (const product of products) this.own(product).reserved += more(product)
    known.units = units
    known.version += 1
    return 'accepted'
  }

  /** Units that were sent and cancelled come back: each good, damaged or missing, once. */
  receiveOrder(order: number, results: readonly CountedUnits[], version: number): Verdict {
    const known = this.orders[order]!
    if (known.version !== version) return 'staleVersion'
    if (known.away !== 'yes') return 'orderNothingAway'
    const isWhole = ({ product, sellable, damaged, missing }: CountedUnits) =>
      sellable + damaged + missing === known.units.get(product)
    if (!results.every(isWhole)) return 'returnIncomplete'
    for (const { product, sellable, damaged } of results) {
      this.own(product).onHand += sellable
      this.levels[product]!.damaged.onHand += damaged
    }
    known.away = 'received'
    known.version += 1
    return 'accepted'
  }

  /** Nothing refuses what is sold there: it may leave less than nothing here. */
  placeOrder(lines: readonly Units[], status: Status): Verdict {
    this.take(sumUp(lines), status)
    this.placed.push({ status, lines })
    return 'accepted'
  }

  changeOrder(order: number, to: Status): Verdict {
    const known = this.placed[order]!
    if (!hasLeft(known.status) && hasLeft(to)) this.release(sumUp(known.lines), to)
    known.status = to
    return 'accepted'
  }

  receive(lines: readonly Units[], version: number): Verdict {
    if (this.purchase.version !== version) return 'staleVersion'
    const units = sumUp(lines)
    for (const [product, came] of units) this.own(product).onHand += came
    this.purchase.receipts.push({ units, isReversed: false })
    this.purchase.version += 1
    return 'accepted'
  }

  reverse(receipt: number, version: number): Verdict {
    const known = this.purchase.receipts[receipt]!
    if (this.purchase.version !== version) return 'staleVersion'
    if (known.isReversed) return 'purchaseMovedOn'
    for (const [product, came] of known.units) if (this.free(product) < came) return 'insufficientStock'
    for (const [product, came] of known.units) this.own(product).onHand -= came
    known.isReversed = true
    this.purchase.version += 1
    return 'accepted'
  }
}
