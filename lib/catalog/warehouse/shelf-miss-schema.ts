import { z } from 'zod'
import { maxStockUnits, reasonInput } from '../stock/schema'

export const reportMissInput = z.object({
  productId: z.uuid(),
  /** The units found after all. */
  units: z
    .int('stock.fields.unitsInvalid')
    .min(0, 'stock.fields.countNegative')
    .max(maxStockUnits, 'stock.fields.unitsInvalid'),
  /** On hand as the person saw it: what was counted meanwhile by somebody else is not overwritten. */
  seenOnHand: z.int(),
  reason: reasonInput,
})
export type ReportMissInput = z.output<typeof reportMissInput>

/** `found`: the count is taken back; else what was counted is sold again. */
export const endMissInput = z.object({ missId: z.uuid(), found: z.boolean(), reason: reasonInput })
export type EndMissInput = z.output<typeof endMissInput>

export type MissListing = {
  id: string
  title: string
  variation: string | null
  shopName: string
  /** We set its stock; else somebody has to stop it in the other system. */
  isOurs: boolean
  /** As the platform showed it when it was read last. */
  shown: number | null
  isStopped: boolean
  /** Only a promotion's reserve is left of it, which the platform does not let go. */
  isPromoted: boolean
  state: 'waiting' | 'sent' | 'failed' | null
  problem: string | null
}
/** The oldest of all that are open, and how many these are. */
export type MissList = { misses: MissView[]; total: number }

/** `promotion`: it ends the asking, but what the promotion holds still sells. `unconfirmed`: the platform is not asked any more. */
export type MissState = 'noListings' | 'checking' | 'confirmed' | 'promotion' | 'unconfirmed'
/** How long the platform is asked; later on the hourly comparison of all stock and the listings' own sync go on without it. */
export const missCheckMs = 2 * 3_600_000

export type MissView = {
  id: string
  productId: string
  sku: string
  title: string
  unitsBefore: string
  unitsCounted: string
  reason: string
  createdAt: string
  state: MissState
  listings: MissListing[]
  orders: { id: string; code: string; shipBy: string | null }[]
}
