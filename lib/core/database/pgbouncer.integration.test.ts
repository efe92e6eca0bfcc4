import { Client } from 'pg'
import { withOrganization, writeOnce } from '../db'
import { env } from '../env'
import { newId } from '../ids'
import { enqueueJob } from '../queue/task'
import { closeLimits, limitCalls } from '../http/rate-limit'
import { hasBouncer, openBouncer } from '@/lib/testing/fakes/bouncer'
import { actionSamples } from '@/lib/testing/samples/action-samples'
import { inspect, throughUrl } from '@/lib/testing/harnesses/database'
import { listActions } from '@/lib/testing/harnesses/entries'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { plainSamples } from '@/lib/testing/samples/plain-samples'
import { onlyWhere } from '@/lib/testing/harnesses/left-out'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'

const withBouncer = onlyWhere(hasBouncer, 'PgBouncer is not installed here')

const samples = { ...actionSamples, ...plainSamples }
const areaOf = (name: string) => name.split('.')[0]
/** Each company takes its time: of every fifth area one action, in the full form of each, or with EVERY_ACTION=1 every one. */
const firsts = Object.keys(samples).filter(
  (name, at, names) => names.findIndex((other) => areaOf(other) === areaOf(name)) === at,
)
const walked = process.env.EVERY_ACTION ? Object.keys(samples) : firsts.filter((_, at) => isFullProfile || at % 5 === 0)

type Answer = { ok: boolean; error?: { code: string } }
let bouncer: Awaited<ReturnType<typeof openBouncer>>
let url: string
const direct = env().DATABASE_URL

describe('with PgBouncer in transaction mode before it, and two connections for all', withBouncer, () => {
  beforeAll(async () => {
    bouncer = await openBouncer(direct)
    url = bouncer.url
  })
  afterAll(async () => {
    await closeLimits()
    await bouncer.close()
  })

  const nameOf = ({ organizationId }: TestOrganization) =>
    withOrganization({ organizationId }, async (db) => {
      await db.$queryRaw`SELECT pg_sleep(0.01)::text`
      const seen = await db.organization.findMany({ select: { id: true } })
      return seen.map(({ id }) => id).join()
    })

  test('it is in the way, and what a session keeps is not kept', async () => {
    const [client, second, third] = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const connected = new Client({ connectionString: url })
        await connected.connect()
        return connected
      }),
    )
    const readPid = async () => (await client!.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    await client!.query('begin')
    const before = await readPid()
    await second!.query('begin')
    await client!.query('commit')
    // Takes what the first had, which is left with what the second gives back.
    await third!.query('begin')
    await second!.query('commit')
    expect(await readPid()).not.toBe(before)
    await Promise.all([client!.end(), second!.end(), third!.end()])
  })

  test('sixty callers of six companies at once each see their own company alone, and none is left to the next', async () => {
    const companies: TestOrganization[] = []
    for (let n = 0; n < 6; n += 1) companies.push(await createTestOrganization())
    await throughUrl(url, async () => {
      const calls = Array.from({ length: 60 }, (_, n) => companies[n % companies.length]!)
      expect(await Promise.all(calls.map(nameOf))).toEqual(calls.map(({ organizationId }) => organizationId))
    })
    const client = new Client({ connectionString: url })
    await client.connect()
    for (let n = 0; n < 4; n += 1) expect((await client.query('select 1 from organization')).rowCount).toBe(0)
    await client.end()
  })

  test('writes, jobs, idempotency keys and locks work as they do without it', async () => {
    const { organizationId, owner } = await createTestOrganization()
    await throughUrl(url, async () => {
      const request = { route: 'test', key: organizationId, bodyHash: Buffer.alloc(32) }
      const write = () =>
        writeOnce({ ...owner, request }, async (db) => {
          await db.$executeRaw`SELECT pg_advisory_xact_lock(1, 2)`
          await enqueueJob(db, 'export-list', { exportId: organizationId })
          return newId()
        })
      const answers = await Promise.all(Array.from({ length: 8 }, write))
      expect(new Set(answers).size).toBe(1)
    })
  })

  test('an action of an area ends as it does without it, from the session to the trail, while others use the two connections', async () => {
    const actions = await listActions()
    const others: TestOrganization[] = []
    for (let n = 0; n < 3; n += 1) others.push(await createTestOrganization())

    /** Signed in as each company's owner, as the browser sends it; what came of it, and what the trail tells. */
    async function perform(name: string) {
      const { run, entry } = actions.find((action) => action.entry!.name === name)!
      const company = await createTestOrganization()
      const input = await samples[name]!(company)
      return async () => {
        await signInAs(company.owner)
        const answer = (await (entry!.right === null ? run(input) : run(envelope(company), input))) as Answer
        const events = await inspect<{ event: string }>(
          company.organizationId,
          'SELECT event FROM audit_event WHERE organization_id = current_organization() ORDER BY position, event',
        )
        return { name, ok: answer.ok, code: answer.error?.code, events: events.map(({ event }) => event).toSorted() }
      }
    }
    for (const name of walked) {
      const [without, through] = [await perform(name), await perform(name)]
      const expected = await without()
      await throughUrl(url, async () => {
        const seen = Promise.all(others.map(nameOf))
        expect(await through()).toEqual(expected)
        expect(await seen).toEqual(others.map(({ organizationId }) => organizationId))
      })
    }
  }, 300_000)

  test('limits are counted: their statements are not prepared for a connection that the next one does not get', async () => {
    await closeLimits()
    env().DATABASE_URL = url
    try {
      const limit = { name: 'bouncer', points: 30, seconds: 60 }
      const calls = await Promise.allSettled(Array.from({ length: 40 }, () => limitCalls(limit, 'one')))
      const problems = calls.flatMap((call) => (call.status === 'rejected' ? [(call.reason as Error).message] : []))
      expect([problems.length, new Set(problems).size]).toEqual([10, 1])
      expect(problems[0]).toContain('tooManyRequests')
    } finally {
      env().DATABASE_URL = direct
    }
  })
})
