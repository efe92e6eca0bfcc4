import 'server-only'
import type { Db, Scope } from '@/lib/core/db'
import { readerOf, withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'
import type { Unread } from '@/lib/core/sheets/unread'
import type { BulkInput } from './map-by-sku'
import type { RowProblem } from './schema'

export const runFields = {
  id: true,
  kind: true,
  state: true,
  done: true,
  total: true,
  summary: true,
  problems: true,
  fileName: true,
  input: true,
  createdAt: true,
  finishedAt: true,
} as const

export type RunSummary = {
  good?: number
  bad?: number
  same?: number
  changed?: number
  orders?: number
  refused?: string
  unmapping?: number
  /** The columns of a sheet that were not understood. */
  unread?: Unread[]
  /** For making products: products made, matched listings, opening counts booked, photos stored and still to fetch. */
  made?: number
  matched?: number
  opened?: number
  photos?: number
  photosLeft?: number
  photosMissing?: { id: string; title: string }[]
  /** For undoing: archived products, and those that stay with the reason. */
  takenBack?: number
  staying?: number
  stays?: { id: string; sku: string; title: string; why: StayReason }[]
}
export const stayReasons = ['edited', 'cost', 'sold', 'stock', 'mapped', 'kit', 'purchase'] as const
export type StayReason = (typeof stayReasons)[number]
export type RunChange = { listing: string; variation: string | null; sku: string; title: string; quantity: number }
export type RunView = {
  id: string
  kind: 'remap' | 'sheet' | 'products' | 'productsUndo'
  state: 'waiting' | 'ready' | 'applying' | 'done' | 'failed'
  done: number
  total: number
  summary: RunSummary
  problems: RowProblem[]
  fileName: string | null
  finishedAt: Date | null
  /** The first of what a sheet would map, while it waits for a yes. */
  changes: RunChange[]
}

const CHANGES_SHOWN = 10

type Stored = { summary: unknown; problems: unknown; input: unknown; createdAt: Date } & Omit<
  RunView,
  'summary' | 'problems' | 'changes'
>

export async function toView(db: Db, organizationId: string, stored: Stored): Promise<RunView> {
  const { summary, problems, input, createdAt: _, ...run } = stored
  const changes = run.kind === 'sheet' && run.state === 'ready' ? await listChanges(db, organizationId, input) : []
  return { ...run, summary: summary as RunSummary, problems: problems as RowProblem[], changes }
}

async function listChanges(db: Db, organizationId: string, input: unknown): Promise<RunChange[]> {
  const rows = ((input as BulkInput | null)?.rows ?? []).slice(0, CHANGES_SHOWN)
  const listings = await db.listing.findMany({
    where: { organizationId, id: { in: rows.map(({ listing }) => listing) } },
    select: { id: true, title: true, variation: true },
  })
  const products = await db.product.findMany({
    where: { organizationId, id: { in: rows.flatMap(({ product }) => product ?? []) } },
    select: { id: true, sku: true, title: true },
  })
  return rows.flatMap(({ listing, product, quantity }) => {
    const from = listings.find(({ id }) => id === listing)
    const to = products.find(({ id }) => id === product)
    return from && to ? { listing: from.title, variation: from.variation, sku: to.sku, title: to.title, quantity } : []
  })
}

const SHOWN_FOR_MS = 24 * 3_600_000

/** The running job, else the last one to end, for a day. Most often there is none, which one statement says. */
export async function readLatestRun(scope: Scope, now = new Date()): Promise<RunView | null> {
  const since = new Date(now.getTime() - SHOWN_FOR_MS)
  // A preview without a confirmation is no work.
  const [run] = await readerOf(scope).$queryRaw<{ id: string }[]>`
    SELECT id FROM mapping_run WHERE organization_id = ${scope.organizationId}::uuid AND created_at >= ${since}::timestamptz
      AND NOT (kind = 'products' AND state = 'ready') ORDER BY finished_at DESC NULLS FIRST, created_at DESC LIMIT 1`
  return run ? getRunFor(scope, run.id) : null
}

export async function getRunFor(scope: Scope, id: string): Promise<RunView> {
  const { organizationId } = scope
  const runId = asId(id)
  if (!runId) throw new UserError('notFound')
  return withOrganization(scope, async (db) => {
    const run = await db.mappingRun.findFirst({ where: { organizationId, id: runId }, select: runFields })
    if (!run) throw new UserError('notFound')
    return toView(db, organizationId, run)
  })
}
