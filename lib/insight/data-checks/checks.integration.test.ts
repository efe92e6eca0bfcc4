import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import type { TestOrganization } from '@/lib/testing/factories/factories'
import { runAllChecks, healthyCompany } from '@/lib/testing/harnesses/health-harness'
import { faults } from '@/lib/testing/harnesses/health-faults'
import { clockOf, find } from './run-check'
import { reportRepaired } from './perform-repair'
import { healthChecks } from './registry'
import { checkNames, type CheckName } from './schema'

type Expected = Record<CheckName, { outcome: 'found'; count: number; refs: string[] }>

let sound: TestOrganization
/** One fault of each check. */
let faulty: TestOrganization
let planted: Expected

beforeAll(async () => {
  sound = await healthyCompany()
  faulty = await healthyCompany()
  planted = await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [faulty.organizationId])
    for (const check of checkNames) for (const sql of faults[check].plant) await owner.query(sql)
    const refs = {} as Expected
    for (const check of checkNames) {
      const { rows } = await owner.query<{ ref: string }>(`select ref::text as ref from (${faults[check].refs}) r`)
      refs[check] = { outcome: 'found', count: rows.length, refs: rows.map(({ ref }) => ref).toSorted() }
    }
    return refs
  })
}, 60_000)

test('every check finds its own fault, all of it and nothing else', async () => {
  expect(Object.values(planted).map(({ count }) => count > 0)).toEqual(checkNames.map(() => true))
  expect(await runAllChecks(faulty)).toEqual(planted)
})

test('where everything is right nothing is found, whatever is wrong in another company', async () => {
  expect(await runAllChecks(sound)).toEqual({})
})

test('a repair heals what its check found, in its own company and nothing else of it', async () => {
  const { organizationId } = faulty
  const repairs = healthChecks.filter(({ repair }) => repair)
  await asWorker(async () => {
    for (const check of repairs) {
      const { rows } = await find(check, organizationId, await clockOf(faulty), 5000)
      await check.repair!(
        systemActor(organizationId),
        rows.map(({ ref }) => ref),
        reportRepaired(systemActor(organizationId), newId(), check.name),
      )
    }
  })
  const left = { ...planted }
  // Their repair is a long job of the worker: it is queued.
  const later: CheckName[] = ['lateSyncs', 'reconcileBehind']
  for (const { name } of repairs) if (!later.includes(name)) delete (left as Partial<Expected>)[name]
  expect(await runAllChecks(faulty)).toEqual(left)
  const queued = await inspect<{ task: string }>(
    organizationId,
    `select distinct task_identifier as task from graphile_worker.jobs order by 1`,
  )
  expect(queued.map(({ task }) => task)).toEqual(
    expect.arrayContaining(['reconcile', 'retry-failures', 'sync-listings', 'sync-orders']),
  )
})
