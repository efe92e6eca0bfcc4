import 'server-only'
import type { Db, Scope } from '@/lib/core/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { ChosenArrangement, RunKind, RunProblem, RunState, RunView } from './schema'

/** The input of a run, as its row stores it: the orders in the order in which they are processed. */
export type RunInput = {
  orderIds: string[]
  arrangements?: ChosenArrangement[]
  reprint?: boolean
  /** Labels that were left out, since they had been printed before. */
  left?: number
}

export type OpenRun = {
  id: string
  kind: RunKind
  input: RunInput
  done: number
  problems: RunProblem[]
  createdBy: string | null
}

const runFields = {
  id: true,
  kind: true,
  state: true,
  done: true,
  total: true,
  problems: true,
  fileId: true,
  thermalFileId: true,
  thermalLabels: true,
  sheetFileId: true,
  sheetLabels: true,
  input: true,
  createdBy: true,
  createdAt: true,
  finishedAt: true,
} as const satisfies Prisma.DispatchRunSelect

export type StoredRun = Prisma.DispatchRunGetPayload<{ select: typeof runFields }>

export const inputOf = ({ input }: Pick<StoredRun, 'input'>) => input as RunInput
export const problemsOf = ({ problems }: Pick<StoredRun, 'problems'>) => problems as RunProblem[]

export const viewOf = (run: StoredRun): RunView => ({
  id: run.id,
  kind: run.kind,
  state: run.state,
  done: run.done,
  total: run.total,
  orders: inputOf(run).orderIds?.length ?? run.total,
  problems: problemsOf(run),
  hasFile: run.fileId !== null,
  thermalLabels: run.thermalLabels,
  sheetLabels: run.sheetLabels,
  refused: 0,
  latePickups: [],
  createdAt: run.createdAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
})

export const getRun = (db: Db, organizationId: string, id: string) =>
  db.dispatchRun.findUnique({ where: { organizationId_id: { organizationId, id } }, select: runFields })

/** No run is under way for longer. */
const UNDER_WAY_MS = 48 * 3_600_000

/** The runs under way, then the last ones that ended after `since`: as many as fit, the newest first. */
export async function listRuns(
  db: Db,
  organizationId: string,
  { since, size }: { since: Date; size: number },
): Promise<StoredRun[]> {
  const runs = await db.dispatchRun.findMany({
    where: {
      organizationId,
      createdAt: { gt: new Date(since.getTime() - UNDER_WAY_MS) },
      OR: [{ finishedAt: null }, { finishedAt: { gt: since } }],
    },
    select: runFields,
    orderBy: [{ finishedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    take: size,
  })
  return runs.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1))
}

/** Takes the run up where it was left; null when it has ended. */
export async function openRun(db: Db, { organizationId }: Scope, id: string): Promise<OpenRun | null> {
  const run = await getRun(db, organizationId, id)
  if (!run || run.state === 'done' || run.state === 'failed') return null
  await db.dispatchRun.update({
    where: { organizationId_id: { organizationId, id } },
    data: { state: 'running', ...(run.state === 'waiting' && { startedAt: new Date() }) },
    select: { id: true },
  })
  const { kind, done, createdBy } = run
  return { id, kind, input: inputOf(run), done, problems: problemsOf(run), createdBy }
}

/** Counts orders as worked off, once: `from` is how many were before. */
export async function advanceRun(
  db: Db,
  { organizationId }: Scope,
  id: string,
  { from, by, problems }: { from: number; by: number; problems: RunProblem[] },
): Promise<void> {
  await db.$executeRaw`
    UPDATE dispatch_run SET done = ${from + by}::int, problems = problems || ${JSON.stringify(problems)}::jsonb
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND done = ${from}::int`
}

/** The outcome of repeated orders, in place of their earlier one. */
export async function replaceProblems(
  db: Db,
  { organizationId }: Scope,
  id: string,
  problems: readonly RunProblem[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE dispatch_run SET problems = ${JSON.stringify(problems)}::jsonb
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND state = 'running'`
}

/** `fileId` is the labels' file, `thermal` that for a thermal printer, `sheet` that of A4 sheets; `problems` are added to those of the run. */
export async function endRun(
  db: Db,
  { organizationId }: Scope,
  id: string,
  {
    state,
    fileId = null,
    left,
    thermal,
    sheet,
    problems = [],
  }: {
    state: Extract<RunState, 'done' | 'failed'>
    fileId?: string | null
    left?: number
    thermal?: { fileId: string; count: number } | null
    sheet?: { fileId: string; count: number } | null
    problems?: RunProblem[]
  },
): Promise<void> {
  const counts = left === undefined ? {} : { left }
  await db.$executeRaw`
    UPDATE dispatch_run SET state = ${state}::"RunState", finished_at = now(), file_id = coalesce(${fileId}::uuid, file_id),
      thermal_file_id = coalesce(${thermal?.fileId ?? null}::uuid, thermal_file_id), thermal_labels = greatest(thermal_labels, ${thermal?.count ?? 0}::int),
      sheet_file_id = coalesce(${sheet?.fileId ?? null}::uuid, sheet_file_id), sheet_labels = greatest(sheet_labels, ${sheet?.count ?? 0}::int),
      input = input || ${JSON.stringify(counts)}::jsonb, problems = problems || ${JSON.stringify(problems)}::jsonb
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND state = 'running'`
}
