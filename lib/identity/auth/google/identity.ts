import 'server-only'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import { UserError } from '@/lib/core/errors'
import { registerInput } from '../schema'

/** The identity at Google. `subject` stays the same for good; the address may change. */
export type GoogleIdentity = {
  subject: string
  email: string
  emailVerified: boolean
  displayName: string
  picture?: string
}

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.unknown(),
  name: z.string().optional().catch(undefined),
  picture: z.string().max(2000).optional().catch(undefined),
})

/** Reads the claims of a token whose signature and checks have passed. The issuer is held against the setting once more. */
export function identityIn(profile: unknown): GoogleIdentity {
  const { data } = claims.safeParse(profile)
  if (!data || data.iss !== env().GOOGLE_ISSUER) throw new UserError('googleFailed')
  const address = registerInput.shape.email.safeParse(data.email)
  const email = address.data ?? ''
  return {
    subject: data.sub,
    email,
    emailVerified: address.success && data.email_verified === true,
    displayName: displayNameOf(data.name, email),
    picture: data.picture,
  }
}

/** Emails greet by it, so a name that looks like an address becomes the address's first part, in words. */
function displayNameOf(name: string | undefined, email: string): string {
  const words = email.slice(0, Math.max(0, email.lastIndexOf('@'))).match(/[\p{L}\p{N}]+/gu)
  return (
    registerInput.shape.displayName.safeParse(name?.slice(0, 80)).data ?? (words?.join(' ').slice(0, 80) || 'Google')
  )
}
