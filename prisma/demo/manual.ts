import type { OrderStatus } from '@/lib/generated/prisma/enums'
import { newId } from '@/lib/core/ids'
import { asDate } from './clock'
import type { DemoLine, DemoSalesChannel } from './sales-channels'
import type { DemoScope } from './scope'

const hour = 3600
/** Names of customers go with the buyers' data. */
const NAMED_DAYS = 80
const notes = ['Retira na quinta', 'Embrulhar para presente', 'Pagou no Pix', 'Entregar na portaria']

type Sale = { ago: number; lines: DemoLine[]; customer: string }

/** A sale over the counter, or one agreed on in messages. */
export function drawManual(scope: DemoScope, salesChannel: DemoSalesChannel, { ago, lines, customer }: Sale) {
  const { organizationId, userId, clock, random, numberOf } = scope
  const id = newId()
  const day = clock.dayAgo(ago)
  const [luck, when, noted] = [random.next(), random.next(), random.next()]
  const second = Math.floor((9 + when * 9) * hour)
  const atCounter = salesChannel.closesOnSunday === true
  const status: OrderStatus =
    luck < 0.03
      ? 'cancelled'
      : atCounter || ago > 3
        ? 'delivered'
        : ago > 1
          ? 'shipped'
          : luck < 0.35
            ? 'pending'
            : 'confirmed'
  const placedAt = clock.at(ago, second)
  const isSent = status === 'shipped' || status === 'delivered'
  const revenueCents = lines.reduce((sum, { subtotalCents }) => sum + subtotalCents, 0n)
  return {
    order: {
      organizationId,
      id,
      code: numberOf(day, 'MAN'),
      platform: 'manual' as const,
      channelId: salesChannel.id,
      outletId: salesChannel.id,
      status,
      createdBy: userId,
      placedAt,
      customerName: !atCounter && ago <= NAMED_DAYS ? customer : null,
      note: !atCounter && noted < 0.3 ? random.pick(notes) : null,
      localDay: asDate(day),
      paidAt: status === 'pending' || status === 'cancelled' ? null : placedAt,
      shippedAt: isSent ? (atCounter ? placedAt : clock.at(ago - 1, 11 * hour)) : null,
      deliveredAt: status === 'delivered' ? (atCounter ? placedAt : clock.at(ago - 2, 16 * hour)) : null,
      cancelledAt: status === 'cancelled' ? clock.at(ago, second + (24 * hour - second) / 2) : null,
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      revenueCents,
      totalCents: revenueCents,
      feesChargedCents: BigInt(Math.round(Number(revenueCents) * salesChannel.feeRate)),
      movesStock: ago === 0 || status === 'pending' || status === 'confirmed',
    },
    items: lines.map((line) => ({ organizationId, orderId: id, ...line })),
    lines: [],
    buyer: null,
    came: null,
  }
}
