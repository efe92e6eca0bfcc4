import 'server-only'
import type { Db } from '@/lib/core/db'

const KEPT_DAYS = 90

/** Whom somebody wanted to have here, taken up or not: an address and no more, long after it stopped to open anything. */
export const purgeInvitations = (db: Db, organizationId: string) =>
  db.invitation.deleteMany({
    where: { organizationId, expiresAt: { lt: new Date(Date.now() - KEPT_DAYS * 86_400_000) } },
  })
