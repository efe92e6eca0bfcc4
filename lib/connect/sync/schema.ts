import { z } from 'zod'

/** What is read from the platform. */
export const readings = ['order', 'listing', 'return', 'escrow'] as const
export type Reading = (typeof readings)[number]
/** What a run of the dispatch sends there, or has made there. Stock and prices have a queue of their own. */
export const sendings = ['invoice', 'ship', 'label'] as const
export type Sending = (typeof sendings)[number]
/** What was tried and failed, as the screens name it. */
export type SyncOperation = Reading | Sending

export const isReading = (operation: string): operation is Reading => readings.some((one) => one === operation)

export const failureInput = z.object({ failureId: z.uuid() })
export type FailureInput = z.output<typeof failureInput>

/** Orders whose money is to be asked for are told to that number; more are as good as uncounted. */
export const UNSETTLED_COUNTED = 10_000
