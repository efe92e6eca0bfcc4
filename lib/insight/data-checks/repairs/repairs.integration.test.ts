import { systemActor } from '@/lib/core/queue/task'
import { asWorker, changeAsOwner, inspect, withOwner } from '@/lib/testing/harnesses/database'
import type { TestOrganization } from '@/lib/testing/factories/factories'
import { fingerprint } from '@/lib/testing/harnesses/fingerprint'
import { healthyCompany } from '@/lib/testing/harnesses/health-harness'
import { faults } from '@/lib/testing/harnesses/health-faults'
import { doneRun } from '@/lib/testing/samples/health-samples'
import { runCheck, clockOf } from '../run-check'
import { performRepair } from '../perform-repair'
import { healthChecks } from '../registry'
import { requestRepair } from '../request-repair'
import type { CheckName } from '../schema'

const repairing = healthChecks.filter(({ repair }) => repair).map(({ name }) => name)
/** Their repair is a long job of the worker: until then the findings stay, and the repair may be requested again. */
const LATER: CheckName[] = ['lateSyncs', 'reconcileBehind']

let company: TestOrganization
let neighbour: TestOrganization
let runId: string

const plant = ({ organizationId }: TestOrganization, names: readonly CheckName[]) =>
  withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    for (const name of names) for (const sql of faults[name].plant) await owner.query(sql)
  })

beforeAll(async () => {
  ;[company, neighbour] = [await healthyCompany(), await healthyCompany()]
  await plant(neighbour, repairing)
  runId = await doneRun(company)
  for (const { name, severity } of healthChecks)
    await changeAsOwner(
      company.organizationId,
      `insert into health_finding (organization_id, run_id, "check", severity, outcome, count, took_ms)
       values ($1, $2, $3, $4, 'found', 1, 1) on conflict do nothing`,
      [company.organizationId, runId, name, severity],
    )
}, 120_000)

const runHealthCheck = async (name: CheckName, { organizationId } = company) =>
  asWorker(async () => {
    const check = healthChecks.find((one) => one.name === name)!
    return (await runCheck(check, organizationId, await clockOf({ organizationId }))).count
  })
/** The run's result of a check, with the time of its last run, is no change of the data. */
const markOf = async ({ organizationId }: TestOrganization) => ({
  ...(await fingerprint(organizationId)),
  health_finding: '',
  health_run: '',
})
const jobs = () =>
  inspect<{ task: string; key: string | null }>(
    company.organizationId,
    'select task_identifier as task, key from graphile_worker.jobs order by 1, 2',
  )
const eventsOf = async (name: CheckName) =>
  (
    await inspect<{ event: string }>(
      company.organizationId,
      `select event from audit_event where organization_id = current_organization() and event like 'healthRun.repair%' and after->>'check' = $1 order by id`,
      [name],
    )
  ).map(({ event }) => event)

test.each(repairing)(
  '%s: refused to who may not repair; repaired it is gone, here alone; a second repair changes nothing',
  async (name) => {
    await plant(company, [name])
    const [planted, other] = [await runHealthCheck(name), await runHealthCheck(name, neighbour)]
    expect([planted > 0, other > 0]).toEqual([true, true])
    const untouched = await markOf(neighbour)

    const before = await markOf(company)
    for (const role of ['manager', 'operator', 'finance', 'viewer', 'accountant'] as const)
      await expect(requestRepair({ ...company.owner, role }, { runId, check: name })).rejects.toMatchObject({
        code: 'permissionDenied',
      })
    expect(await markOf(company)).toEqual(before)
    expect(await eventsOf(name)).toEqual([])

    await requestRepair(company.owner, { runId, check: name })
    const repair = () => asWorker(() => performRepair(systemActor(company.organizationId), runId, name))
    await repair()
    const isLater = LATER.includes(name)
    expect(await runHealthCheck(name)).toBe(isLater ? planted : 0)
    const [requested, ...done] = await eventsOf(name)
    expect([requested, ...new Set(done)]).toEqual(['healthRun.repairRequested', 'healthRun.repaired'])

    const [repaired, queued] = [await markOf(company), await jobs()]
    await repair()
    const own = isLater ? { audit_event: '' } : {}
    expect({ ...(await markOf(company)), ...own }).toEqual({ ...repaired, ...own })
    expect(await jobs()).toEqual(queued)

    expect(await markOf(neighbour)).toEqual(untouched)
    expect(await runHealthCheck(name, neighbour)).toBe(other)
  },
)

test('no check without a repair is repaired', async () => {
  const others = healthChecks.filter(({ repair }) => !repair).map(({ name }) => name)
  const before = await markOf(company)
  for (const check of others) {
    await expect(requestRepair(company.owner, { runId, check })).rejects.toMatchObject({ code: 'notFound' })
    await asWorker(() => performRepair(systemActor(company.organizationId), runId, check))
  }
  expect(await markOf(company)).toEqual(before)
})
