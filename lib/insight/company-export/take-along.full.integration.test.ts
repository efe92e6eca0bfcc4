// Full form: writes whole archives again and again. Default: lib/insight/company-export/take-along.integration.test.ts.
import { GET as download } from '@/app/api/exports/[id]/route'
import { getMember } from '@/lib/identity/auth/member'
import { withOrganization, type Actor } from '@/lib/core/db'
import { cancelExportAction, repeatExportAction, requestExportAction, saveExportAction } from '../exports/actions'
import { connectDrive } from '@/lib/testing/samples/account-samples'
import { requestTestArchive } from '@/lib/testing/harnesses/archive-harness'
import { givePassword } from '@/lib/testing/samples/given-password'
import { asWorker } from '@/lib/testing/harnesses/database'
import { filesIn, folderOf, params, request } from '@/lib/testing/harnesses/export-harness'
import { findExport, runTask } from '@/lib/testing/factories/exports'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { getArchiveFor } from './views'

const refused = (error: string) => ({ ok: false, error })
const fetchAs = async (actor: Actor, exportId: string) => {
  await signInAs(actor)
  return download(request(), params(exportId))
}
async function companyWithPassword(): Promise<TestOrganization> {
  const company = await createTestOrganization()
  await givePassword(company.owner)
  return company
}

test('a new one takes the place of the one before, and only once it is there', async () => {
  const { owner } = await companyWithPassword()
  const write = async (exportId: string) => {
    await runTask('export-list', owner, exportId)
    return (await findExport(owner, exportId)).file!.place
  }
  const earlier = await write(await requestTestArchive(owner))
  const archiveId = await requestTestArchive(owner)
  expect(await filesIn(folderOf(owner))).toContain(earlier.split('/').at(-1))
  const later = await write(archiveId)
  expect(await filesIn(folderOf(owner))).toEqual([later.split('/').at(-1)])
})

test('the one before can be fetched while the next is made, and when that is cancelled', async () => {
  const company = await companyWithPassword()
  const { owner } = company
  const before = await requestTestArchive(owner)
  await runTask('export-list', owner, before)
  const shown = async () => getArchiveFor((await getMember())!)
  expect(await shown()).toMatchObject({ id: before, state: 'done', ready: { id: before } })
  const exportId = await requestTestArchive(owner)
  expect(await shown()).toMatchObject({ id: exportId, state: 'waiting', ready: { id: before } })
  expect(await cancelExportAction(envelope(company), { exportId })).toMatchObject({ ok: true })
  expect(await shown()).toMatchObject({ id: exportId, state: 'cancelled', ready: { id: before } })
})

test('it is kept for a day, asked for nowhere else, neither repeated nor sent to a drive', async () => {
  const company = await companyWithPassword()
  await connectDrive(company)
  const { organizationId, owner } = company
  await signInAs(owner)
  const input = { kind: 'wholeCompany', format: 'zip', query: '', language: 'pt', toDrive: true } as const
  expect(await requestExportAction(envelope(company), input as never)).toMatchObject(refused('invalidInput'))
  const exportId = await requestTestArchive(owner)
  await runTask('export-list', owner, exportId)
  const { file, toDrive } = await findExport(owner, exportId)
  const hours = (file!.expiresAt!.getTime() - Date.now()) / 3_600_000
  expect({ toDrive, hours: Math.round(hours) }).toEqual({ toDrive: false, hours: 24 })
  for (const action of [repeatExportAction, saveExportAction])
    expect(await action(envelope(company), { exportId })).toMatchObject(refused('permissionDenied'))
  await asWorker(() =>
    withOrganization(owner, (db) =>
      db.storedFile.updateMany({ where: { organizationId, id: file!.id }, data: { expiresAt: new Date() } }),
    ),
  )
  const answer = await fetchAs(owner, exportId)
  expect(await answer.json()).toMatchObject({ error: 'exportExpired' })
  expect(await getArchiveFor((await getMember())!)).toMatchObject({ id: exportId, state: 'expired', ready: null })
})
