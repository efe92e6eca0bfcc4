import 'server-only'
import { z } from 'zod'
import type { Caller } from '@/lib/identity/access-tokens/bearer'
import type { Member } from '@/lib/identity/auth/member'
import { encrypt, decrypt } from '@/lib/core/crypto'
import { callGlobal } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'

export const PAGE_TOKEN_PREFIX = 'mcs_'
export const PAGE_TOKEN_MINUTES = 10
const PAGE_TOKEN: CallLimit = { name: 'page-token', points: 120, seconds: 60 }
const ABOUT = 'page token'

const held = z.strictObject({
  sessionId: z.uuid(),
  userId: z.uuid(),
  organizationId: z.uuid(),
  expiresAt: z.number(),
})
type Held = z.output<typeof held>

/**
 * The token with which a page calls functions: for this session in this company, for a few minutes. It is encrypted,
 * and not stored.
 */
export function makePageToken(
  { sessionId, userId, organizationId }: Pick<Member, 'sessionId' | 'userId' | 'organizationId'>,
  now = Date.now(),
): { token: string; livesMs: number } {
  const livesMs = PAGE_TOKEN_MINUTES * 60_000
  const content: Held = { sessionId, userId, organizationId, expiresAt: now + livesMs }
  return { token: `${PAGE_TOKEN_PREFIX}${encrypt(JSON.stringify(content), ABOUT)}`, livesMs }
}

function open(token: string): Held {
  try {
    return held.parse(JSON.parse(decrypt(token.slice(PAGE_TOKEN_PREFIX.length), ABOUT)))
  } catch {
    throw new UserError('signedOut')
  }
}

type Row = Pick<Caller, 'organizationName' | 'timeZone' | 'language'> & {
  role: Caller['actor']['role']
  legalEntityIds: string[] | null
}

/** The member behind a page's token, as at this moment: it ends with its session, and where the session goes on in another company. */
export async function pageCallerOf(token: string): Promise<Caller> {
  const { sessionId, userId, organizationId, expiresAt } = open(token)
  if (expiresAt <= Date.now()) throw new UserError('signedOut')
  const [row] = await callGlobal<Row>(Prisma.sql`
    SELECT organization_name AS "organizationName", time_zone AS "timeZone", language, role::text AS role, legal_entity_ids AS "legalEntityIds"
    FROM get_page_member(${sessionId}::uuid, ${userId}::uuid, ${organizationId}::uuid)`)
  if (!row) throw new UserError('signedOut')
  await limitCalls(PAGE_TOKEN, userId)
  const { role, legalEntityIds, ...rest } = row
  return {
    ...rest,
    tokenId: sessionId,
    scope: 'write',
    actor: { organizationId, userId, sessionId, role, legalEntityIds, kind: 'function' },
  }
}
