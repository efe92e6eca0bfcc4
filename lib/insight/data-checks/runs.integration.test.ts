import { callGlobal, withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { tasks } from '@/lib/worker/task-list'
import { checkEveryCompanyTask } from '@/lib/worker/tasks/health-checks'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { doneRun } from '@/lib/testing/samples/health-samples'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { repairHealthAction, runHealthAction } from './actions'
import type { Find, HealthCheck } from './contract'
import { failRepair, performRepair } from './perform-repair'
import { runCheck, clockOf } from './run-check'
import { performRun } from './perform-run'
import { healthChecks } from './registry'
import { checkNames } from './schema'
import { getAuditHealthFor } from './views'

let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
})

const viewer = (role: 'owner' | 'manager' = 'owner') => ({
  organizationId: company.organizationId,
  role,
  timeZone: 'America/Sao_Paulo',
  legalEntityIds: null,
})
const view = (query = {}) => getAuditHealthFor(viewer(), query)
const runHealthCheck = async () => {
  const result = await runHealthAction(envelope(company), {})
  if (!result.ok) throw new Error(result.error)
  return result.data
}
const perform = (runId: string, checks = healthChecks) =>
  asWorker(() => performRun(company.organizationId, runId, checks))
const work = (task: string, payload: object) =>
  asWorker(() =>
    tasks[task]!({ ...payload, organizationId: company.organizationId }, { job: { attempts: 1 } } as Parameters<
      (typeof tasks)[string]
    >[1]),
  )
const rows = <T extends Record<string, unknown>>(sql: string) => inspect<T>(company.organizationId, sql)
const auditLog = async () =>
  (await rows<{ event: string }>(`select event from audit_event where subject_kind = 'healthRun' order by at, id`)).map(
    ({ event }) => event,
  )

const made = (name: (typeof checkNames)[number], find: Find): HealthCheck => ({
  name,
  severity: 'critical',
  right: 'sales.read',
  find,
})

test('a check that fails is unknown: the others are asked all the same, and it does not count as healthy', async () => {
  const { id } = await runHealthCheck()
  const broken = made('stockLevels', (db) => db.$queryRaw`SELECT 1 / 0`)
  await perform(id, [broken, ...healthChecks.slice(1)])
  const { findings, healthy, latest } = await view()
  expect(findings.find(({ check }) => check === 'stockLevels')).toMatchObject({ outcome: 'unknown', count: 0 })
  expect([...findings.map(({ check }) => check), ...healthy].toSorted()).toEqual([...checkNames].toSorted())
  // The owner has no second step either: five and five of what all weigh are missing.
  expect(latest!.score).toBeLessThan(100)
  await runHealthCheck()
  expect((await rows(`select 1 from health_run where state = 'queued'`)).length).toBe(1)
})

test('a trail that was not read to its end yet is unknown, and says how far it was read', async () => {
  const read = { verified: 5, chained: 9, wholeSince: null }
  for (const [wholeSince, outcome] of [
    [null, 'unknown'],
    ['2026-11-20T03:00:00.000Z', 'healthy'],
  ] as const) {
    const { id } = await runHealthCheck()
    await perform(id, [made('trailBroken', async () => ({ count: 0, rows: [], read: { ...read, wholeSince } }))])
    const { findings, healthy, auditLog } = await view()
    expect([findings.map(({ check }) => check), healthy]).toEqual(
      outcome === 'unknown' ? [['trailBroken'], []] : [[], ['trailBroken']],
    )
    expect(auditLog).toEqual({ ...read, wholeSince, at: expect.any(Date) })
  }
  const { id } = await runHealthCheck()
  await perform(id)
  expect((await view()).auditLog).toMatchObject({ verified: 0, chained: 0, wholeSince: expect.any(String) })
})

test('one run at a time, for all callers; writes of a run inside a check are rolled back', async () => {
  const first = await runHealthCheck()
  expect(first.started).toBe(true)
  expect(await runHealthCheck()).toEqual({ id: first.id, started: false })
  const writing = made('stockLevels', async (db, organizationId) => {
    await db.$executeRaw`UPDATE organization SET name = 'Changed' WHERE organization_id = ${organizationId}::uuid`
    return { count: 0, rows: [] }
  })
  await perform(first.id, [writing])
  expect(await rows(`select 1 from organization where name = 'Changed'`)).toEqual([])
  expect(await auditLog()).toEqual(['healthRun.requested'])
})

test('a run whose worker was lost goes on where it was', async () => {
  const { id } = await runHealthCheck()
  const requests: string[] = []
  const counting = (name: (typeof checkNames)[number]) =>
    made(name, async () => {
      requests.push(name)
      return { count: 0, rows: [] }
    })
  await perform(id, [counting('stockLevels')])
  await changeAsOwner(company.organizationId, `update health_run set state = 'running', score = null, ended_at = null`)
  await perform(id, [counting('stockLevels'), counting('stockLedger')])
  expect(requests).toEqual(['stockLevels', 'stockLedger'])
  expect(await rows(`select done, state from health_run`)).toEqual([{ done: 2, state: 'done' }])
})

test('an abandoned run ends, and the next one begins', async () => {
  const { id } = await runHealthCheck()
  await changeAsOwner(company.organizationId, `update health_run set moved_at = now() - interval '16 minutes'`)
  const next = await runHealthCheck()
  expect(next).toEqual({ id: expect.not.stringMatching(id), started: true })
  await perform(id)
  expect(await rows(`select state from health_run where id = '${id}'`)).toEqual([{ state: 'failed' }])
})

test('a role that may only run does not repair, and sees no row that only another role may see', async () => {
  const { id } = await runHealthCheck()
  await perform(id)
  const seen = await view({ check: 'leadersWithoutSecondStep' })
  expect(seen.findings.find(({ check }) => check === 'leadersWithoutSecondStep')!.rows).toEqual([
    expect.objectContaining({ ref: company.owner.userId, label: expect.stringContaining('Pessoa') }),
  ])
  const asManager = await getAuditHealthFor(viewer('manager'), { check: 'leadersWithoutSecondStep' })
  expect(asManager.findings.find(({ check }) => check === 'leadersWithoutSecondStep')).toMatchObject({
    count: 1,
    isVisible: false,
    rows: null,
    href: null,
  })
  const [runId, manager] = [await doneRun(company), await addMember(company, 'manager')]
  await signInAs(manager)
  expect(await repairHealthAction(envelope(company), { runId, check: 'stockLevels' })).toMatchObject({
    error: 'permissionDenied',
  })
  expect(await runHealthAction(envelope(company), {})).toMatchObject({ ok: true })
})

test('a repair is asked for once, done in the worker, checked again and in the trail', async () => {
  const product = await addStockedProduct(company, { sku: newId(), priceCents: 1_000n, onHand: 10, cost: '4' })
  await changeAsOwner(company.organizationId, `update stock_level set on_hand = 12 where product_id = $1`, [product])
  const { id } = await runHealthCheck()
  await perform(id)
  const before = (await view({ check: 'stockLevels' })).latest!.score
  const input = { runId: id, check: 'stockLevels' as const }
  expect(await repairHealthAction(envelope(company), input)).toMatchObject({ ok: true })
  expect(await repairHealthAction(envelope(company), input)).toMatchObject({ ok: true })
  const queued = await rows<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'health-repair' and payload->>'organizationId' = current_organization()::text`,
  )
  expect(queued).toHaveLength(1)
  await work('health-repair', queued[0]!.payload)
  expect(await rows(`select on_hand::int from stock_level where product_id = '${product}'`)).toEqual([{ on_hand: 10 }])
  const after = await view()
  expect(after.healthy).toContain('stockLevels')
  expect(after.latest!.score).toBeGreaterThan(before)
  expect(await auditLog()).toEqual(['healthRun.requested', 'healthRun.repairRequested', 'healthRun.repaired'])
  expect(await repairHealthAction(envelope(company), input)).toMatchObject({ error: 'notFound' })
})

test.each([
  ['was given a role that may only run', `UPDATE membership SET role = 'manager' WHERE user_id = $1`],
  ['left the company', 'DELETE FROM membership WHERE user_id = $1'],
])('a repair is not done where who asked for it %s before the worker came to it', async (_, change) => {
  const admin = await addMember(company, 'admin')
  const product = await addStockedProduct(company, { sku: newId(), priceCents: 1_000n, onHand: 10, cost: '4' })
  await changeAsOwner(company.organizationId, `update stock_level set on_hand = 12 where product_id = $1`, [product])
  const { id: runId } = await runHealthCheck()
  await perform(runId)
  await signInAs(admin)
  expect(await repairHealthAction(envelope(company), { runId, check: 'stockLevels' })).toMatchObject({ ok: true })
  await changeAsOwner(company.organizationId, change, [admin.userId])
  await work('health-repair', { runId, check: 'stockLevels', userId: admin.userId })
  expect(await rows('select on_hand::int from stock_level')).toEqual([{ on_hand: 12 }])
  expect(await rows(`select repair from health_finding where "check" = 'stockLevels'`)).toEqual([{ repair: 'failed' }])
  expect((await auditLog()).slice(1)).toEqual(['healthRun.repairRequested', 'healthRun.repairFailed'])
})

test('a repair’s change and its entry are stored together, wherever it is interrupted', async () => {
  const product = await addStockedProduct(company, { sku: newId(), priceCents: 1_000n, onHand: 10, cost: '4' })
  await changeAsOwner(company.organizationId, `update stock_level set on_hand = 12 where product_id = $1`, [product])
  const { id } = await runHealthCheck()
  await perform(id)
  const actor = systemActor(company.organizationId, company.owner.userId)
  const repair = () => asWorker(() => performRepair(actor, id, 'stockLevels'))
  const onHand = async () => (await rows<{ n: number }>(`select on_hand::int as n from stock_level`))[0]!.n
  const fault = async (table: string, sound: string, run: () => Promise<unknown>) => {
    await withOwner((owner) => owner.query(`ALTER TABLE ${table} ADD CONSTRAINT fault CHECK (${sound}) NOT VALID`))
    await expect(run()).rejects.toThrow()
    await withOwner((owner) => owner.query(`ALTER TABLE ${table} DROP CONSTRAINT fault`))
  }
  await fault('audit_event', `event <> 'healthRun.repaired'`, repair)
  expect([await onHand(), await auditLog()]).toEqual([12, ['healthRun.requested']])
  await fault('health_finding', `repair IS DISTINCT FROM 'done'`, repair)
  expect([await onHand(), await auditLog()]).toEqual([10, ['healthRun.requested', 'healthRun.repaired']])
  await repair()
  await asWorker(() => failRepair(actor, id, 'stockLevels'))
  expect(await rows(`select event, after from audit_event where event like 'healthRun.repair%' order by id`)).toEqual([
    { event: 'healthRun.repaired', after: { check: 'stockLevels', repaired: 1 } },
    { event: 'healthRun.repairFailed', after: { check: 'stockLevels' } },
  ])
})

test('while the trail is verified no other transaction is held open', async () => {
  const { findAlone, find } = healthChecks.find(({ name }) => name === 'trailBroken')!
  expect([typeof findAlone, find]).toEqual(['function', undefined])
  const held = await runCheck(
    {
      name: 'trailBroken',
      severity: 'critical',
      right: 'integration.manage',
      findAlone: async () => {
        const { rows: open } = await withOwner((owner) =>
          owner.query(
            `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
          ),
        )
        return { count: open.length, rows: [] }
      },
    },
    company.organizationId,
    await clockOf(company),
  )
  expect(held).toMatchObject({ outcome: 'healthy', count: 0 })
})

test('the last run of a past day is kept, for a year, and rows of the latest run alone', async () => {
  const days = ['2 days', '2 days', '400 days']
  for (const [nth, days_] of days.entries()) {
    const id = await doneRun(company)
    await changeAsOwner(
      company.organizationId,
      `update health_run set score = ${nth}, created_at = date_trunc('day', now()) - interval '${days_}' + interval '${10 + nth} hours' where id = $1`,
      [id],
    )
  }
  await changeAsOwner(company.organizationId, `update health_finding set rows = '[{"ref": "a", "label": "a"}]'`)
  const { id } = await runHealthCheck()
  await perform(id)
  expect((await view()).history.map(({ score }) => score)).toEqual([1, expect.any(Number)])
  expect(await rows(`select distinct run_id from health_finding where rows <> '[]'`)).toEqual([{ run_id: id }])
})

test('serious problems are reported once: those that the run before had found are no news', async () => {
  const notices = () => rows(`select data->>'count' as count from notification where kind = 'healthCritical'`)
  for (let nth = 0; nth < 2; nth++) {
    const { id } = await runHealthCheck()
    await perform(id)
    // The owner without a second step.
    expect(await notices()).toEqual([{ count: '1' }])
  }
})

test('the night asks every company in its own name, one after the other', async () => {
  await asWorker(() => checkEveryCompanyTask({}, {} as Parameters<typeof checkEveryCompanyTask>[1]))
  const companies = await asWorker(() => callGlobal(Prisma.sql`SELECT 1 AS n FROM list_organization_ids()`))
  const jobs = await rows<{ queue: string; organization: string }>(
    `select q.queue_name as queue, j.payload->>'organizationId' as organization from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where t.identifier = 'health-nightly'`,
  )
  expect(new Set(jobs.map(({ organization }) => organization)).size).toBe(companies.length)
  expect(new Set(jobs.map(({ queue }) => queue)).size).toBe(1)
  await work('health-nightly', {})
  expect((await view()).latest).toMatchObject({ byNight: true })
  expect(await withOrganization(viewer(), (db) => db.healthRun.count())).toBe(1)
})
