import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { scopeOf } from '@/lib/core/permissions'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { entityOn } from '@/lib/identity/settings/held-by'
import type { MatchInput, UnmatchInput } from './schema'

function requireMatching({ role }: Pick<Actor, 'role'>): void {
  if (scopeOf(role, 'reconciliation.read') !== 'all') throw new UserError('permissionDenied')
}

/** One to one: neither the withdrawal nor the entry may stand for another. */
export async function matchByHand(actor: Actor, { transactionId, entryId }: MatchInput): Promise<MatchInput> {
  requireMatching(actor)
  const { organizationId, userId } = actor
  return writeOnce(actor, async (db) => {
    await lockBank(db, organizationId)
    const pair = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM wallet_transaction w JOIN shop s ON s.organization_id = w.organization_id AND s.id = w.shop_id
      JOIN bank_entry e ON e.organization_id = w.organization_id AND e.legal_entity_id = ${entityOn(Prisma.sql`s.legal_entity_id`, { outlet: Prisma.sql`s.id`, day: Prisma.sql`w.local_day` })} AND e.amount_cents > 0
      WHERE w.organization_id = ${organizationId}::uuid AND w.id = ${transactionId}::uuid AND w.kind = 'withdrawal' AND w.amount_cents <> 0 AND e.id = ${entryId}::uuid`
    if (pair.length === 0) throw new UserError('notFound')
    const { count } = await db.bankMatch.createMany({
      data: [{ organizationId, transactionId, entryId, matchedBy: userId }],
      skipDuplicates: true,
    })
    if (count === 0) throw new UserError('bankEntryTaken')
    await recordAudit(db, actor, { event: 'bank.matched', subjectId: transactionId, after: { entryId } })
    return { transactionId, entryId }
  })
}

/** Taken off by a person, the entry is not put back by itself. */
export async function unmatchByHand(actor: Actor, { transactionId }: UnmatchInput): Promise<MatchInput> {
  requireMatching(actor)
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    await lockBank(db, organizationId)
    const where = { organizationId_transactionId: { organizationId, transactionId } }
    const bankMatch = await db.bankMatch.findUnique({ where, select: { entryId: true } })
    if (!bankMatch) throw new UserError('notFound')
    const { entryId } = bankMatch
    await db.bankMatch.deleteMany({ where: { organizationId, transactionId } })
    await db.bankEntry.updateMany({ where: { organizationId, id: entryId }, data: { byHand: true } })
    await recordAudit(db, actor, { event: 'bank.unmatched', subjectId: transactionId, before: { entryId } })
    return { transactionId, entryId }
  })
}

const lockBank = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('bank:' || ${organizationId}, 0))`
