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
  /** The amount of a movement that failed: it tells such movements of one minute apart, and is no money. */
  failedCents?: bigint
}
export type NumberedMovement = Movement & { minute: Date; nth: number }

/** The place of a movement is stored as an integer of 32 bits. */
const MOST_NTH = 2_000_000_000n
const sizeOf = (cents: bigint) => (cents < 0n ? -cents : cents)
const MINUTE_MS = 60_000
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/**
 * The platform gives movements no number: those that agree in minute, amount and balance are counted, oldest first. Counted of whole
 * minutes each source counts alike, and a report and the API of the same month meet. Failed ones have neither amount nor balance: each is counted from the
 * amount that did not move.
 */
export function makeNumbering(): (movement: Movement) => NumberedMovement {
  const counts = new Map<string, number>()
  return (movement) => {
    const minute = minuteOf(movement.at)
    const { failedCents, ...rest } = movement
    const key = `${minute.getTime()}|${movement.amountCents}|${movement.balanceCents}|${failedCents ?? ''}`
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    return { ...rest, minute, nth: failedCents === undefined ? nth : Number(sizeOf(failedCents) % MOST_NTH) + nth }
  }
}
