import 'server-only'
import { limitForgeries } from '../auth/limits'
import { can, type Role } from '@/lib/core/permissions'
import { callGlobal, type Actor } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { limitCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import type { TokenScope } from './schema'
import { hashOfToken, TOKEN_PREFIX } from './secret'

/** The caller behind a token: a member as of this moment, with the part of their rights that the token allows. */
export type Caller = {
  actor: Actor
  tokenId: string
  scope: TokenScope
  organizationName: string
  timeZone: string
  language: 'pt' | 'en'
}

const TOKEN_LIMIT: CallLimit = { name: 'token', points: 120, seconds: 60 }
/** The last letter of 32 bytes holds four bits. */
const SECRET = new RegExp(`^Bearer (${TOKEN_PREFIX}[\\w-]{42}[AEIMQUYcgkosw048])$`)

/**
 * The member behind `Authorization: Bearer …`, looked up at each call: what was revoked, has ended or belongs to who was
 * removed is `signedOut`. `kind` is what the trail says of what they do.
 */
export async function callerOf(headers: Headers, kind: 'function' | 'assistant'): Promise<Caller> {
  const secret = SECRET.exec(headers.get('authorization') ?? '')?.[1]
  if (!secret) throw new UserError('signedOut')
  const result = await limitForgeries(() => findMember(secret))
  if (!result || !can(result.role, 'token.own')) throw new UserError('signedOut')
  await limitCalls(TOKEN_LIMIT, result.tokenId)
  const { organizationId, userId, role, legalEntityIds, ...rest } = result
  return { ...rest, actor: { organizationId, userId, tokenId: rest.tokenId, role, legalEntityIds, kind } }
}

type Row = Omit<Caller, 'actor'> & {
  userId: string
  organizationId: string
  role: Role
  legalEntityIds: string[] | null
}

async function findMember(secret: string): Promise<Row | null> {
  const [row] = await callGlobal<Row>(Prisma.sql`
    SELECT token_id AS "tokenId", scope::text AS scope, user_id AS "userId", organization_id AS "organizationId",
      organization_name AS "organizationName", time_zone AS "timeZone", language, role::text AS role, legal_entity_ids AS "legalEntityIds"
    FROM get_token_member(${hashOfToken(secret)})`)
  return row ?? null
}
