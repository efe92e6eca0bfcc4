import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { UserError } from '@/lib/core/errors'
import { logger } from '@/lib/core/logging/logger'
import { notifyRightsRefused, notifySignInsBlocked } from '../notices/causes'
import { adjustCalls, type CallLimit } from '@/lib/core/http/rate-limit'
import { inHome } from './accounts'
import { clientNetwork } from './client-network'
import type { Member } from './member'
import type { Right } from '@/lib/core/permissions'

/**
 * For one person. Pages offer only permitted actions: a few refusals come of a role that has just changed, many of a
 * program.
 */
export const RIGHTS_REFUSED: CallLimit = { name: 'rights-refused', points: 20, seconds: 3600 }

/** For one account: attempts that arrive at once are blocked at once, and reported once. */
const BLOCKED_NOTICE: CallLimit = { name: 'sign-ins-blocked-notice', points: 1, seconds: 15 * 60 }

/**
 * The error to throw. Every one leaves a log line; the twentieth of an hour is recorded, and reported to those who
 * manage people.
 */
export async function refuseRight(member: Member, name: string, right: Right): Promise<UserError> {
  const { organizationId, userId, role } = member
  logger().warn({ organizationId, userId, role, right, name }, 'a right was refused')
  const times = await adjustCalls(RIGHTS_REFUSED, userId, 1)
  if (times === RIGHTS_REFUSED.points) await recordRefused(member, times)
  return new UserError('permissionDenied')
}

async function recordRefused(member: Member, times: number): Promise<void> {
  const { organizationId, userId, role, sessionId, displayName } = member
  await withOrganization(member, async (db) => {
    const actor = { organizationId, userId, role, sessionId, kind: 'person' } as const
    await recordAudit(db, actor, { event: 'account.rightsRefused', subjectId: userId, after: { times } })
    await notifyRightsRefused(db, organizationId, { userId, name: displayName, key: newId() })
  })
}

/** `account`: under the opaque name. `userId`: where it exists. `blocked`: no more are accepted from there. */
type FailedSignIn = { by: 'password' | 'code'; account: string; userId?: string; blocked: boolean }

/** Every one leaves a log line; a lock is recorded, and reported to the account's owner. */
export async function noteFailedSignIn({ by, account, userId, blocked }: FailedSignIn): Promise<void> {
  logger().warn({ by, account: account.slice(0, 12), network: await clientNetwork(), blocked }, 'a sign-in failed')
  // Not waited for: how long the answer takes must not say whether there is such an account.
  if (blocked && userId)
    void recordBlocked(userId).catch((error: unknown) =>
      logger().error({ err: error }, 'a blocked account was not noted'),
    )
}

async function recordBlocked(userId: string): Promise<void> {
  if ((await adjustCalls(BLOCKED_NOTICE, userId, 1)) > BLOCKED_NOTICE.points) return
  await inHome(userId, async (db, home) => {
    // A person without an organization has no audit log either.
    if (!home) return
    await recordAudit(
      db,
      { ...home, userId: null, kind: 'system' },
      { event: 'account.signInsBlocked', subjectId: userId },
    )
    await notifySignInsBlocked(db, home.organizationId, { userId, key: newId() })
  })
}
