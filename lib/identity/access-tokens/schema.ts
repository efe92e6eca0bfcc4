import { z } from 'zod'
import { plainText } from '@/lib/core/text/text'

export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Days until a token ends by itself. */
export const tokenTerms = [7, 30, 90, 365] as const
export const MOST_TOKENS = 50

export const createTokenInput = z.object({
  name: plainText({ min: 1, max: 80, missing: 'apis.tokens.create.nameMissing' }),
  scope: z.enum(tokenScopes),
  days: z.literal(tokenTerms),
  /** Their own, from who has one. */
  password: z.string().max(400).optional(),
})
export type CreateTokenInput = z.output<typeof createTokenInput>

export const revokeTokenInput = z.object({ id: z.uuid() })
export type RevokeTokenInput = z.output<typeof revokeTokenInput>
