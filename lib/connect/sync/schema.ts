import { z } from 'zod'

/** The subjects read from the platform. */
export const readings = ['order', 'listing', 'return', 'escrow'] as const
export type Reading = (typeof readings)[number]
/** The calls of a dispatch run. Stock and prices have a queue of their own. */
export const sendings = ['invoice', 'ship', 'label'] as const
export type Sending = (typeof sendings)[number]
/** The failed operation, as the screens name it. */
export type SyncOperation = Reading | Sending

export const isReading = (operation: string): operation is Reading => readings.some((one) => one === operation)

export const failureInput = z.object({ failureId: z.uuid() })
export type FailureInput = z.output<typeof failureInput>

/** Orders waiting for their money are counted up to that number. */
export const UNSETTLED_COUNTED = 10_000
