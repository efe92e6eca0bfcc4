import 'server-only'
import type { Member } from '../auth/member'
import { can } from '@/lib/core/permissions'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { listMembers } from '../organizations/queries'
import type { TokenScope } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'userId' | 'role' | 'legalEntityIds'>

export type TokenRow = {
  id: string
  name: string
  scope: TokenScope
  /** Whose it is, where one sees those of others. */
  owner: string | null
  isOwn: boolean
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  state: 'active' | 'expired' | 'revoked'
}

const ROWS_SHOWN = 200

/** One's own tokens, and for who manages integrations everybody's; newest first. */
export async function listTokensFor(viewer: Viewer, now = new Date()): Promise<TokenRow[]> {
  const { organizationId, userId, role } = viewer
  if (!can(role, 'token.own')) throw new UserError('permissionDenied')
  const seesAll = can(role, 'integration.manage')
  return withOrganization(viewer, async (db) => {
    const rows = await db.accessToken.findMany({
      where: { organizationId, ...(!seesAll && { userId }) },
      omit: { hash: true },
      orderBy: { createdAt: 'desc' },
      take: ROWS_SHOWN,
    })
    const names = seesAll ? new Map((await listMembers(db)).map((one) => [one.userId, one.displayName])) : null
    return rows.map(({ revokedAt, userId: own, organizationId: _, ...row }) => ({
      ...row,
      owner: names?.get(own) ?? null,
      isOwn: own === userId,
      state: revokedAt ? 'revoked' : row.expiresAt <= now ? 'expired' : 'active',
    }))
  })
}
