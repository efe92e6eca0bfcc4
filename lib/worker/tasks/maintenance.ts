import 'server-only'
import { purgeTasks } from '@/lib/assist/agent-tasks/purge-tasks'
import { purgeThreads } from '@/lib/assist/assistant/purge-threads'
import { chainAuditLog } from '@/lib/insight/audit-log/chain-audit-log'
import { purgeEntries } from '@/lib/money/bank/purge-entries'
import { purgeProofs } from '@/lib/money/cases/purge-proofs'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { purgeInvoices } from '@/lib/sales/dispatch/purge-invoices'
import { purgeSearches } from '@/lib/insight/exports/purge-searches'
import { purgeFiles, purgeUnnamed } from '@/lib/core/files/purge-files'
import { purgePassing } from '@/lib/core/files/passing'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { purgeBuyers } from '@/lib/sales/orders/purge-buyers'
import { purgeCustomers } from '@/lib/sales/orders/purge-customers'
import { keyBuyers } from '@/lib/sales/orders/key-buyers'
import { purgeInvitations } from '@/lib/identity/organizations/purge-invitations'
import { purgeProposals } from '@/lib/assist/proposals/purge-proposals'
import { purgeReturnTexts } from '@/lib/sales/returns/purge-return-texts'
import { purgeAnswers } from '@/lib/connect/sync/inbound/purge-answers'
import { purgeRefusals } from '@/lib/connect/sync/streams/purge-refusals'
import { purgeWebhooks } from '@/lib/assist/webhooks/purge'
import { purgeAttempts, purgeDeadJobs, purgeWebhookEvents, purgeSignIns } from './purge-leftovers'

const FOLD_BATCH = 5000
const HOUSEKEEPING_TIMEOUT_MS = 120_000

/** Chains new rows of every trail and folds new deltas of every read model. Runs every few seconds; once `ending`, no further company. */
export async function chainAndFold(ending?: AbortSignal): Promise<void> {
  const waiting = await callGlobal<{ organizationId: string; unchained: boolean; unfolded: boolean }>(
    Prisma.sql`SELECT organization_id AS "organizationId", unchained, unfolded FROM list_organizations_with_work()`,
  )
  for (const { organizationId, unchained, unfolded } of waiting) {
    if (ending?.aborted) return
    if (unchained) await attempt(organizationId, 'chain', () => chainAuditLog(organizationId))
    if (!unfolded) continue
    // Before the days, whose rows say that there is something to fold.
    await attempt(organizationId, 'fold buyers', () => foldBuyers(organizationId))
    await attempt(organizationId, 'fold', () => foldSales(organizationId))
  }
}

export async function foldSales(organizationId: string): Promise<number> {
  const [row] = await withOrganization(
    { organizationId },
    (db) => db.$queryRaw<[{ folded: number }]>`SELECT fold_sales(${FOLD_BATCH}::int) AS folded`,
    HOUSEKEEPING_TIMEOUT_MS,
  )
  return row.folded
}

/** Whatever an order appends for its buyer it also appends for its day, so companies with such rows are among those that wait. */
export async function foldBuyers(organizationId: string): Promise<void> {
  const fold = () =>
    withOrganization(
      { organizationId },
      (db) => db.$queryRaw<[{ folded: number }]>`SELECT fold_buyers(${FOLD_BATCH}::int) AS folded`,
      HOUSEKEEPING_TIMEOUT_MS,
    )
  while ((await fold())[0].folded === FOLD_BATCH);
}

/** Forgets what has passed its term, for each company and then for all: docs/operations.md, "Retention". Runs every night. */
export async function purgeExpired(): Promise<void> {
  const waiting = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  for (const { organizationId } of waiting) {
    const where = { organizationId }
    const purge = (kind: string, run: (db: Db) => Promise<unknown>) =>
      attempt(organizationId, kind, () => withOrganization({ organizationId }, run))
    await purge('a sign-up', (db) => db.$queryRaw`SELECT forget_sign_up()`)
    await attempt(organizationId, 'keys of buyers', () => keyBuyers(organizationId))
    await attempt(organizationId, 'buyers', () => purgeBuyers(organizationId))
    await attempt(organizationId, 'customers', () => purgeCustomers(organizationId))
    await attempt(organizationId, 'return texts', () => purgeReturnTexts(organizationId))
    await attempt(organizationId, 'proofs', () => purgeProofs(organizationId))
    await attempt(organizationId, 'invoices', () => purgeInvoices(organizationId))
    await purge('refusals', (db) => purgeRefusals(db, organizationId))
    await purge('bank entries', (db) => purgeEntries(db, organizationId))
    await attempt(organizationId, 'conversations', () => purgeThreads(organizationId))
    await purge('proposals', (db) => purgeProposals(db, organizationId))
    await purge('invitations', (db) => purgeInvitations(db, organizationId))
    await purge('searched words', (db) => purgeSearches(db, organizationId))
    await purge('answers', (db) => db.idempotency.deleteMany({ where: { ...where, expiresAt: { lt: new Date() } } }))
    await attempt(organizationId, 'webhooks', () => purgeWebhooks(organizationId))
    await attempt(organizationId, 'longer work', () => purgeTasks(organizationId))
    await attempt(organizationId, 'platform answers', () => purgeAnswers(organizationId))
    await purge('authorizations', (db) =>
      db.shopAuthorization.deleteMany({ where: { ...where, expiresAt: { lt: new Date() } } }),
    )
    await attempt(organizationId, 'files', () => purgeFiles(organizationId))
    await attempt(organizationId, 'files without a row', () => purgeUnnamed(organizationId))
  }
  await attempt(null, 'what is passing through', purgePassing)
  await attempt(null, 'webhook-events', purgeWebhookEvents)
  await attempt(null, 'sign-ins', purgeSignIns)
  await attempt(null, 'dead jobs', purgeDeadJobs)
  await attempt(null, 'counted attempts', purgeAttempts)
}

/** One company's trouble, logged, keeps nothing from the others, nor one kind of work from the next. */
async function attempt(organizationId: string | null, work: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: unknown) => logger().error({ err: error, organizationId, work }, 'housekeeping failed'))
}
