import { z } from 'zod'
import { languages } from '../language'
import { colorSchemes, themes } from '../theme'

const MINIMUM_PASSWORD = 12
const MAXIMUM_PASSWORD = 200
const lengthOf = (text: string) => [...text].length

const email = z.string().trim().max(254, 'auth.fields.emailInvalid').pipe(z.email('auth.fields.emailInvalid'))
const name = (limit: number, missing: string, long: string) => z.string().trim().min(1, missing).max(limit, long)

export const signInInput = z.object({
  email,
  password: z.string().min(1, 'auth.fields.passwordMissing').max(MAXIMUM_PASSWORD, 'auth.fields.passwordLong'),
  callbackUrl: z.string().max(2000).optional(),
})

export const registerInput = z.object({
  displayName: name(80, 'auth.fields.displayNameMissing', 'auth.fields.displayNameLong'),
  companyName: name(120, 'auth.fields.companyNameMissing', 'auth.fields.companyNameLong'),
  email,
  password: z
    .string()
    .refine((text) => lengthOf(text) >= MINIMUM_PASSWORD, 'auth.fields.passwordShort')
    .refine((text) => lengthOf(text) <= MAXIMUM_PASSWORD, 'auth.fields.passwordLong'),
})

/** Without an e-mail: to the address that this browser registered. */
export const resendInput = z.object({ email: email.optional() })
export const confirmInput = z.object({ token: z.string().max(200) })
export const nothingInput = z.object({})
export const switchOrganizationInput = z.object({ organizationId: z.uuid() })
export const preferencesInput = z.object({
  language: z.enum(languages).optional(),
  theme: z.enum(themes).optional(),
  colorScheme: z.enum(colorSchemes).optional(),
})

export type SignInInput = z.output<typeof signInInput>
export type RegisterInput = z.output<typeof registerInput>
export type ResendInput = z.output<typeof resendInput>
export type ConfirmInput = z.output<typeof confirmInput>
export type SwitchOrganizationInput = z.output<typeof switchOrganizationInput>
export type PreferencesInput = z.output<typeof preferencesInput>
