import { z } from 'zod'
import { languages } from '@/lib/core/language'

export const requestArchiveInput = z.object({ language: z.enum(languages), password: z.string().max(400).optional() })
export type RequestArchiveInput = z.output<typeof requestArchiveInput>
