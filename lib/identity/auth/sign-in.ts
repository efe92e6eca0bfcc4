import 'server-only'
import { UserError } from '@/lib/core/errors'
import { closeSession } from './close-session'
import { readSessionSecret } from './member'
import { pendingCookie } from './pending-cookie'
import { findRegistration } from './registrations'
import { returnPath, twoFactorPathTo } from './return-path'
import type { ConfirmInput, SignInInput } from './schema'
import { deleteEncryptedCookie, writeEncryptedCookie } from './encrypted-cookie'
import { linkForScreen } from './send-email'
import { clearSession, issueSession } from './session-issuer'

/** Answers where the browser goes on: to where it came from, or to what is still to come (confirmation, second step). */
export async function signIn({ email, password, callbackUrl }: SignInInput): Promise<{ to: string }> {
  try {
    await issueSession('credentials', { email, password })
  } catch (error) {
    if (owesTwoFactor(error)) return { to: twoFactorPathTo(callbackUrl) }
    if (!(error instanceof UserError) || error.code !== 'emailUnconfirmed') throw error
    await awaitConfirmation(email)
    return { to: '/verification' }
  }
  return { to: returnPath(callbackUrl) }
}

const owesTwoFactor = (error: unknown) => error instanceof UserError && error.code === 'secondStepNeeded'

async function awaitConfirmation(email: string) {
  // The one whose password was just given: which one is compared does not change between the two.
  const registration = await findRegistration(email)
  const link = registration ? await linkForScreen(registration.id) : undefined
  await writeEncryptedCookie(pendingCookie, { email, registrationId: registration?.id, link })
}

export async function confirm({ token, password, replace }: ConfirmInput): Promise<{ to: string }> {
  try {
    await issueSession('confirmation', { token, ...(password && { password }), ...(replace && { replace: 'yes' }) })
  } catch (error) {
    if (!owesTwoFactor(error)) throw error
    return { to: twoFactorPathTo() }
  }
  await deleteEncryptedCookie(pendingCookie)
  return { to: returnPath(undefined) }
}

/** The row ends first: if that fails, the user does not see the session as over. */
export async function signOut(): Promise<null> {
  await closeSession()
  if (await readSessionSecret()) await clearSession()
  return null
}
