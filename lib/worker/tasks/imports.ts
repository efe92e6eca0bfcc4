import 'server-only'
import type { JobHelpers } from 'graphile-worker'
import { z } from 'zod'
import { withOrganization, type Actor } from '@/lib/core/db'
import { applyCatalogue } from '@/lib/connect/catalogue-sheets/apply-catalogue'
import { checkCatalogue } from '@/lib/connect/catalogue-sheets/check-catalogue'
import { applySales } from '@/lib/connect/channel-sales/apply-sales'
import { checkSales } from '@/lib/connect/channel-sales/check-sales'
import type { ImportKind } from '@/lib/generated/prisma/enums'
import { applyImport } from '@/lib/connect/order-imports/apply-import'
import { expireImport, removeSheet } from '@/lib/connect/order-imports/cancel-import'
import { checkImport, failImport } from '@/lib/connect/order-imports/check-import'
import { createListingProducts, failListingProducts } from '@/lib/connect/order-imports/create-products'
import { failMove } from '@/lib/connect/order-imports/import-move'
import { moveImport } from '@/lib/connect/order-imports/move-import'
import { UserError } from '@/lib/core/errors'
import { requireRoom, requireRowRoom } from '@/lib/core/files/room'
import { newId } from '@/lib/core/ids'
import { applyMoneyFile } from '@/lib/connect/money-reports/apply-money-file'
import { moveMoneyFile } from '@/lib/connect/money-reports/move-money-file'
import { failUndo, undoMoneyFile } from '@/lib/connect/money-reports/undo-money-file'
import { checkMoneyFile } from '@/lib/connect/money-reports/check-money-file'
import { logger } from '@/lib/core/logging/logger'
import { isTransient } from '@/lib/core/queue/is-transient'
import { defineTask, systemActor, type Task } from '@/lib/core/queue/task'

const attempts = 5
/** A worker that died over an import said nothing of it: what killed workers that often is not taken up again. */
const silentAttempts = 3
const payload = z.object({ importId: z.uuid(), userId: z.uuid().nullable() })

type Work = (actor: Actor, importId: string) => Promise<void>
type Failing = (actor: Actor, importId: string, reference: string) => Promise<void>

/**
 * A transient failure (a database that is away, a lock) is retried a few times; anything else would fail the same way
 * again, so the import ends at once, with the reference under which its cause is logged. Attempts are counted where
 * they begin.
 */
function importTask(run: Work, fail: Failing): Task {
  return defineTask(payload, async ({ organizationId, importId, userId }, { job }: JobHelpers) => {
    const actor = systemActor(organizationId, userId)
    const reference = newId().slice(-8)
    if (job.attempts > (job.last_error ? attempts : silentAttempts)) {
      logger().error({ reference, importId, task: job.task_identifier, attempt: job.attempts }, 'import given up')
      return fail(actor, importId, reference)
    }
    try {
      await run(actor, importId)
    } catch (error) {
      logger().error(
        { err: error, reference, importId, task: job.task_identifier, attempt: job.attempts },
        'import failed',
      )
      if (isTransient(error) && job.attempts < attempts) throw error
      await fail(actor, importId, reference)
    }
  })
}

const failWork: Failing = async (actor, importId, reference) => {
  await withOrganization(actor, (db) => failImport(db, actor, importId, { code: 'unexpected', reference }))
  await removeSheet(actor, importId)
}
const failProducts: Failing = (actor, importId, reference) =>
  withOrganization(actor, (db) => failListingProducts(db, actor, importId, reference))

const failMoving: Failing = (actor, importId, reference) =>
  withOrganization(actor, async (db) => {
    await failMove(db, actor, importId, reference)
    await failUndo(db, actor, importId, reference)
  })

const checks: Record<ImportKind, Work> = {
  orders: checkImport,
  catalogue: checkCatalogue,
  sales: checkSales,
  money: checkMoneyFile,
}
const nothing: Work = () => Promise.resolve()
/** A file is either on its way to another shop, or out of its own. */
const moveOrUndo: Work = async (actor, importId) => {
  await moveMoneyFile(actor, importId)
  await undoMoneyFile(actor, importId)
}
const moves: Record<ImportKind, Work> = {
  orders: moveImport,
  catalogue: nothing,
  sales: nothing,
  money: moveOrUndo,
}
const applies: Record<ImportKind, Work> = {
  orders: applyImport,
  catalogue: applyCatalogue,
  sales: applySales,
  money: applyMoneyFile,
}

/** A sheet's rows are staged only where there is room for them; else the import ends in words. */
const whereRoom =
  (check: Work): Work =>
  async (actor, importId) => {
    try {
      await requireRoom()
      await withOrganization(actor, (db) => requireRowRoom(db, actor.organizationId, importId))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      await withOrganization(actor, (db) => failImport(db, actor, importId, error))
      return removeSheet(actor, importId)
    }
    await check(actor, importId)
  }

/** The kind of a sheet decides how it is read and applied; a sheet that is gone has no work left. */
const byKind =
  (works: Record<ImportKind, Work>): Work =>
  async (actor, importId) => {
    const { organizationId } = actor
    const importRow = await withOrganization(actor, (db) =>
      db.import.findUnique({
        where: { organizationId_id: { organizationId, id: importId } },
        select: { kind: true },
      }),
    )
    if (importRow) await works[importRow.kind](actor, importId)
  }

export const importTasks: Record<string, Task> = {
  'import-check': importTask(whereRoom(byKind(checks)), failWork),
  'import-apply': importTask(byKind(applies), failWork),
  'import-products': importTask(createListingProducts, failProducts),
  'import-move': importTask(byKind(moves), failMoving),
  'import-expire': defineTask(payload, ({ organizationId, importId, userId }) =>
    expireImport(systemActor(organizationId, userId), importId),
  ),
}
