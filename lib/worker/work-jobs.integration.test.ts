import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { workerUrl } from '@/lib/testing/harnesses/database'
import { workJobs } from './work-jobs'

const runMaintenance = async (ending: AbortSignal) => void (ending.aborted || (await once(ending, 'abort')))

const until = async (isSo: () => boolean) => {
  for (let looks = 0; looks < 1000 && !isSo(); looks += 1) await wait(20)
}

/** With two sessions of the worker's role and the jobs `done` by the worker that is under test. */
async function besideWorker(
  run: (given: {
    other: pg.Client
    done: string[]
    stop: () => Promise<void>
    /** Once the database was lost, in the same process. */
    beginAgain: () => Promise<void>
  }) => Promise<void>,
  task: (name: string) => Promise<void> = async () => undefined,
  keep: (ending: AbortSignal) => Promise<void> = runMaintenance,
  times: { finishWithinMs?: number } = {},
) {
  const other = new pg.Client({ connectionString: workerUrl() })
  await other.connect()
  const stopping = new AbortController()
  const done: string[] = []
  const probe = async (payload: unknown) => {
    const { name } = payload as { name: string }
    await task(name)
    done.push(name)
  }
  const begin = () =>
    workJobs(
      {
        connectionString: workerUrl(),
        lanes: [{ taskList: { probe }, places: 6 }],
        crontab: '',
        runMaintenance: keep,
        sweepMs: 200,
        ...times,
      },
      stopping.signal,
    )
  let worked = begin()
  const beginAgain = async () => {
    await worked
    worked = begin()
  }
  const stop = () => {
    stopping.abort()
    return worked
  }
  try {
    await add(other, 'first')
    await Promise.race([worked, until(() => done.length > 0)])
    await run({ other, done, stop, beginAgain })
  } finally {
    await stop()
    await other.query('DELETE FROM graphile_worker._private_jobs')
    await other.end()
  }
}

const add = (client: pg.Client, name: string) =>
  client.query(`SELECT graphile_worker.add_job('probe', json_build_object('name', $1::text))`, [name])

/** As of a worker that took it and was killed, or still lives. */
async function addTaken(client: pg.Client, name: string, by: string) {
  await client.query('BEGIN')
  await add(client, name)
  await client.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = $2, locked_at = now(), attempts = 1 WHERE payload ->> 'name' = $1`,
    [name, by],
  )
  await client.query('COMMIT')
}

test('jobs taken by a killed worker are handed back by a living one, and a living one’s jobs are left', () =>
  besideWorker(async ({ other, done }) => {
    await other.query(`SELECT pg_advisory_lock(7261120, hashtext('pool-living'))`)
    await addTaken(other, 'of a living one', 'pool-living')
    await addTaken(other, 'of a dead one', 'pool-dead')
    await until(() => done.length >= 2)
    // As long as two looks more.
    await wait(400)
    expect(done).toEqual(['first', 'of a dead one'])
    await other.query(`SELECT pg_advisory_unlock_all()`)
    await until(() => done.length >= 3)
    expect(done).toEqual(['first', 'of a dead one', 'of a living one'])
  }))

test('a worker that is asked to end finishes the job in progress and begins no other', async () => {
  let goOn = () => {}
  let isHeld = false
  const held = new Promise<void>((free) => (goOn = free))
  await besideWorker(
    async ({ other, done, stop }) => {
      isHeld = true
      await add(other, 'in progress')
      // By then no other lane of the worker asks for a job any more.
      await wait(1500)
      const stopped = stop()
      await add(other, 'too late')
      goOn()
      await stopped
      expect(done).toEqual(['first', 'in progress'])
      const { rows } = await other.query(
        `SELECT payload ->> 'name' AS name, locked_by FROM graphile_worker._private_jobs`,
      )
      expect(rows).toEqual([{ name: 'too late', locked_by: null }])
    },
    async () => void (isHeld && (await held)),
  )
})

test('a worker that is asked to end begins no job while it still keeps house', async () => {
  let goOn = () => {}
  const isKept = new Promise<void>((free) => (goOn = free))
  await besideWorker(
    async ({ other, done, stop }) => {
      // By then no job is requested any more.
      await wait(1500)
      const stopped = stop()
      await add(other, 'too late')
      await wait(1500)
      goOn()
      await stopped
      expect(done).toEqual(['first'])
    },
    undefined,
    (ending) => runMaintenance(ending).then(() => isKept),
  )
})

test('a worker that is asked to end waits until it is written that the job in progress was done', async () => {
  let goOn = () => {}
  let [isHeld, isBegun] = [false, false]
  const held = new Promise<void>((free) => (goOn = free))
  await besideWorker(
    async ({ other, done, stop }) => {
      isHeld = true
      await add(other, 'in progress')
      await until(() => isBegun)
      await other.query('BEGIN')
      await other.query('SELECT FROM graphile_worker._private_jobs FOR UPDATE')
      const order: string[] = []
      const stopped = stop().then(() => order.push('ended'))
      goOn()
      await until(() => done.includes('in progress'))
      await wait(500)
      order.push('written')
      await other.query('COMMIT')
      await stopped
      expect(order).toEqual(['written', 'ended'])
      expect((await other.query('SELECT FROM graphile_worker._private_jobs')).rowCount).toBe(0)
    },
    async () => {
      isBegun = isHeld
      if (isHeld) await held
    },
  )
})

test('a worker that lost its database takes up its own jobs, though the database still takes it for alive', async () => {
  let goOn = () => {}
  const held = new Promise<void>((free) => (goOn = free))
  let isBegun = false
  await besideWorker(
    async ({ other, done, beginAgain }) => {
      await add(other, 'in progress')
      await until(() => isBegun)
      const { rows } = await other.query<{ locked_by: string }>(
        `SELECT locked_by FROM graphile_worker._private_jobs WHERE payload ->> 'name' = 'in progress'`,
      )
      const former = rows[0]!.locked_by
      await other.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7261120
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      )
      await other.query('SELECT pg_advisory_lock(7261120, hashtext($1))', [former])
      await addTaken(other, 'not written', former)
      goOn()
      await beginAgain()
      await until(() => done.includes('not written'))
      expect(done).toEqual(['first', 'in progress', 'not written'])
    },
    async (name) => {
      if (name !== 'in progress') return
      isBegun = true
      await held
    },
  )
})

test('a job that is not done in time after a stop signal is handed back, and started at once by another worker', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never)
  let [isHeld, isBegun] = [false, false]
  await besideWorker(
    async ({ other, stop }) => {
      isHeld = true
      await add(other, 'endless')
      await until(() => isBegun)
      await stop()
      expect(exit).toHaveBeenCalledWith(0)
      const { rows } = await other.query(
        `SELECT payload ->> 'name' AS name, locked_by, is_available AND run_at <= now() AS free, attempts FROM graphile_worker._private_jobs`,
      )
      expect(rows).toEqual([{ name: 'endless', locked_by: null, free: true, attempts: 1 }])
    },
    () => {
      isBegun = isHeld
      return isHeld ? new Promise(() => undefined) : Promise.resolve()
    },
    runMaintenance,
    { finishWithinMs: 300 },
  )
  exit.mockRestore()
}, 30_000)

test('a worker that hands back dead workers’ jobs keeps those it has in progress itself', async () => {
  let goOn = () => {}
  const held = new Promise<void>((free) => (goOn = free))
  const begun: string[] = []
  await besideWorker(
    async ({ other, done }) => {
      await add(other, 'long')
      await until(() => begun.includes('long'))
      await addTaken(other, 'of a dead one', 'pool-dead')
      await until(() => done.includes('of a dead one'))
      const { rows } = await other.query(
        `SELECT locked_by IS NOT NULL AS taken FROM graphile_worker._private_jobs WHERE payload ->> 'name' = 'long'`,
      )
      expect(rows).toEqual([{ taken: true }])
      goOn()
      await until(() => done.length >= 3)
      expect(begun.filter((name) => name === 'long')).toHaveLength(1)
    },
    async (name) => {
      begun.push(name)
      if (name === 'long') await held
    },
  )
})

const ATTEMPTS = 9
const WAIT_SECONDS = Math.exp(10)

test('jobs that failed together do not start again together: each waits as long as the library lets it, and up to half more', () => {
  const failed = new Set<string>()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  return besideWorker(
    async ({ other }) => {
      const names = Array.from({ length: 20 }, (_, n) => `failing ${n}`)
      const since = Date.now()
      await other.query('BEGIN')
      for (const name of names) await add(other, name)
      await other.query(
        `UPDATE graphile_worker._private_jobs SET attempts = $1 WHERE payload ->> 'name' LIKE 'failing%'`,
        [ATTEMPTS],
      )
      await other.query('COMMIT')
      await until(() => failed.size === names.length)
      const read = () =>
        other.query<{ seconds: number }>(
          `SELECT extract(epoch FROM run_at)::float8 - $1 / 1000.0::float8 AS seconds FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL ORDER BY 1`,
          [since],
        )
      while ((await read()).rows.length < names.length) await wait(20)
      const waits = (await read()).rows.map(({ seconds }) => seconds)
      const took = (Date.now() - since) / 1000
      expect(waits[0]).toBeGreaterThanOrEqual(WAIT_SECONDS - 1)
      expect(waits.at(-1)).toBeLessThanOrEqual(1.5 * WAIT_SECONDS + took)
      // All of twenty within a twentieth of the share: once in 10^24 runs.
      expect(waits.at(-1)! - waits[0]!).toBeGreaterThan(0.025 * WAIT_SECONDS + took)
    },
    async (name) => {
      if (!name.startsWith('failing')) return
      failed.add(name)
      throw new Error('not now')
    },
  )
})
