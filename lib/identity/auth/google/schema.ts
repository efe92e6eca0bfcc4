import { z } from 'zod'

export const startInput = z.object({ callbackUrl: z.string().max(2000).optional() })
/** The password once more; an account without one shows a sign-in of the last minutes. */
export const linkInput = z.object({ password: z.string().max(200, 'auth.fields.passwordLong').optional() })

export type StartInput = z.output<typeof startInput>
export type LinkInput = z.output<typeof linkInput>
