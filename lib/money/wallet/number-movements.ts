import { absolute } from '@/lib/core/big-int'
import { createHash } from 'node:crypto'
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
/** `place`: among those of one minute, amount and order, with a balance or without. */
export type NumberedMovement = Movement & { minute: Date; nth: number; place: number }

/** The place of a movement is stored as an integer of 32 bits. */
const MOST_NTH = 2_000_000_000n
const MINUTE_MS = 60_000
/** Where the movements of an order without a balance are counted from. */
const baseOf = (code: string) =>
  code === '' ? 0 : createHash('sha256').update(code).digest().readUInt32BE() % Number(MOST_NTH)
export const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/**
 * The platform gives movements no number: those that agree in minute, amount and balance are counted, oldest first. Counted of whole
 * minutes each source counts alike, and a report and the API of the same month meet. Without a balance the order tells them apart: each order's are
 * counted from a number of its own, so that a part of them is known again. Failed ones have neither amount nor balance: each is counted from the amount
 * that did not move.
 */
export function makeNumbering(): (movement: Movement) => NumberedMovement {
  const counts = new Map<string, number>()
  const count = (key: string) => {
    const next = (counts.get(key) ?? 0) + 1
    counts.set(key, next)
    return next
  }
  return (movement) => {
    const minute = minuteOf(movement.at)
    const { failedCents, ...rest } = movement
    const { amountCents, balanceCents, orderCode } = movement
    const at = `${minute.getTime()}|${amountCents}`
    const code = balanceCents === null ? (orderCode ?? '') : ''
    const nth = count(`${at}|${balanceCents}|${failedCents ?? ''}|${code}`)
    const from = failedCents === undefined ? baseOf(code) : Number(absolute(failedCents) % MOST_NTH)
    return { ...rest, minute, nth: from + nth, place: count(`${at}|of ${orderCode ?? ''}`) }
  }
}
