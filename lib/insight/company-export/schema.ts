import { z } from 'zod'
import { languages } from '@/lib/core/language'

export const takeAlongInput = z.object({ language: z.enum(languages), password: z.string().max(400).optional() })
export type TakeAlongInput = z.output<typeof takeAlongInput>
