import { rmSync } from 'node:fs'
import { GET as download } from '@/app/api/exports/[id]/route'
import { GET as progress } from '@/app/api/exports/[id]/progress/route'
import { getMember } from '@/lib/identity/auth/member'
import { withOrganization } from '@/lib/core/db'
import { storedPath } from '@/lib/core/files/folder-store'
import { newId } from '@/lib/core/ids'
import { enqueueImport } from '@/lib/connect/order-imports/enqueue-import'
import { purgeExpired } from '@/lib/worker/tasks/maintenance'
import { asWorker, inspect, withOwner } from '@/lib/testing/harnesses/database'
import { requestTestExport, findExport, readExportFile, runTask, writeExport } from '@/lib/testing/factories/exports'
import { addMember, createTestOrganization, envelope, signInAs, signOut } from '@/lib/testing/factories/factories'
import { cancelExportAction, repeatExportAction, saveExportAction } from './actions'
import { cancelExport, requestExport } from './request-export'
import { getExportOverviewFor } from './views'
import { params, request, folderOf, filesIn, withOrders } from '@/lib/testing/harnesses/export-harness'

/** As the page asks before it leaves the file to the browser. */
const check = (_: Request, to: Parameters<typeof download>[1]) =>
  download(new Request('http://localhost:3000/api/exports/1?check'), to)

test('a file is for its requester and those above, under a clean name; other companies and colleagues find nothing', async () => {
  const company = await withOrders(2)
  const exportId = await requestTestExport(company.owner)
  await runTask('export-list', company.owner, exportId)
  await signInAs(company.owner)
  const answer = await download(request(), params(exportId))
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="pedidos-\d{4}-\d\d-\d\d\.csv"$/)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(await readExportFile(company.owner, exportId))
  const stranger = await createTestOrganization()
  for (const other of [await addMember(company, 'finance'), stranger.owner]) {
    await signInAs(other)
    for (const get of [download, progress, check]) expect((await get(request(), params(exportId))).status).toBe(404)
    for (const action of [cancelExportAction, repeatExportAction, saveExportAction])
      expect(await action(envelope(other), { exportId })).toMatchObject({ ok: false, error: 'notFound' })
    expect((await getExportOverviewFor((await getMember())!)).exports).toEqual([])
  }
  for (const id of ['nothing', '', newId()]) expect((await download(request(), params(id))).status).toBe(404)
  signOut()
  expect((await download(request(), params(exportId))).status).toBe(401)
  expect(await inspect(stranger.organizationId, 'select * from export')).toEqual([])
})

test.each(['csv', 'xlsx'] as const)('a cancelled %s export leaves no file', async (format) => {
  const company = await withOrders(6)
  const exportId = await requestTestExport(company.owner, { format })
  await signInAs(company.owner)
  const cancel = async () => {
    await cancelExport(company.owner, { exportId })
  }
  await writeExport(company.owner, exportId, { batchRows: 2, afterBatch: cancel })
  expect(await findExport(company.owner, exportId)).toMatchObject({ state: 'cancelled', done: 2, file: null })
  expect(filesIn(folderOf(company))).toEqual([])
  expect(await cancelExportAction(envelope(company), { exportId })).toMatchObject({ error: 'exportTooLate' })
})

test('an export killed in the middle starts again and leaves one file', async () => {
  const company = await withOrders(9)
  const exportId = await requestTestExport(company.owner)
  await expect(
    writeExport(company.owner, exportId, { batchRows: 2, afterBatch: () => Promise.reject(new Error('killed')) }),
  ).rejects.toThrow('killed')
  expect(await findExport(company.owner, exportId)).toMatchObject({ state: 'running', done: 2 })
  await writeExport(company.owner, exportId, { batchRows: 2 })
  expect(await findExport(company.owner, exportId)).toMatchObject({ state: 'done', done: 9, total: 9 })
  const first = await readExportFile(company.owner, exportId)
  await runTask('export-list', company.owner, exportId)
  expect(await readExportFile(company.owner, exportId)).toEqual(first)
  expect(filesIn(folderOf(company))).toEqual([exportId])
  const events = await inspect(
    company.organizationId,
    `select event from audit_event where subject_kind = 'export' order by at`,
  )
  expect(events.map(({ event }) => event)).toEqual(['export.requested', 'export.done'])
})

test('a failed export ends with a reference, and can be requested again', async () => {
  const company = await withOrders(3)
  const exportId = await requestTestExport(company.owner)
  await inspect(company.organizationId, `update export set format = 'odt' where id = $1`, [exportId])
  await runTask('export-list', company.owner, exportId)
  await inspect(company.organizationId, `update export set format = 'csv' where id = $1`, [exportId])
  const failed = await findExport(company.owner, exportId)
  expect(failed).toMatchObject({ state: 'failed', errorCode: 'unexpected' })
  expect(failed.reference).toHaveLength(8)
  await signInAs(company.owner)
  const again = await repeatExportAction(envelope(company), { exportId })
  if (!again.ok) throw new Error(again.error)
  await runTask('export-list', company.owner, again.data.exportId)
  expect(await findExport(company.owner, again.data.exportId)).toMatchObject({ state: 'done', done: 3 })
})

test('whether a file can be had is answered without the file: also when it is no longer where it was kept', async () => {
  const company = await withOrders(1)
  const exportId = await requestTestExport(company.owner)
  await runTask('export-list', company.owner, exportId)
  await signInAs(company.owner)
  expect(await (await check(request(), params(exportId))).json()).toEqual({ ok: true, data: null })
  rmSync(storedPath((await findExport(company.owner, exportId)).file!.place))
  expect(await (await check(request(), params(exportId))).json()).toMatchObject({ ok: false, error: 'exportLost' })
})

test('after its days the file is gone and the list says so', async () => {
  const company = await withOrders(1)
  const exportId = await requestTestExport(company.owner)
  await runTask('export-list', company.owner, exportId)
  const { file } = await findExport(company.owner, exportId)
  expect(Math.round((file!.expiresAt!.getTime() - Date.now()) / 86_400_000)).toBe(7)
  await inspect(
    company.organizationId,
    `update stored_file set expires_at = now() - interval '1 second' where id = $1`,
    [file!.id],
  )
  await signInAs(company.owner)
  for (const get of [download, check])
    expect(await (await get(request(), params(exportId))).json()).toMatchObject({ error: 'exportExpired' })
  await asWorker(purgeExpired)
  expect(filesIn(folderOf(company))).toEqual([])
  const { exports } = await getExportOverviewFor((await getMember())!)
  expect(exports).toMatchObject([{ id: exportId, state: 'expired', expiresAt: null }])
})

test('only a handful can be queued, and no file is requested into an unconnected drive', async () => {
  const company = await withOrders(1)
  await expect(requestTestExport(company.owner, { toDrive: true })).rejects.toMatchObject({
    code: 'driveFolderMissing',
  })
  for (let count = 0; count < 5; count += 1) await requestTestExport(company.owner)
  await expect(requestTestExport(company.owner)).rejects.toMatchObject({ code: 'exportsBusy' })
})

test('exports that one person asks for at once are no more than a handful either', async () => {
  const { owner } = await withOrders(1)
  const asked = await Promise.allSettled(Array.from({ length: 15 }, () => requestTestExport(owner)))
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 'exportsBusy'))
})

test('the lists and the files of one company are worked off one at a time each, so that others’ work is not held up', async () => {
  const [company, other] = [await withOrders(1), await withOrders(1)]
  for (const { owner } of [company, company, other]) await requestTestExport(owner)
  await withOrganization(company, async (db) => {
    for (const importId of [newId(), newId()]) await enqueueImport(db, company.owner, 'import-check', importId)
  })
  const queues = await withOwner((owner) =>
    owner.query<{ name: string; jobs: number }>(
      `select q.queue_name as name, count(*)::int as jobs from graphile_worker._private_jobs j
       join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where q.queue_name like '%' || $1 or q.queue_name like '%' || $2 group by 1 order by 2 desc, 1`,
      [company.organizationId, other.organizationId],
    ),
  )
  expect(queues.rows).toEqual([
    { name: `exports:${company.organizationId}`, jobs: 2 },
    { name: `imports:${company.organizationId}`, jobs: 2 },
    { name: `exports:${other.organizationId}`, jobs: 1 },
  ])
})

test('a role that may not read a list cannot export it, whatever it sends', async () => {
  const company = await createTestOrganization()
  const operator = await addMember(company, 'operator')
  const input = { kind: 'expenses', format: 'csv', query: '', language: 'pt', toDrive: false } as const
  await expect(requestExport(operator, input)).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('the words that an export looked for are in no trail, and leave with its file', async () => {
  const company = await withOrders(1)
  await signInAs(company.owner)
  const exportId = await requestTestExport(company.owner, { query: 'q=Iris+Mendonca&min=5' })
  await runTask('export-list', company.owner, exportId)
  const auditEvents = await inspect(
    company.organizationId,
    `select after from audit_event where event = 'export.requested' and subject_id = $1`,
    [exportId],
  )
  expect(auditEvents).toMatchObject([{ after: { query: 'min=5', searched: true } }])
  expect(JSON.stringify(auditEvents)).not.toMatch(/mendonca/i)
  await asWorker(purgeExpired)
  expect((await findExport(company.owner, exportId)).filter.query).toContain('Mendonca')
  await inspect(company.organizationId, `update export set finished_at = now() - interval '8 days'`)
  await asWorker(purgeExpired)
  expect((await findExport(company.owner, exportId)).filter).toMatchObject({ query: 'min=5', isForgotten: true })
  expect((await getExportOverviewFor((await getMember())!)).exports).toMatchObject([{ mayRepeat: false }])
  expect(await repeatExportAction(envelope(company), { exportId })).toMatchObject({ error: 'exportForgotten' })
})
