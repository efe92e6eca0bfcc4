import { z } from 'zod'

/** As many prices as one change takes. */
export const pricesAtOnce = 1000

/**
 * `waiting`: not given to the sending yet; `sent`: given to it; `done`: read back from the platform as wanted; `differs`: read
 * back with another price; `refused`: the platform said no; `moved`: no longer the price that was seen; `closed`: may not be
 * written any more; `replaced`: another price was set for it meanwhile; `unconfirmed`: the platform has not confirmed it, and nothing
 * more is sent; `cancelled`: planned for a day, and called off.
 */
export const lineStates = [
  'waiting',
  'sent',
  'done',
  'differs',
  'refused',
  'moved',
  'closed',
  'replaced',
  'unconfirmed',
  'cancelled',
] as const
export type LineState = (typeof lineStates)[number]
export const isOpen = ({ state }: Pick<PriceLine, 'state'>): boolean => state === 'waiting' || state === 'sent'
/** Tried again on request: the price has not changed as it was meant to, or that is unknown. */
export const isRepeatable = ({ state }: Pick<PriceLine, 'state'>): boolean =>
  state === 'refused' || state === 'differs' || state === 'unconfirmed'

/** Put back by an undo: it is in force, or may be. */
export const isUndoable = ({ state }: Pick<PriceLine, 'state'>): boolean => state === 'done' || state === 'unconfirmed'

/** One listing of a change, as its row stores it. */
export const priceLine = z.object({
  listingId: z.uuid(),
  beforeCents: z.number().int(),
  wantedCents: z.number().int().positive(),
  state: z.enum(lineStates),
  /** The platform's words. */
  text: z.string().nullable(),
  /** The price that the platform shows instead. */
  thereCents: z.number().int().nullable(),
})
export type PriceLine = z.output<typeof priceLine>
export const readLines = (stored: unknown): PriceLine[] => z.array(priceLine).parse(stored)
