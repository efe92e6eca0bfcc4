import type { PayoutSource, WalletKind } from '@/lib/generated/prisma/enums'

export type Movement = {
  at: Date
  amountCents: bigint
  /** Null where the source tells none. */
  balanceCents: bigint | null
  kind: WalletKind
  type: string
  status: string | null
  orderCode: string | null
  refundNumber: string | null
  withdrawalId: string | null
  feeCents: bigint
  reason: string | null
  description: string | null
  source: PayoutSource
}
export type NumberedMovement = Movement & { minute: Date; nth: number }

const MINUTE_MS = 60_000
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/**
 * The platform gives movements no number: those that agree in minute, amount and balance are counted, oldest first. Counted of whole
 * minutes each source counts alike, and a report and the API of the same month meet.
 */
export function makeNumbering(): (movement: Movement) => NumberedMovement {
  const counts = new Map<string, number>()
  return (movement) => {
    const minute = minuteOf(movement.at)
    const key = `${minute.getTime()}|${movement.amountCents}|${movement.balanceCents}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return { ...movement, minute, nth }
  }
}
