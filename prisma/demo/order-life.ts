import type { OrderStatus } from '@/lib/generated/prisma/enums'
import type { DemoClock } from './clock'
import type { Random } from './random'

const hour = 3600
/** How many orders each hour of a day brings: few at night, most in the evening. */
const hours = [2, 1, 0.6, 0.4, 0.4, 0.8, 1.6, 3, 4, 5, 6, 6.5, 7, 6, 5.5, 5.5, 5.5, 5.5, 6, 7, 8.5, 8.5, 6, 3.5].map(
  (pull, at) => ({ at, pull }),
)

/** How far an order has come, with the moments of it; each is in the past. */
export type OrderLife = {
  status: OrderStatus
  platformStatus: string
  placedAt: Date
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  cancelReason: string | null
  cancelledBy: string | null
  /** For delivered orders. */
  deliveredAgo: number | null
  /** The parcel left today: it is the first that this company's ledger knows of. */
  leftToday: boolean
}

const reasons = [
  { reason: 'CUSTOMER_REQUEST', by: 'buyer', pull: 5, sent: false },
  { reason: 'UNPAID_ORDER', by: 'system', pull: 3, sent: false },
  { reason: 'OUT_OF_STOCK', by: 'seller', pull: 2, sent: false },
  { reason: 'SELLER_DID_NOT_SHIP', by: 'system', pull: 1, sent: false },
  { reason: 'FAILED_DELIVERY', by: 'system', pull: 2, sent: true },
  { reason: 'PARCEL_IS_LOST', by: 'system', pull: 0.6, sent: true },
] as const

const none = { shippedAt: null, deliveredAt: null, cancelledAt: null, cancelReason: null, cancelledBy: null }
const open = { ...none, deliveredAgo: null, leftToday: false }

type Placing = { ago: number; transitDays: number; waits: boolean }

/** A marketplace order placed so many days ago, whose parcel travels so many days, or cannot be sent. */
export function drawLife(clock: DemoClock, { ago, transitDays, waits }: Placing, random: Random): OrderLife {
  const luck = random.next()
  const second = Math.floor((random.weighted(hours).at + random.next()) * hour)
  const [later, more] = [random.next(), random.next()]
  const placedAt = clock.at(ago, second)
  if (waits) return { ...open, status: 'confirmed', platformStatus: 'A Enviar', placedAt }
  if (luck < 0.058) return cancelled(clock, { ago, placedAt, second, later }, random)
  if (ago === 0)
    return luck < 0.16
      ? { ...open, status: 'pending', platformStatus: 'Não pago', placedAt }
      : { ...open, status: 'confirmed', platformStatus: 'A Enviar', placedAt }
  const isLate = ago >= 3 && ago <= 5 && luck > 0.92
  const shippedAgo = ago - (luck < 0.62 ? 1 : 2)
  // A part of today's pickup is still to come.
  const isOpen = isLate || shippedAgo < 0 || (shippedAgo === 0 && later < 0.55)
  if (isOpen) return { ...open, status: later < 0.5 ? 'processing' : 'confirmed', platformStatus: 'A Enviar', placedAt }
  const shippedAt = clock.at(shippedAgo, Math.floor((10 + later * 6) * hour))
  const deliveredAgo = shippedAgo - transitDays - Math.floor(more * 3)
  if (deliveredAgo < 1)
    return { ...open, status: 'shipped', platformStatus: 'Enviado', placedAt, shippedAt, leftToday: shippedAgo === 0 }
  return {
    ...open,
    status: 'delivered',
    platformStatus: deliveredAgo > 7 ? 'Concluído' : 'Entregue',
    placedAt,
    shippedAt,
    deliveredAgo,
    deliveredAt: clock.at(deliveredAgo, Math.floor((9 + more * 9) * hour)),
  }
}

type Placed = { ago: number; placedAt: Date; second: number; later: number }

function cancelled(clock: DemoClock, { ago, placedAt, second, later }: Placed, random: Random): OrderLife {
  const { reason, by, sent } = random.weighted(reasons.filter((one) => !one.sent || ago >= 16))
  const cancelledAt = sent
    ? clock.at(ago - 13, Math.floor((9 + later * 8) * hour))
    : ago === 0
      ? clock.at(0, second + Math.floor((24 * hour - second) * later))
      : clock.at(ago - 1, Math.floor((8 + later * 10) * hour))
  return {
    ...open,
    status: 'cancelled',
    platformStatus: 'Cancelado',
    placedAt,
    cancelledAt,
    cancelReason: reason,
    cancelledBy: by,
    shippedAt: sent ? clock.at(ago - 1, 15 * hour) : null,
  }
}
