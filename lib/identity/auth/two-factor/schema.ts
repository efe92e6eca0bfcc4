import { z } from 'zod'

/** A code of the app (six digits) or a recovery code: their shapes tell them apart, typed or pasted in any form. */
const code = z
  .string()
  .max(60, 'errors.codeIncomplete')
  .transform((text) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-km-np-z2-9]{10}|[a-km-np-z2-9]{16})$/, 'errors.codeIncomplete'))
const password = z.string().max(200).optional()

export const identityInput = z.object({ password })
export const codeInput = z.object({ code })
export const turnOffInput = z.object({ password, code })
export const passInput = z.object({ code, callbackUrl: z.string().max(2000).optional() })

export type IdentityInput = z.output<typeof identityInput>
export type CodeInput = z.output<typeof codeInput>
export type TurnOffInput = z.output<typeof turnOffInput>
export type PassInput = z.output<typeof passInput>
