import { z } from 'zod'
import { languages } from '@/lib/core/language'
import { plainText } from '@/lib/core/text/text'
import { colorSchemes, themes } from '@/lib/core/theme'

const MINIMUM_PASSWORD = 12
const MAXIMUM_PASSWORD = 200
const lengthOf = (text: string) => [...text].length

export const email = z.string().trim().max(254, 'auth.fields.emailInvalid').pipe(z.email('auth.fields.emailInvalid'))

// Emails greet by the display name, and mail programs make links of what looks like an address: only ours may be one.
const LINK = /:\/\/|www[.。．｡]/iu
const ADDRESS = /[\p{L}\p{N}_-][.。．｡](?:\p{L}{2,}|xn--)|\d+\.\d+\.\d+\.\d/iu
const mentionsSite = (text: string) => LINK.test(text) || ADDRESS.test(text)

/** One that is being chosen; the blocklist is asked besides. */
export const newPassword = z
  .string()
  .refine((text) => lengthOf(text) >= MINIMUM_PASSWORD, 'auth.fields.passwordShort')
  .refine((text) => lengthOf(text) <= MAXIMUM_PASSWORD, 'auth.fields.passwordLong')

/** The account's present one, typed once more. */
export const ownPassword = z.string().max(MAXIMUM_PASSWORD, 'auth.fields.passwordLong')

export const signInInput = z.object({
  email,
  password: z.string().min(1, 'auth.fields.passwordMissing').max(MAXIMUM_PASSWORD, 'auth.fields.passwordLong'),
  callbackUrl: z.string().max(2000).optional(),
})

/** A person's name. The messages are full paths of texts, as forms in both places have their own. */
export const displayName = ({ missing, long, site }: Record<'missing' | 'long' | 'site', string>) =>
  plainText({ min: 1, max: 80, missing, long }).refine((text) => !mentionsSite(text), site)

export const registerInput = z.object({
  displayName: displayName({
    missing: 'auth.fields.displayNameMissing',
    long: 'auth.fields.displayNameLong',
    site: 'auth.fields.nameWithSite',
  }),
  // No email shows it, and many shops are called by their domain.
  companyName: plainText({
    min: 1,
    max: 120,
    missing: 'auth.fields.companyNameMissing',
    long: 'auth.fields.companyNameLong',
  }).refine((text) => !LINK.test(text), 'auth.fields.nameWithSite'),
  email,
  password: newPassword,
})

/** Without an e-mail: to the address that this browser registered. */
export const resendInput = z.object({ email: email.optional() })
/** `replace`: a person signed in here with another account has agreed to leave it. */
export const confirmInput = z.object({
  token: z.string().max(200),
  password: ownPassword.optional(),
  replace: z.boolean().optional(),
})
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

/** The password once more, where an open tab is not enough. */
export const passwordAgain = z.string().max(400).optional()
