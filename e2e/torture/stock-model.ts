export type Place = 'own' | 'transit' | 'damaged'
export type Status = 'pending' | 'confirmed' | 'processing' | 'shipped' | 'delivered' | 'cancelled'
export type Units = { product: number; units: number }
type Level = { onHand: number; reserved: number }
export type Verdict = 'accepted' | 'insufficientStock' | 'stockMoved' | 'orderTransitionRefused' | 'staleVersion'

const STATUSES: Status[] = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled']
const hasLeft = (status: Status) => STATUSES.indexOf(status) >= STATUSES.indexOf('shipped')

/** What the product's stock and orders must be, reckoned in memory and apart from it. */
export class StockModel {
  readonly levels: Record<Place, Level>[]
  readonly orders: { status: Status; version: number; units: Map<number, number> }[] = []

  constructor(products: number) {
    const none = () => ({ onHand: 0, reserved: 0 })
    this.levels = Array.from({ length: products }, () => ({ own: none(), transit: none(), damaged: none() }))
  }

  private free = (product: number, place: Place) =>
    this.levels[product]![place].onHand - this.levels[product]![place].reserved

  change(product: number, units: number): Verdict {
    if (units < 0 && this.free(product, 'own') + units < 0) return 'insufficientStock'
    this.levels[product]!.own.onHand += units
    return 'accepted'
  }

  count(product: number, units: number, seen: number): Verdict {
    const { own } = this.levels[product]!
    if (own.onHand !== seen) return 'stockMoved'
    own.onHand = units
    return 'accepted'
  }

  transfer(product: number, from: Place, to: Place, units: number): Verdict {
    if (this.free(product, from) < units) return 'insufficientStock'
    this.levels[product]![from].onHand -= units
    this.levels[product]![to].onHand += units
    return 'accepted'
  }

  place(lines: readonly Units[], status: Status): Verdict {
    const units = new Map<number, number>()
    for (const line of lines) units.set(line.product, (units.get(line.product) ?? 0) + line.units)
    for (const [product, wanted] of units) if (this.free(product, 'own') < wanted) return 'insufficientStock'
    for (const [product, wanted] of units)
      if (hasLeft(status)) this.levels[product]!.own.onHand -= wanted
      else this.levels[product]!.own.reserved += wanted
    this.orders.push({ status, version: 1, units })
    return 'accepted'
  }

  move(order: number, to: Status, version: number): Verdict {
    const known = this.orders[order]!
    if (known.version !== version) return 'staleVersion'
    const isOver = known.status === 'delivered' || known.status === 'cancelled'
    if (isOver || STATUSES.indexOf(to) <= STATUSES.indexOf(known.status)) return 'orderTransitionRefused'
    if (!hasLeft(known.status) && hasLeft(to))
      for (const [product, units] of known.units) {
        const { own } = this.levels[product]!
        own.reserved -= units
        // A cancelled order that never left gives back what it had reserved.
        if (to !== 'cancelled') own.onHand -= units
      }
    known.status = to
    known.version += 1
    return 'accepted'
  }
}
