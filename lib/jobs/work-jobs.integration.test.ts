import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { workerUrl } from '../testing/database'
import { workJobs } from './work-jobs'

const keepHouse = async (ending: AbortSignal) => void (ending.aborted || (await once(ending, 'abort')))

const until = async (isSo: () => boolean) => {
  for (let looks = 0; looks < 1000 && !isSo(); looks += 1) await wait(20)
}

/** With two sessions of the worker's role and the jobs `done` by the worker that is under test. */
async function besideWorker(
  run: (given: { other: pg.Client; done: string[]; stop: () => Promise<void> }) => Promise<void>,
  task: () => Promise<void> = async () => undefined,
) {
  const other = new pg.Client({ connectionString: workerUrl() })
  await other.connect()
  const stopping = new AbortController()
  const done: string[] = []
  const probe = async (payload: unknown) => {
    await task()
    done.push((payload as { name: string }).name)
  }
  const worked = workJobs(
    { connectionString: workerUrl(), taskList: { probe }, crontab: '', keepHouse },
    stopping.signal,
  )
  const stop = () => {
    stopping.abort()
    return worked
  }
  try {
    await add(other, 'first')
    await Promise.race([worked, until(() => done.length > 0)])
    await run({ other, done, stop })
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

test('what a killed worker had taken is handed back by one that lives, what a living one has taken is left', () =>
  besideWorker(async ({ other, done }) => {
    await other.query(`SELECT pg_advisory_lock(7261120, hashtext('pool-living'))`)
    await addTaken(other, 'of a living one', 'pool-living')
    await addTaken(other, 'of a dead one', 'pool-dead')
    await until(() => done.length >= 2)
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
