import { once } from 'node:events'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { enqueueInTurn, enqueueJob } from '@/lib/core/queue/task'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { inspect, withOwner, workerUrl } from '@/lib/testing/harnesses/database'
import { lanesOf, SHORT_TASKS } from './lanes'
import { tasks } from './task-list'
import { workJobs } from './work-jobs'

const clear = () => withOwner((owner) => owner.query('DELETE FROM graphile_worker._private_jobs')).then(() => undefined)
beforeEach(clear)
afterEach(clear)

const BEGUN_WITHIN_MS = 30_000

type Begun = { task: string; organizationId: string }

/** The product's lanes with every task replaced by one that says that it begins and waits, until `work` is done with it. */
async function atWork(
  work: (begun: (ready: (all: Begun[]) => boolean) => Promise<Begun[]>) => Promise<void>,
  held: (one: Begun) => boolean | Promise<void>,
) {
  const all: Begun[] = []
  let look = () => {}
  let free = () => {}
  const freed = new Promise<void>((done) => (free = done))
  const names = [...Object.keys(tasks), 'send-mail']
  const taskList = Object.fromEntries(
    names.map((task) => [
      task,
      async (payload: unknown) => {
        const one = { task, organizationId: (payload as Begun).organizationId }
        all.push(one)
        look()
        const until = held(one)
        if (until === true) await freed
        else await until
      },
    ]),
  )
  const stopping = new AbortController()
  const runMaintenance = async (ending: AbortSignal) => void (ending.aborted || (await once(ending, 'abort')))
  const jobs = { connectionString: workerUrl(), lanes: lanesOf(taskList), crontab: '', runMaintenance }
  const worked = workJobs(jobs, stopping.signal)
  const begun = (ready: (all: Begun[]) => boolean) =>
    new Promise<Begun[]>((done, fail) => {
      // Ends the workers too, which a test's own time limit would leave at work.
      const late = setTimeout(() => fail(new Error('they did not begin')), BEGUN_WITHIN_MS)
      look = () => {
        if (!ready(all)) return
        clearTimeout(late)
        done([...all])
      }
      look()
    })
  try {
    await work(begun)
  } finally {
    free()
    stopping.abort()
    await worked
  }
}

/** Another company of the same person. */
const alsoOwnedBy = async ({ owner }: TestOrganization): Promise<TestOrganization> => {
  const company = await createTestOrganization()
  const update = `UPDATE membership SET user_id = $1 WHERE role = 'owner' RETURNING user_id`
  expect(await inspect(company.organizationId, update, [owner.userId])).toHaveLength(1)
  return company
}

const companiesOfOne = async () => {
  const companies = [await createTestOrganization()]
  while (companies.length < 6) companies.push(await alsoOwnedBy(companies[0]!))
  return companies
}

const addLong = ({ organizationId }: TestOrganization, task: string) =>
  withOrganization({ organizationId }, (db) =>
    enqueueInTurn(db, task, {}, { key: newId(), queue: `${task}:${organizationId}` }),
  )

test('emails, webhooks, labels and the platform’s events begin while imports, exports, histories and health runs of many people fill their places', async () => {
  const companies = await Promise.all(Array.from({ length: 4 }, () => createTestOrganization()))
  const long = ['import-check', 'export-list', 'sync-history', 'health-run']
  for (const company of companies) for (const task of long) await addLong(company, task)
  const short = ['send-mail', 'deliver-webhooks', 'dispatch-labels', 'work-webhook-events']
  await atWork(
    async (begun) => {
      await begun((all) => all.length === 5)
      for (const task of short) await addLong(companies[0]!, task)
      const all = await begun((some) => short.every((task) => some.some((one) => one.task === task)))
      expect(all.filter(({ task }) => long.includes(task))).toHaveLength(5)
    },
    ({ task }) => long.includes(task),
  )
})

test('a person with many companies has one person’s share of the places, and another’s job begins beside them', async () => {
  const greedy = await companiesOfOne()
  const other = await createTestOrganization()
  for (const company of greedy) await addLong(company, 'import-check')
  const ids = new Set(greedy.map(({ organizationId }) => organizationId))
  await atWork(
    async (begun) => {
      await begun((all) => all.length === 3)
      await withOrganization(other, (db) => enqueueJob(db, 'import-check', {}))
      const all = await begun((some) => some.some(({ organizationId }) => organizationId === other.organizationId))
      expect(all.filter(({ organizationId }) => ids.has(organizationId))).toHaveLength(3)
    },
    () => true,
  )
})

test('two people with many companies leave a place to a third, and a place that gets free goes to who has none', async () => {
  const greedy = [await companiesOfOne(), await companiesOfOne()]
  for (const company of greedy.flat()) await addLong(company, 'import-check')
  const [third, fourth] = [await createTestOrganization(), await createTestOrganization()]
  const isOf = (company: TestOrganization) => (one: Begun) => one.organizationId === company.organizationId
  let freeThird = () => {}
  const thirdFreed = new Promise<void>((done) => (freeThird = done))
  await atWork(
    async (begun) => {
      await begun((all) => all.length === 4)
      await withOrganization(third, (db) => enqueueJob(db, 'import-check', {}))
      await begun((all) => all.some(isOf(third)))
      await withOrganization(fourth, (db) => enqueueJob(db, 'import-check', {}))
      freeThird()
      const all = await begun((some) => some.some(isOf(fourth)))
      expect(all).toHaveLength(6)
    },
    (one) => (isOf(third)(one) ? thirdFreed : true),
  )
})

test('every short task is one that there is', () => {
  const timed = ['fetch-lost-webhook-events', 'tell-alarms', 'schedule-syncs', 'schedule-reconcile']
  expect(SHORT_TASKS.filter((name) => !(name in tasks) && !timed.includes(name))).toEqual([])
})
