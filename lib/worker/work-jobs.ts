import 'server-only'
import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { makeWorkerUtils, run, type Runner, type TaskList, type WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { isUnreachable } from '@/lib/core/database/database-errors'
import { openPool } from '@/lib/core/database/database-reach'
import { logger } from '@/lib/core/logging/logger'
import { finishWithinMs as endingWithinMs } from '@/lib/core/process/stopping'
import { shareOfPerson } from './share-of-person'
import { spreadRetries } from './spread-retries'

// Beside those of the jobs in progress: one that listens for each lane, and the one that holds this worker's life.
const MORE_CONNECTIONS = 5
// Locked under each worker's name as long as it lives: a free lock means that the worker's jobs have no owner.
const LIFE = 7_261_120
const SWEEP_MS = 5000
// Rather another process than the same job twice in this one.
const OUTLIVES_DATABASE_MS = 60_000
const LOOK_EVERY_MS = 10
const WRITTEN_WITHIN_MS = 2000

/** Tasks that share some places: what waits in one lane never waits for another's. */
export type Lane = {
  taskList: TaskList
  /** Jobs at once, shared out by shareOfPerson. */
  places: number
}

type Jobs = {
  connectionString: string
  lanes: readonly Lane[]
  crontab: string
  /** Runs beside the jobs, until the signal. */
  runMaintenance: (ending: AbortSignal) => Promise<void>
  /** How often it looks for what dead workers had taken, in milliseconds. */
  sweepMs?: number
  finishWithinMs?: number
}

/** The names under which this process holds jobs, or held them when it lost its database. */
let names: string[] = []
let lose: ((reason?: unknown) => void) | undefined

/** The library reports a job's end without waiting for it: a failure of that report reaches no other handler. */
process.on('unhandledRejection', (error) => {
  if (!lose || !isUnreachable(error)) throw error
  lose(error)
})

/**
 * Works jobs off until `stopping`, or until the database is lost. When stopping, jobs in progress have `finishWithinMs`
 * to their end; the others are handed back and started again by another worker.
 */
export async function workJobs({ connectionString, ...jobs }: Jobs, stopping: AbortSignal): Promise<void> {
  const places = jobs.lanes.reduce((sum, lane) => sum + lane.places, 0)
  const pool = openPool(connectionString, places + MORE_CONNECTIONS)
  try {
    const utils = await makeWorkerUtils({ pgPool: pool })
    await utils.migrate()
    await utils.release()
    const life = await openLife(pool)
    await workUntil(stopping, pool, life, jobs)
    life.release(true)
  } finally {
    lose = undefined
    void pool.end().catch(() => undefined)
  }
}

async function openLife(pool: pg.Pool): Promise<pg.PoolClient> {
  const life = await pool.connect()
  // A machine that vanished keeps its jobs no longer than these say.
  await life.query('SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3')
  if (names.length > 0) await life.query('SELECT graphile_worker.force_unlock_workers($1)', [names])
  names = []
  await handBackOfDead(life)
  return life
}

async function workUntil(
  stopping: AbortSignal,
  pool: pg.Pool,
  life: pg.PoolClient,
  jobs: Omit<Jobs, 'connectionString'>,
) {
  const lost = new AbortController()
  lose = (reason) => lost.abort(reason)
  life.on('error', lose).on('end', lose)
  const { runMaintenance, sweepMs = SWEEP_MS, finishWithinMs = endingWithinMs, lanes, crontab } = jobs
  const runners: Runner[] = []
  for (const lane of lanes) runners.push(await startLane(lane, crontab, pool, life))
  logger().info({ tasks: lanes.map(({ taskList }) => Object.keys(taskList)) }, 'worker ready')
  const ending = AbortSignal.any([stopping, lost.signal])
  const kept = Promise.all([runMaintenance(ending), sweep(life, sweepMs, ending)])
  // Not once the house is kept, which may take long: until then jobs would be begun.
  const stopRequest = ending.aborted ? undefined : once(ending, 'abort')
  await Promise.race([stopRequest, kept, ...runners.map(({ promise }) => promise.catch(nothing))])
  lost.abort()
  const finished = Promise.all([kept, ...runners.map((runner) => runner.stop().catch(nothing))])
    .then(() => untilWritten(life))
    .catch(nothing)
  const isLost = !stopping.aborted
  if (await endsWithin(finished, isLost ? OUTLIVES_DATABASE_MS : finishWithinMs)) return
  if (isLost) throw new Error('A job outlived its database.')
  await life.query('SELECT graphile_worker.force_unlock_workers($1)', [names]).catch(nothing)
  // Handed-back jobs may start at once: none of them goes on here.
  process.exit(0)
}

async function startLane(
  { taskList, places }: Lane,
  crontab: string,
  pool: pg.Pool,
  life: pg.PoolClient,
): Promise<Runner> {
  const events = new EventEmitter()
  const born = new Promise((done, fail) =>
    events.once('pool:create', ({ workerPool: { id } }: { workerPool: WorkerPool }) => {
      names.push(id)
      life.query('SELECT pg_advisory_lock($1, hashtext($2))', [LIFE, id]).then(done, fail)
    }),
  )
  born.catch((error: unknown) => lose?.(error))
  return run({
    taskList: spreadRetries(taskList),
    crontab: crontab
      .split('\n')
      .filter((line) => line.split(' ')[5]! in taskList)
      .join('\n'),
    pgPool: pool,
    events,
    forbiddenFlags: shareOfPerson(events, places),
    concurrency: places,
    noHandleSignals: true,
    pollInterval: 1000,
    // None of the workers takes a job before their life shows.
    preset: { plugins: [{ name: 'life', version: '1', worker: { hooks: { startWorker: () => born.then(nothing) } } }] },
  })
}

async function sweep(life: pg.PoolClient, everyMs: number, signal: AbortSignal) {
  while (!signal.aborted) {
    await wait(everyMs, undefined, { signal }).catch(nothing)
    if (!signal.aborted) await handBackOfDead(life).catch((error: unknown) => lose?.(error))
  }
}

/** A worker that was killed leaves its jobs locked for hours: this hands back all that is locked under a name without a life. */
async function handBackOfDead(life: pg.PoolClient) {
  await life.query(
    `WITH dead AS MATERIALIZED (
      SELECT id FROM (
        SELECT locked_by AS id FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL
        UNION SELECT locked_by FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL
      ) taken
      WHERE id <> ALL ($2) AND pg_try_advisory_xact_lock($1, hashtext(id))
    ) SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM dead HAVING count(*) > 0`,
    [LIFE, names],
  )
}

/** That a job was done is written without anybody waiting for it: left unwritten it would be done again. */
async function untilWritten(life: pg.PoolClient) {
  for (const until = performance.now() + WRITTEN_WITHIN_MS; performance.now() < until; await wait(LOOK_EVERY_MS)) {
    const { rowCount } = await life.query('SELECT FROM graphile_worker._private_jobs WHERE locked_by = ANY ($1)', [
      names,
    ])
    if (rowCount === 0) return
  }
}

const nothing = () => undefined

const endsWithin = (finished: Promise<unknown>, ms: number) =>
  Promise.race([finished.then(() => true), wait(ms, false, { ref: false })])
