import 'server-only'
import { UserError } from '@/lib/core/errors'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { findAccount } from './accounts'
import { evenTime } from './even-time'
import { limitNetwork, opaque, RESENDS } from './limits'
import { pendingCookie } from './pending-cookie'
import { findRegistration, ownRegistrationId } from './registrations'
import type { ResendInput } from './schema'
import { readEncryptedCookie, writeEncryptedCookie } from './encrypted-cookie'
import { sendAccountExists, sendConfirmation } from './send-email'

const ANSWER_MS = 500

/** The same answer for every address; only a known one gets an email. */
export async function resendLink(input: ResendInput): Promise<{ email: string }> {
  const email = input.email ?? (await readEncryptedCookie(pendingCookie))?.email
  if (!email) throw new UserError('invalidInput', { fields: { email: ['auth.fields.emailInvalid'] } })
  await limitNetwork()
  await limitCalls(RESENDS, opaque(email))
  return evenTime(ANSWER_MS, async () => {
    const [registration, account] = [await findRegistration(email), await findAccount(email)]
    const link = registration ? await sendConfirmation(registration, email) : undefined
    if (account?.verifiedAt) await sendAccountExists(account.id)
    await writeEncryptedCookie(pendingCookie, { email, registrationId: await ownRegistrationId(email), link })
    return { email }
  })
}
