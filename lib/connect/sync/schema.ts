import { z } from 'zod'

/** The subjects read from the platform. */
export const readings = ['order', 'price', 'listing', 'return', 'escrow'] as const
export type Reading = (typeof readings)[number]
/** Movements of the wallet that came without a moment or an amount: the platform's list has no way to ask for one of them. */
export const notes = ['wallet'] as const
/** The calls of a dispatch run. Stock and prices have a queue of their own. */
export const sendings = ['invoice', 'ship', 'label'] as const
export type Sending = (typeof sendings)[number]
/** The failed operation, as the screens name it. */
export type SyncOperation = Reading | Sending | (typeof notes)[number]
export const isNote = (operation: string): boolean => notes.some((one) => one === operation)

export const isReading = (operation: string): operation is Reading => readings.some((one) => one === operation)

export const failureInput = z.object({ failureId: z.uuid() })
export type FailureInput = z.output<typeof failureInput>

/** Orders waiting for their money are counted up to that number. */
export const UNSETTLED_COUNTED = 10_000
