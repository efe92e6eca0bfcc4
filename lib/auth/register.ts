import 'server-only'
import { getLocale, getTranslations } from 'next-intl/server'
import { callGlobal, withOrganization } from '../db'
import { UserError } from '../errors'
import { Prisma } from '../generated/prisma/client'
import { newId } from '../ids'
import { createOrganization } from '../organizations/create-organization'
import { limitCalls } from '../rate-limit'
import { findAccount } from './accounts'
import { evenTime } from './even-time'
import { limitNetwork, opaque, REGISTRATIONS } from './limits'
import { hashPassword } from './password'
import { isCommonPassword } from './password-blocklist'
import { pendingCookie } from './pending-cookie'
import type { RegisterInput } from './schema'
import { writeSealed } from './sealed-cookie'
import { enqueueLetter, mailMode, sendLetter } from './send-letter'

// Longer than either way takes, so that the time does not tell whether the account existed.
const ANSWER_MS = 900

/** One answer for new and known addresses: a letter is on its way. What it says is for who reads that mailbox. */
export async function register(input: RegisterInput): Promise<{ to: string }> {
  if (isCommonPassword(input.password))
    throw new UserError('invalidInput', { fields: { password: ['auth.fields.passwordCommon'] } })
  await limitNetwork()
  await limitCalls(REGISTRATIONS, opaque(input.email))
  return evenTime(ANSWER_MS, async () => {
    const passwordHash = await hashPassword(input.password)
    const language = await getLocale()
    const userId = await createAccount(input, passwordHash, language)
    const link = await (userId ? linkOnScreen(userId) : registerAgain(input, passwordHash, language))
    await writeSealed(pendingCookie, { email: input.email, link })
    return { to: '/verification' }
  })
}

/** The user, the company with all its roots and the letter, or nothing at all. Null when the address is known. */
async function createAccount(
  { displayName, companyName, email }: RegisterInput,
  passwordHash: string,
  language: string,
): Promise<string | null> {
  const t = await getTranslations('auth.defaults')
  const userId = newId()
  const organizationId = newId()
  return withOrganization({ organizationId }, async (db) => {
    const [{ created }] = await db.$queryRaw<[{ created: boolean }]>`
      SELECT create_user(${userId}::uuid, ${email}::citext, ${displayName}, ${passwordHash}, ${language}) AS created`
    if (!created) return null
    await createOrganization(db, organizationId, {
      name: companyName,
      ownerId: userId,
      channelName: t('channelName'),
      ownStockName: t('ownStockName'),
    })
    if (mailMode() === 'mail') await enqueueLetter(db, userId, 'confirm')
    return userId
  })
}

const linkOnScreen = async (userId: string) => (mailMode() === 'screen' ? sendLetter(userId, 'confirm') : undefined)

async function registerAgain({ email, displayName }: RegisterInput, passwordHash: string, language: string) {
  const [renewed] = await callGlobal<{ id: string }>(
    Prisma.sql`SELECT id FROM renew_unconfirmed_user(${email}::citext, ${displayName}, ${passwordHash}, ${language})`,
  )
  if (renewed) return sendLetter(renewed.id, 'confirm')
  const account = await findAccount(email)
  return account ? sendLetter(account.id, 'accountExists') : undefined
}
