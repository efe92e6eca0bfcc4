import type { ReturnKind, ReturnState } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import type { DemoClock } from './clock'
import type { OrderLife } from './order-life'
import type { DemoLine } from './sales-channels'
import type { Random } from './random'

const reasons = [
  { reason: 'PHYSICAL_DMG', pull: 5, text: 'Chegou com a embalagem amassada e a peça trincada.' },
  { reason: 'DIFFERENT_DESCRIPTION', pull: 4, text: 'A cor é bem diferente da foto.' },
  { reason: 'FUNCTIONAL_DMG', pull: 4, text: 'Liguei na tomada e não funciona.' },
  { reason: 'CHANGE_MIND', pull: 3, text: null },
  { reason: 'WRONG_ITEM', pull: 2, text: 'Recebi outro produto.' },
  { reason: 'ITEM_MISSING', pull: 1.5, text: 'Faltou uma peça na caixa.' },
  { reason: 'NOT_RECEIPT', pull: 1.5, text: 'Consta entregue, mas não recebi.' },
] as const

type Returned = { organizationId: string; orderId: string; shopId: string; code: string; lines: DemoLine[] }

/** A return with its one item, and whether the money went back to the buyer. */
export type DemoReturn = ReturnType<typeof write> & { refunded: boolean; isOpen: boolean }

/**
 * One unit of every so many delivered orders comes back. Counted rather than drawn by lot: on whatever day the company
 * is made, parcels are on their way back, have arrived, and were received.
 */
export function returnsOf(clock: DemoClock, random: Random) {
  let due = 0
  let opened = 0
  return function drawReturn(of: Returned, life: OrderLife): DemoReturn | null {
    if (life.status === 'cancelled' && life.shippedAt) return undelivered(clock, of, life, random)
    const { deliveredAgo } = life
    if (deliveredAgo === null || deliveredAgo < 2) return null
    due += deliveredAgo < 20 ? 0.07 : 0.034
    if (due < 1) return null
    due--
    opened++
    const reason = random.weighted(reasons)
    const kind: ReturnKind = reason.reason === 'NOT_RECEIPT' || opened % 4 === 0 ? 'refund_only' : 'with_return'
    const openedAgo = Math.max(1, deliveredAgo - 1 - random.below(4))
    const state = stateAfter(kind, openedAgo, opened)
    const number = `2${String(1_000_000_000_000 + Math.floor(random.next() * 8_999_999_999_999)).slice(0, 13)}`
    return {
      ...write(clock, of, {
        number,
        kind,
        state,
        openedAgo,
        reason: reason.reason,
        text: reason.text,
        luck: random.next(),
      }),
      refunded: state === 'received' || state === 'closed',
      isOpen: state === 'incoming' || state === 'arrived',
    }
  }
}

function stateAfter(kind: ReturnKind, openedAgo: number, opened: number): ReturnState {
  if (kind === 'refund_only') return 'closed'
  if (openedAgo >= 20) return opened % 9 === 0 ? 'cancelled' : 'received'
  return openedAgo >= 8 ? (opened % 2 === 0 ? 'received' : 'arrived') : 'incoming'
}

/** Failed deliveries: on their way back, or lost. */
function undelivered(
  clock: DemoClock,
  of: Returned,
  { cancelReason, cancelledAt }: OrderLife,
  random: Random,
): DemoReturn {
  const isLost = cancelReason === 'PARCEL_IS_LOST'
  const openedAgo = Math.floor((clock.now.getTime() - cancelledAt!.getTime()) / 86_400_000)
  const state: ReturnState = isLost ? 'closed' : openedAgo > 18 ? 'received' : openedAgo > 6 ? 'arrived' : 'incoming'
  const kind: ReturnKind = isLost ? 'lost' : 'failed_delivery'
  const more = { number: of.code, kind, state, openedAgo, reason: cancelReason, text: null, luck: random.next() }
  const { row, item } = write(clock, of, more)
  // On the day of the cancellation not before it.
  const openedAt = row.openedAt < cancelledAt! ? cancelledAt! : row.openedAt
  return { row: { ...row, openedAt }, item, refunded: false, isOpen: state === 'incoming' || state === 'arrived' }
}

type More = {
  number: string
  kind: ReturnKind
  state: ReturnState
  openedAgo: number
  reason: string | null
  text: string | null
  luck: number
}

function write(clock: DemoClock, { organizationId, orderId, shopId, lines }: Returned, more: More) {
  const { number, kind, state, openedAgo, reason, text, luck } = more
  const id = newId()
  const [line] = lines as [DemoLine]
  const comesWhole = kind === 'failed_delivery'
  const quantity = comesWhole ? line.quantity : 1
  const refundCents = comesWhole || kind === 'lost' ? 0n : line.unitPriceCents
  const matches = luck < 0.62 ? 'sellable' : luck < 0.9 ? 'damaged' : 'missing'
  const isReceived = state === 'received'
  const share = (part: typeof matches) => (isReceived ? (matches === part ? quantity : 0) : null)
  return {
    row: {
      organizationId,
      id,
      orderId,
      shopId,
      number,
      kind,
      state,
      reason,
      buyerText: text,
      refundCents,
      openedAt: clock.at(openedAgo, Math.floor((9 + luck * 9) * 3600)),
      trackingNumber: kind === 'with_return' && state !== 'cancelled' ? `BR${number.slice(-11)}R` : null,
      receivedAt: isReceived ? clock.at(Math.max(1, openedAgo - 9), 14 * 3600) : null,
      compensationCents: kind === 'lost' ? line.subtotalCents : null,
    },
    item: {
      organizationId,
      returnId: id,
      line: 1,
      orderLine: line.line,
      sku: line.sku,
      title: line.title,
      quantity,
      refundCents,
      sellable: share('sellable'),
      damaged: share('damaged'),
      missing: share('missing'),
    },
  }
}
