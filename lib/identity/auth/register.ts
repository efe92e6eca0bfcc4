import 'server-only'
import { getLocale, getTranslations } from 'next-intl/server'
import { withOrganization, type Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { enqueueEmail } from '@/lib/core/mail/emails'
import { createOrganization } from '../organizations/create-organization'
import { limitCalls } from '@/lib/core/http/rate-limit'
import { findAccount, getHomeOrganization } from './accounts'
import { evenTime } from './even-time'
import { limitNetwork, opaque, REGISTRATIONS } from './limits'
import { hashPassword } from './password'
import { refuseWeakPassword } from './password-blocklist'
import { pendingCookie } from './pending-cookie'
import type { RegisterInput } from './schema'
import { writeEncryptedCookie } from './encrypted-cookie'
import { linkForScreen, sendAccountExists } from './send-email'

// Longer than either way takes, so that the time does not tell whether the account existed.
const ANSWER_MS = 900

type Form = RegisterInput & { registrationId: string; passwordHash: string; language: string }

/** One answer for new and known addresses: a mail is on its way. Its text is for the reader of that mailbox. */
export async function register(input: RegisterInput): Promise<{ to: string }> {
  refuseWeakPassword(input.password, [input.email, input.displayName, input.companyName])
  await limitNetwork()
  await limitCalls(REGISTRATIONS, opaque(input.email))
  return evenTime(ANSWER_MS, async () => {
    // Made for known addresses as well: the encrypted cookie is as long for them.
    const registrationId = newId()
    const passwordHash = await hashPassword(input.password)
    const form = { ...input, registrationId, passwordHash, language: await getLocale() }
    const waits = (await createAccount(form)) || (await registerAgain(form))
    const link = waits ? await linkForScreen(registrationId) : undefined
    await writeEncryptedCookie(pendingCookie, { email: input.email, registrationId, link })
    return { to: '/verification' }
  })
}

/** The user (still without a password), the company with all its roots and the email, or nothing at all where the address is known. */
async function createAccount(form: Form): Promise<boolean> {
  const { displayName, companyName, email, language } = form
  const t = await getTranslations('auth.defaults')
  const userId = newId()
  const organizationId = newId()
  return withOrganization({ organizationId }, async (db) => {
    const [{ created }] = await db.$queryRaw<[{ created: boolean }]>`
      SELECT create_user(${userId}::uuid, ${email}::citext, ${displayName}, NULL, ${language}) AS created`
    if (!created) return false
    await createOrganization(db, organizationId, {
      name: companyName,
      ownerId: userId,
      channelName: t('channelName'),
      ownStockName: t('ownStockName'),
    })
    await startRegistration(db, form)
    return true
  })
}

/** The address is not confirmed yet: the form waits beside the earlier ones, and changes none of them. */
async function registerAgain(form: Form): Promise<boolean> {
  const account = await findAccount(form.email)
  const home = account && (await getHomeOrganization(account.id))
  if (!home) return false
  const waits = !account.verifiedAt && (await withOrganization(home, (db) => startRegistration(db, form)))
  if (!waits) await sendAccountExists(account.id)
  return waits
}

async function startRegistration(db: Db, form: Form): Promise<boolean> {
  const { registrationId, email, displayName, companyName, passwordHash, language } = form
  const started = await db.$queryRaw<unknown[]>`
    SELECT user_id FROM start_registration(${registrationId}::uuid, ${email}::citext, ${displayName}, ${companyName}, ${passwordHash}, ${language})`
  if (started.length === 0) return false
  await enqueueEmail(db, { kind: 'confirm', registrationId })
  return true
}
