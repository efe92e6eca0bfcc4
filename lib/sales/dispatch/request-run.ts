import 'server-only'
import type { z } from 'zod'
import { recordAudit } from '@/lib/core/audit/record'
import { localDay } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { readDispatchFilters } from './filters'
import { listItemsToShip, byOrder } from './order-details'
import { byShelf, firstPlace } from './picking-order'
import { listToShipIds } from './queries'
import { getRun, inputOf, problemsOf, type RunInput } from './run-record'
import {
  ordersAtOnce,
  type printLabelsInput,
  type retryRunInput,
  type RunKind,
  type Selection,
  type sendInvoicesInput,
  type shipOrdersInput,
} from './schema'

const RUNS_AT_ONCE = 10
/** How often a run goes through all of its orders. */
const passesOf: Record<RunKind, number> = { ship: 1, labels: 1, invoices: 1, prepare: 3 }

export type Requested = { runId: string; count: number }

/** The orders that were chosen, as they are now; a filter that finds another number than the seller saw is refused. */
export async function resolveSelection(db: Db, { organizationId }: Actor, selection: Selection): Promise<string[]> {
  if ('orderIds' in selection) {
    const orders = await db.order.findMany({
      where: { organizationId, id: { in: selection.orderIds }, platform: 'shopee' },
      select: { id: true },
    })
    const known = new Set(orders.map(({ id }) => id))
    if (selection.orderIds.some((id) => !known.has(id))) throw new UserError('notFound')
    return [...new Set(selection.orderIds)]
  }
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const now = new Date()
  const filters = readDispatchFilters(Object.fromEntries(new URLSearchParams(selection.query)))
  const clock = { timeZone, now, today: localDay(now, timeZone) }
  const ids = await listToShipIds(db, organizationId, filters, clock, ordersAtOnce)
  if (ids.length !== selection.count) throw new UserError('ordersMoved')
  return ids
}

/** Has the worker go through the orders; what is asked for twice at once follows each other. */
export async function addRun(db: Db, actor: Actor, kind: RunKind, input: RunInput): Promise<Requested> {
  const { organizationId, userId } = actor
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('dispatch-runs:' || ${organizationId}, 0))`
  const open = await db.dispatchRun.count({ where: { organizationId, state: { in: ['waiting', 'running'] } } })
  if (open >= RUNS_AT_ONCE) throw new UserError('runBusy')
  const runId = newId()
  const count = input.orderIds.length
  const total = count * passesOf[kind]
  await db.dispatchRun.create({
    data: { organizationId, id: runId, kind, input, total, createdBy: userId },
    select: { id: true },
  })
  const payload = JSON.stringify({ runId, userId })
  await db.$executeRaw`
    SELECT enqueue_shop_job(${`dispatch-${kind}`}, ${payload}::json, ${`dispatch:${runId}`}, ${`dispatch:${organizationId}`})`
  await recordAudit(db, actor, { event: 'dispatchRun.requested', subjectId: runId, after: { kind, orders: count } })
  return { runId, count }
}

export const requestInvoices = (actor: Actor, { selection }: z.output<typeof sendInvoicesInput>): Promise<Requested> =>
  writeOnce(actor, async (db) => {
    const orderIds = await resolveSelection(db, actor, selection)
    const withFile = await db.fiscalDocument.findMany({
      where: { organizationId: actor.organizationId, orderId: { in: orderIds }, state: 'received' },
      select: { orderId: true },
    })
    const ready = new Set(withFile.map(({ orderId }) => orderId))
    const chosen = orderIds.filter((id) => ready.has(id))
    if (chosen.length === 0) throw new UserError('dispatchNothing')
    return addRun(db, actor, 'invoices', { orderIds: chosen })
  })

export const requestShipping = (
  actor: Actor,
  { selection, arrangements }: z.output<typeof shipOrdersInput>,
): Promise<Requested> =>
  writeOnce(actor, async (db) => {
    const orderIds = await resolveSelection(db, actor, selection)
    const shopIds = [...new Set(arrangements.map(({ shopId }) => shopId))]
    const known = await db.shop.count({ where: { organizationId: actor.organizationId, id: { in: shopIds } } })
    if (known < shopIds.length) throw new UserError('notFound')
    return addRun(db, actor, 'ship', { orderIds, arrangements })
  })

/** In picking order, so that the file is bound as the walk along the shelves goes. */
export const requestLabels = (
  actor: Actor,
  { selection, reprint }: z.output<typeof printLabelsInput>,
): Promise<Requested> =>
  writeOnce(actor, async (db) => {
    const orderIds = await resolveSelection(db, actor, selection)
    const items = byOrder(await listItemsToShip(db, actor.organizationId, orderIds))
    const placed = orderIds.map((id) => ({ id, at: firstPlace(items.get(id) ?? [], id) }))
    placed.sort((a, b) => byShelf(a.at, b.at))
    return addRun(db, actor, 'labels', { orderIds: placed.map(({ id }) => id), reprint })
  })

/** The oldest day's preparation under way that takes all of these orders. */
export async function findRunOf(db: Db, organizationId: string, orderIds: string[]): Promise<Requested | null> {
  const [run] = await db.$queryRaw<Requested[]>`
    SELECT id AS "runId", jsonb_array_length(input->'orderIds') AS count FROM dispatch_run
    WHERE organization_id = ${organizationId}::uuid AND kind = 'prepare' AND state IN ('waiting', 'running')
      AND input->'orderIds' @> ${JSON.stringify(orderIds)}::jsonb ORDER BY created_at, id LIMIT 1`
  return run ?? null
}

/** One press of the day's button after the other. */
export const lockPreparation = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('prepare:' || ${organizationId}, 0))`

/** The same once more, for the orders that did not go through. */
export const retryRun = (actor: Actor, { runId }: z.output<typeof retryRunInput>): Promise<Requested> =>
  writeOnce(actor, async (db) => {
    const run = await getRun(db, actor.organizationId, runId)
    if (!run) throw new UserError('notFound')
    const input = inputOf(run)
    const failed = new Set(problemsOf(run).map(({ subject }) => subject))
    // A day's preparation goes through all of its orders again: it doubles nothing.
    const from = run.kind === 'prepare' ? 0 : run.done
    const rest = run.state === 'failed' ? input.orderIds.slice(from) : []
    const orderIds = input.orderIds.filter((id) => failed.has(id) || rest.includes(id))
    if (orderIds.length === 0) throw new UserError('dispatchNothing')
    if (run.kind === 'prepare') await lockPreparation(db, actor.organizationId)
    const known = run.kind === 'prepare' ? await findRunOf(db, actor.organizationId, orderIds) : null
    return known ?? addRun(db, actor, run.kind, { ...input, orderIds })
  })

/** One order alone, in the way of the last run that it did not go through. */
export async function retryOrder(
  db: Db,
  actor: Actor,
  kind: RunKind,
  { shopId, subject }: { shopId: string; subject: string },
): Promise<void> {
  const { organizationId } = actor
  const order = await db.order.findFirst({
    where: { organizationId, shopId, externalCode: subject },
    select: { id: true },
  })
  if (!order) throw new UserError('notFound')
  const [last] = await db.$queryRaw<{ input: RunInput }[]>`
    SELECT input FROM dispatch_run WHERE organization_id = ${organizationId}::uuid AND kind = ${kind}::"RunKind"
      AND problems @> ${JSON.stringify([{ subject: order.id }])}::jsonb ORDER BY created_at DESC LIMIT 1`
  await addRun(db, actor, kind, { ...last?.input, orderIds: [order.id] })
}
