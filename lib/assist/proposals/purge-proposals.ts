import 'server-only'
import type { Db } from '@/lib/core/db'
import { keptDays } from '@/lib/sales/orders/buyer-term'

/** Drafts of assistants and programs, decided or not: they go with the conversations in which they were made. */
export const purgeProposals = (db: Db, organizationId: string) =>
  db.proposal.deleteMany({
    where: { organizationId, expiresAt: { lt: new Date(Date.now() - keptDays * 86_400_000) } },
  })
