import { z } from 'zod'

export const setGuideHiddenInput = z.object({ hidden: z.boolean() })
export type SetGuideHiddenInput = z.output<typeof setGuideHiddenInput>
