import 'server-only'
import { createHash } from 'node:crypto'
import { getTranslations } from 'next-intl/server'
import { getPerson } from '../auth/member'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { createOrganization } from './create-organization'
import type { CompanyInput } from './schema'
import { switchOrganization } from './switch-organization'

const COMPANIES: CallLimit = { name: 'company', points: 10, seconds: 60 * 60 }

/** A company of the signed-in person's own; the session goes on in it. */
export async function createCompany({ companyName, key }: CompanyInput): Promise<{ to: string }> {
  const person = await getPerson()
  if (!person) throw new UserError('signedOut')
  await limitCalls(COMPANIES, person.userId)
  const organizationId = companyId(person.userId, key)
  const t = await getTranslations('auth.defaults')
  await withOrganization({ organizationId }, async (db) => {
    await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${organizationId}, 0))::text`
    const made = await db.organization.findUnique({ where: { id: organizationId }, select: { id: true } })
    if (!made)
      await createOrganization(db, organizationId, {
        name: companyName,
        ownerId: person.userId,
        channelName: t('channelName'),
        ownStockName: t('ownStockName'),
      })
    await switchOrganization(db, organizationId)
  })
  return { to: '/dashboard' }
}

/** Derived from the person and the form alone, so that a form sent again finds the company that it made. */
function companyId(userId: string, key: string): string {
  const bytes = createHash('sha256').update(`company:${userId}:${key}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
