import { z } from 'zod'
import { plainText } from '@/lib/core/text/text'

/** A buyer's name, username, CPF or telephone, or the number of an order. Stands in no address: those are kept by others. */
export const findBuyersInput = z.object({ query: plainText({ min: 2, max: 200 }) })
export type FindBuyersInput = z.output<typeof findBuyersInput>

/** A buyer is named by one of their orders. `onlyThis` takes that order alone where own sales are only known by a name. */
export const eraseBuyerInput = z.object({ orderId: z.uuid(), onlyThis: z.boolean() })
export type EraseBuyerInput = z.output<typeof eraseBuyerInput>

export const hindrances = ['toShip', 'return', 'case'] as const
export type Hindrance = (typeof hindrances)[number]

export type BuyerErasure = {
  orderId: string
  /** The number of that order. */
  code: string
  /** How many orders are theirs, the newest codes first. */
  orders: number
  codes: string[]
  /** Own sales, known as theirs by the name alone. */
  byName: boolean
  /** Since when nothing is held of them. */
  erasedAt: Date | null
  /** Orders for which the buyer is still needed. */
  hindered: { code: string; why: Hindrance }[]
}

export type BuyerMatch = BuyerErasure & {
  name: string | null
  username: string | null
  city: string | null
  state: string | null
  /** When that order was placed. */
  placedAt: Date
}
/** `more`: further ones were found than are listed. */
export type BuyerMatches = { buyers: BuyerMatch[]; more: boolean }
