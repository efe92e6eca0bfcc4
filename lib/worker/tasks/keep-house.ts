import 'server-only'
import { forgetTasks } from '@/lib/assist/agent-tasks/forget-tasks'
import { forgetThreads } from '@/lib/assist/assistant/forget-threads'
import { sealTrail } from '@/lib/insight/audit-log/seal-trail'
import { forgetEntries } from '@/lib/money/bank/forget-entries'
import { forgetProofs } from '@/lib/money/cases/forget-proofs'
import { callGlobal, withOrganization, type Db } from '@/lib/core/db'
import { forgetInvoices } from '@/lib/sales/dispatch/forget-invoices'
import { forgetSearches } from '@/lib/insight/exports/forget-searches'
import { forgetFiles, forgetUnnamed } from '@/lib/core/files/forget-files'
import { forgetPassing } from '@/lib/core/files/passing'
import { Prisma } from '@/lib/generated/prisma/client'
import { logger } from '@/lib/core/logging/logger'
import { forgetBuyers } from '@/lib/sales/orders/forget-buyers'
import { forgetCustomers } from '@/lib/sales/orders/forget-customers'
import { keyBuyers } from '@/lib/sales/orders/key-buyers'
import { forgetInvitations } from '@/lib/identity/organizations/forget-invitations'
import { forgetProposals } from '@/lib/assist/proposals/forget-proposals'
import { forgetReturnTexts } from '@/lib/sales/returns/forget-return-texts'
import { forgetAnswers } from '@/lib/connect/sync/forget-answers'
import { forgetRefusals } from '@/lib/connect/sync/forget-refusals'
import { forgetWebhooks } from '@/lib/assist/webhooks/forget'
import { forgetAttempts, forgetDeadJobs, forgetPushes, forgetSignIns } from './forget-leftovers'

const FOLD_BATCH = 5000
const HOUSEKEEPING_TIMEOUT_MS = 120_000

/** Seals new rows of every trail and folds new deltas of every read model. Runs every few seconds; once `ending`, no further company. */
export async function sealAndFold(ending?: AbortSignal): Promise<void> {
  const waiting = await callGlobal<{ organizationId: string; unsealed: boolean; unfolded: boolean }>(
    Prisma.sql`SELECT organization_id AS "organizationId", unsealed, unfolded FROM list_organizations_with_work()`,
  )
  for (const { organizationId, unsealed, unfolded } of waiting) {
    if (ending?.aborted) return
    if (unsealed) await attempt(organizationId, 'seal', () => sealTrail(organizationId))
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

/** Forgets what has passed its term, for each company and then for all: docs/operations.md, "What is kept, and how long". Runs every night. */
export async function forgetExpired(): Promise<void> {
  const waiting = await callGlobal<{ organizationId: string }>(
    Prisma.sql`SELECT organization_id AS "organizationId" FROM list_organization_ids()`,
  )
  for (const { organizationId } of waiting) {
    const where = { organizationId }
    const forget = (kind: string, run: (db: Db) => Promise<unknown>) =>
      attempt(organizationId, kind, () => withOrganization({ organizationId }, run))
    await forget('a sign-up', (db) => db.$queryRaw`SELECT forget_sign_up()`)
    await attempt(organizationId, 'keys of buyers', () => keyBuyers(organizationId))
    await attempt(organizationId, 'buyers', () => forgetBuyers(organizationId))
    await attempt(organizationId, 'customers', () => forgetCustomers(organizationId))
    await attempt(organizationId, 'return texts', () => forgetReturnTexts(organizationId))
    await attempt(organizationId, 'proofs', () => forgetProofs(organizationId))
    await attempt(organizationId, 'invoices', () => forgetInvoices(organizationId))
    await forget('refusals', (db) => forgetRefusals(db, organizationId))
    await forget('bank entries', (db) => forgetEntries(db, organizationId))
    await attempt(organizationId, 'conversations', () => forgetThreads(organizationId))
    await forget('proposals', (db) => forgetProposals(db, organizationId))
    await forget('invitations', (db) => forgetInvitations(db, organizationId))
    await forget('searched words', (db) => forgetSearches(db, organizationId))
    await forget('answers', (db) => db.idempotency.deleteMany({ where: { ...where, expiresAt: { lt: new Date() } } }))
    await attempt(organizationId, 'webhooks', () => forgetWebhooks(organizationId))
    await attempt(organizationId, 'longer work', () => forgetTasks(organizationId))
    await attempt(organizationId, 'platform answers', () => forgetAnswers(organizationId))
    await forget('authorizations', (db) =>
      db.shopAuthorization.deleteMany({ where: { ...where, expiresAt: { lt: new Date() } } }),
    )
    await attempt(organizationId, 'files', () => forgetFiles(organizationId))
    await attempt(organizationId, 'files without a row', () => forgetUnnamed(organizationId))
  }
  await attempt(null, 'what is passing through', forgetPassing)
  await attempt(null, 'pushes', forgetPushes)
  await attempt(null, 'sign-ins', forgetSignIns)
  await attempt(null, 'dead jobs', forgetDeadJobs)
  await attempt(null, 'counted attempts', forgetAttempts)
}

/** One company's trouble, logged, keeps nothing from the others, nor one kind of work from the next. */
async function attempt(organizationId: string | null, work: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: unknown) => logger().error({ err: error, organizationId, work }, 'housekeeping failed'))
}
