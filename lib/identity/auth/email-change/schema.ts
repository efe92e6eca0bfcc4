import { z } from 'zod'
import { email, ownPassword } from '../schema'

export const requestEmailChangeInput = z.object({ email, password: ownPassword.optional() })
export const nothingInput = z.object({})
export const confirmEmailChangeInput = z.object({ token: z.string().max(200), password: ownPassword.optional() })

export type RequestEmailChangeInput = z.output<typeof requestEmailChangeInput>
export type ConfirmEmailChangeInput = z.output<typeof confirmEmailChangeInput>
