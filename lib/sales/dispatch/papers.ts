import 'server-only'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import type { OrderStatus, ReturnState } from '@/lib/generated/prisma/enums'
import { hasLeft, visibilityOf } from '../orders/buyer'
import { comesTooLate } from './late-pickup'
import { inputOf, problemsOf, viewOf, type StoredRun } from './run-record'
import type { RunProblemCode, RunView } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'role'>
type Journey = { status: OrderStatus; shippedAt: Date | null }

/**
 * Name, address and CPF stand on invoices, labels and photos of labels: they are visible to the roles that see the
 * buyer, as long as they do.
 */
export const seesPapers = ({ role }: Pick<Viewer, 'role'>, order: Journey): boolean =>
  visibilityOf(scopeOf(role, 'buyer.read'), hasLeft(order)) === 'full'

/** Fiscal documents are for bookkeeping too; an invoice that has found no order yet is only work. */
export const opensInvoice = (viewer: Pick<Viewer, 'role'>, order: Journey | null): boolean =>
  can(viewer.role, 'fiscal.read') || (can(viewer.role, 'order.create') && (order === null || seesPapers(viewer, order)))

/** Photos of a returned parcel are needed for work until its return is over. */
export const seesEvidence = (viewer: Pick<Viewer, 'role'>, order: Journey, back: ReturnState | null): boolean =>
  seesPapers(viewer, order) || (back !== null && back !== 'closed' && back !== 'cancelled')

/** Their labels were never bound into a run's file. */
const leftOut: RunProblemCode[] = [
  'stockShort',
  'fileMissing',
  'invoiceMissing',
  'invoiceRefused',
  'invoiceWaiting',
  'alreadyShipped',
  'cancelled',
  'cancellationAsked',
  'platformShips',
]

const boundOrders = (run: StoredRun): string[] => {
  const missing = new Set(problemsOf(run).flatMap((each) => (leftOut.includes(each.errorCode) ? each.subject : [])))
  return inputOf(run).orderIds.filter((id) => !missing.has(id))
}

/** Runs as the viewer sees them: the file of labels only where each of them may still be seen. */
export async function showRuns(db: Db, viewer: Viewer, runs: readonly StoredRun[]): Promise<RunView[]> {
  const shown = await showFiles(db, viewer, runs)
  const refused = await countRefused(db, viewer, runs)
  const late = await listLatePickups(db, viewer, runs)
  return shown.map((run) => ({
    ...run,
    refused: refused.get(run.id) ?? 0,
    latePickups: late.filter(({ runId }) => runId === run.id).map(({ subject, code }) => ({ subject, code })),
  }))
}

/**
 * Pickups that a day's preparation itself arranged for a day after the ship-by day: it does so only where nothing else
 * is offered.
 */
async function listLatePickups(db: Db, { organizationId }: Viewer, runs: readonly StoredRun[]) {
  const ids = runs.flatMap(({ id, kind }) => (kind === 'prepare' ? [id] : []))
  if (ids.length === 0) return []
  return db.$queryRaw<{ runId: string; subject: string; code: string }[]>`
    SELECT DISTINCT d.id AS "runId", o.id AS subject, coalesce(o.external_code, o.code) AS code FROM dispatch_run d
    JOIN organization g ON g.organization_id = d.organization_id
    CROSS JOIN LATERAL jsonb_array_elements_text(d.input->'orderIds') AS x(id)
    JOIN orders o ON o.organization_id = ${organizationId}::uuid AND o.id = x.id::uuid
    JOIN package k ON k.organization_id = ${organizationId}::uuid AND k.order_id = o.id
      AND k.arranged_at BETWEEN d.started_at AND coalesce(d.finished_at, 'infinity')
    WHERE d.organization_id = ${organizationId}::uuid AND d.id = ANY (${ids}::uuid[]) AND ${comesTooLate(Prisma.sql`g.time_zone`)}
    ORDER BY 1, 3`
}

/** The tax office answers after the run: what it took over is not yet what it let through. */
async function countRefused(
  db: Db,
  { organizationId }: Viewer,
  runs: readonly StoredRun[],
): Promise<Map<string, number>> {
  const sent = runs
    .filter(({ kind }) => kind === 'invoices')
    .map((run) => {
      const failed = new Set(problemsOf(run).map(({ subject }) => subject))
      return {
        id: run.id,
        orderIds: inputOf(run)
          .orderIds.slice(0, run.done)
          .filter((id) => !failed.has(id)),
      }
    })
  const orders = await db.order.findMany({
    where: { organizationId, id: { in: sent.flatMap(({ orderIds }) => orderIds) }, invoiceState: 'rejected' },
    select: { id: true },
  })
  const rejected = new Set(orders.map(({ id }) => id))
  return new Map(sent.map(({ id, orderIds }) => [id, orderIds.filter((one) => rejected.has(one)).length]))
}

async function showFiles(db: Db, { organizationId, role }: Viewer, runs: readonly StoredRun[]): Promise<RunView[]> {
  if (visibilityOf(scopeOf(role, 'buyer.read'), true) === 'full') return runs.map(viewOf)
  const bound = runs.flatMap((run) =>
    run.fileId === null && run.thermalFileId === null && run.sheetFileId === null ? [] : boundOrders(run),
  )
  const orders = await db.order.findMany({
    where: { organizationId, id: { in: bound } },
    select: { id: true, status: true, shippedAt: true },
  })
  const hidden = new Set(orders.flatMap((order) => (seesPapers({ role }, order) ? [] : order.id)))
  return runs.map((run) => {
    const view = viewOf(run)
    const opens = boundOrders(run).every((id) => !hidden.has(id))
    return {
      ...view,
      hasFile: view.hasFile && opens,
      thermalLabels: opens ? view.thermalLabels : 0,
      sheetLabels: opens ? view.sheetLabels : 0,
    }
  })
}
