import { z } from 'zod'

export const decideInput = z.object({ id: z.uuid() })
export type DecideInput = z.output<typeof decideInput>
