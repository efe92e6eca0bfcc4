import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { getDayManifestFor } from './run-manifest'
import { getDispatchFor } from './views'

test('a run that is shown as done stands above rows that know of it', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const { id, orderId } = await addParcel(company, { items: [], status: 'confirmed' })
  const run = { organizationId, id: newId(), kind: 'ship', state: 'running', total: 1, input: {} } as const
  await withOrganization(company, (db) => db.dispatchRun.create({ data: run, select: { id: true } }))
  const read = () => getDispatchFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, {})
  expect((await read()).page.rows).toMatchObject([{ id: orderId, stage: 'arrange' }])

  // The worker ends between the page's reads, the first of which are of either the run or the list.
  const view = await withOwner(async (worker) => {
    await worker.query('BEGIN')
    await worker.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId])
    await worker.query('LOCK TABLE dispatch_run IN ACCESS EXCLUSIVE MODE')
    const reading = read()
    await untilWaiting(1)
    await worker.query('UPDATE package SET arranged_at = now() WHERE id = $1', [id])
    await worker.query(`UPDATE dispatch_run SET state = 'done', finished_at = now() WHERE id = $1`, [run.id])
    await worker.query('COMMIT')
    return reading
  })
  expect(view.runs).toMatchObject([{ state: 'done' }])
  expect(view.page.rows).toMatchObject([{ id: orderId, stage: 'label' }])
})

test('the day’s run keeps its place however many orders are tried again one by one; what ended half a day ago goes', async () => {
  const company = await createTestOrganization()
  const plant = async (kind: string, minutesAgo: number, state = 'done') => {
    const [run] = await inspect<{ id: string }>(
      company.organizationId,
      `INSERT INTO dispatch_run (organization_id, id, kind, state, input, created_at, finished_at)
       SELECT current_organization(), uuid_v7(), $1::"RunKind", $2::"RunState", '{"orderIds": []}', t.at, CASE WHEN $2 = 'done' THEN t.at END
       FROM (SELECT now() - make_interval(mins => $3::int) AS at) t RETURNING id`,
      [kind, state, minutesAgo],
    )
    return run!.id
  }
  await plant('labels', 12 * 60 + 1)
  const running = await plant('ship', 13 * 60, 'running')
  const day = await plant('prepare', 60)
  const again = []
  for (let minutes = 12; minutes > 0; minutes -= 1) again.unshift(await plant('prepare', minutes))
  const { runs } = await getDispatchFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, {})
  expect(runs.map(({ id }) => id)).toEqual([...again, day, running])
  for (let minutes = 30; minutes > 20; minutes -= 1) await plant('labels', minutes)
  const after = await getDispatchFor({ ...company.owner, timeZone: 'America/Sao_Paulo' }, {})
  expect(after.runs).toHaveLength(20)
  expect(after.runs.at(-1)!.id).toBe(running)
})

test('the manifest of a prepared day holds what the carrier takes: printed parcels of orders that are still to be sent', async () => {
  const company = await createTestOrganization()
  const goes = await addParcel(company, { printed: true, carrier: 'Xpress' })
  const stay = [
    await addParcel(company, { printed: true, cancellationAsked: true }),
    await addParcel(company, { printed: true, status: 'cancelled' }),
    await addParcel(company, { printed: true, status: 'shipped' }),
    await addParcel(company, {}),
  ]
  await addParcel(company, { printed: true })
  const [run] = await inspect<{ id: string }>(
    company.organizationId,
    `INSERT INTO dispatch_run (organization_id, id, kind, state, input)
     SELECT current_organization(), uuid_v7(), 'prepare', 'done', $1::jsonb RETURNING id`,
    [JSON.stringify({ orderIds: [goes, ...stay].map(({ orderId }) => orderId) })],
  )
  const { manifests } = await getDayManifestFor(company.owner, run!.id)
  expect(manifests).toMatchObject([{ carrier: 'Xpress', rows: [{ number: goes.number, orderCode: goes.code }] }])
  const viewer = { ...company.owner, role: 'finance' as const }
  await expect(getDayManifestFor(viewer, run!.id)).rejects.toThrow('permissionDenied')
})
