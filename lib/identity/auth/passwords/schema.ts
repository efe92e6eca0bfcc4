import { z } from 'zod'
import { email, newPassword, ownPassword } from '../schema'

export const requestResetInput = z.object({ email })
export const resetPasswordInput = z.object({ token: z.string().max(200), password: newPassword })
/** Without the present one: for an account that has none. */
export const changePasswordInput = z.object({ password: ownPassword.optional(), newPassword })

export type RequestResetInput = z.output<typeof requestResetInput>
export type ResetPasswordInput = z.output<typeof resetPasswordInput>
export type ChangePasswordInput = z.output<typeof changePasswordInput>
