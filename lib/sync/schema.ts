import { z } from 'zod'

/** What was tried and failed, as the screens name it. */
export type SyncOperation = 'order' | 'listing' | 'return' | 'escrow' | 'stock' | 'price' | 'invoice' | 'ship' | 'label'

/** What is only read from the platform; the rest sends something there. */
const pulled: readonly string[] = ['order', 'listing', 'return', 'escrow']
export const isPulled = (operation: string) => pulled.includes(operation)

export const failureInput = z.object({ failureId: z.uuid() })
export type FailureInput = z.output<typeof failureInput>
