import 'server-only'
import type { Db, Scope } from '../db'
import { withOrganization } from '../db'
import { UserError } from '../errors'
import { asId } from '../keyset'
import type { RowProblem } from './schema'

const fields = {
  ...{ id: true, kind: true, state: true, done: true, total: true, summary: true, problems: true, fileName: true },
  ...{ createdAt: true, finishedAt: true },
} as const

export type RunSummary = {
  good?: number
  bad?: number
  same?: number
  changed?: number
  refused?: string
  unmapping?: number
}
export type RunView = {
  id: string
  kind: 'remap' | 'sheet'
  state: 'waiting' | 'ready' | 'applying' | 'done' | 'failed'
  done: number
  total: number
  summary: RunSummary
  problems: RowProblem[]
  fileName: string | null
  finishedAt: Date | null
}

type Stored = { summary: unknown; problems: unknown; createdAt: Date } & Omit<RunView, 'summary' | 'problems'>
const toView = ({ summary, problems, createdAt: _, ...run }: Stored): RunView => ({
  ...run,
  summary: summary as RunSummary,
  problems: problems as RowProblem[],
})

const SHOWN_FOR_MS = 24 * 3_600_000

/** What is under way, else what ended last, for a day. */
export async function latestRun(db: Db, organizationId: string, now = new Date()): Promise<RunView | null> {
  const since = new Date(now.getTime() - SHOWN_FOR_MS)
  const [run] = await db.mappingRun.findMany({
    where: { organizationId, createdAt: { gte: since } },
    orderBy: [{ finishedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }],
    take: 1,
    select: fields,
  })
  return run ? toView(run) : null
}

export async function getRunFor(scope: Scope, id: string): Promise<RunView> {
  const runId = asId(id)
  const run =
    runId &&
    (await withOrganization(scope, (db) =>
      db.mappingRun.findFirst({ where: { organizationId: scope.organizationId, id: runId }, select: fields }),
    ))
  if (!run) throw new UserError('notFound')
  return toView(run)
}
