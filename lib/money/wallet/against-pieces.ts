/**
 * Where the wallet's payouts and what the orders were released differ: the movement names no order; its order is not here; the order
 * was released another amount; its payout stands on no movement; an early payout's fee was withheld; or the two lie in different periods.
 */
export const againstPieces = ['unnamed', 'unknown', 'differs', 'missing', 'fee', 'elsewhen'] as const
export type AgainstPiece = (typeof againstPieces)[number]

/** Orders of a piece that are listed; a shorter period shows the others. */
export const AGAINST_SHOWN = 100
