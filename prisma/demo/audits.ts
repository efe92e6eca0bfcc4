import { recordAudits, type Change } from '@/lib/core/audit/record'
import { defaultTimeZone, startOfLocalDay, type Day } from '@/lib/core/dates'
import type { Actor, Db } from '@/lib/core/db'
import type { DemoOrder } from './history'

const HOUR_MS = 3_600_000

/** A moment of a day's work. */
export const during = (day: Day, hour = 10) =>
  new Date(startOfLocalDay(day, defaultTimeZone).getTime() + hour * HOUR_MS)

/** The same person, on a day that has passed. */
export const on = (actor: Actor, at: Date): Actor => ({ ...actor, at })

/** Bills that have been paid, each on its day. */
export const auditPaid = (db: Db, actor: Actor, paid: readonly { id: string; day: Day }[]) =>
  recordAudits(
    db,
    actor,
    paid.map(({ id, day }) => ({
      event: 'expense.paid' as const,
      subjectId: id,
      at: during(day, 14),
      before: { status: 'pending', paidOn: null },
      after: { status: 'paid', paidOn: day },
    })),
  )

/** Orders typed in by hand, from their placing on: the marketplace's own need no typing. */
export const auditOrders = (db: Db, actor: Actor, orders: readonly DemoOrder[]) =>
  recordAudits(db, actor, orders.filter(({ order }) => order.platform === 'manual').flatMap(lifeOf))

function lifeOf({ order, items }: DemoOrder): Change[] {
  const { id: subjectId, code, placedAt, shippedAt, deliveredAt, cancelledAt } = order
  const atCounter = deliveredAt?.getTime() === placedAt.getTime()
  const first = order.status === 'pending' || atCounter ? order.status : 'confirmed'
  const lines = items.map(({ productId, quantity }) => ({ productId, quantity }))
  const placed = { code, status: first, totalCents: order.totalCents, lines }
  const moves = [
    { at: shippedAt, to: 'shipped' },
    { at: deliveredAt, to: 'delivered' },
    { at: cancelledAt, to: 'cancelled' },
  ].filter(({ at }) => at !== null && !atCounter)
  return [
    { event: 'order.placed', subjectId, at: placedAt, after: placed },
    ...moves.map(({ at, to }, index) => ({
      event: to === 'cancelled' ? ('order.cancelled' as const) : ('order.statusChanged' as const),
      subjectId,
      at: at!,
      before: { status: moves[index - 1]?.to ?? first },
      after: { status: to },
    })),
  ]
}
