import { GET as progress } from '@/app/api/exports/[id]/progress/route'
import { GET as download } from '@/app/api/exports/[id]/route'
import { can, ROLES, type Role } from '@/lib/core/permissions'
import { getMember } from '@/lib/identity/auth/member'
import { type Actor } from '@/lib/core/db'
import { cancelExportAction, repeatExportAction, saveExportAction } from '../exports/actions'
import { dropPassword } from '@/lib/testing/samples/account-samples'
import { requestTestArchive, requestAsPerson } from '@/lib/testing/harnesses/archive-harness'
import { givePassword, PASSWORD } from '@/lib/testing/samples/given-password'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { filesIn, folderOf, params, request } from '@/lib/testing/harnesses/export-harness'
import { findExport, readExportFile, runTask, writeExport } from '@/lib/testing/factories/exports'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { untilWaiting } from '@/lib/testing/harnesses/until-waiting'
import { requestArchiveAction } from './actions'
import { getArchiveFor } from './views'

const refused = (error: string) => ({ ok: false, error })
const setRole = ({ organizationId, userId }: Actor, role: Role) =>
  inspect(organizationId, 'UPDATE membership SET role = $2::"Role" WHERE user_id = $1', [userId, role])
const fetchAs = async (actor: Actor, exportId: string) => {
  await signInAs(actor)
  return download(request(), params(exportId))
}
const listEvents = ({ organizationId }: TestOrganization) =>
  inspect<{ event: string; actor_id: string | null }>(
    organizationId,
    `SELECT event, actor_id FROM audit_event WHERE event LIKE 'organization.archive%' ORDER BY id`,
  )

async function companyWithPassword(): Promise<TestOrganization> {
  const company = await createTestOrganization()
  await givePassword(company.owner)
  return company
}

test('only an owner requests it, sees it and downloads it; for others its address does not exist', async () => {
  const company = await companyWithPassword()
  const exportId = await requestTestArchive(company.owner)
  await runTask('export-list', company.owner, exportId)
  const whole = await readExportFile(company.owner, exportId)
  for (const role of ROLES) {
    const member = await addMember(company, role)
    await givePassword(member)
    const { status } = await fetchAs(member, exportId)
    const shown = await getArchiveFor((await getMember())!)
    const archiveId = await requestAsPerson(member)
    if (role === 'owner') {
      expect({ status, shown: shown?.id, asked: archiveId.ok }).toEqual({ status: 200, shown: exportId, asked: true })
      continue
    }
    expect({ role, asked: archiveId }).toMatchObject({ role, asked: refused('permissionDenied') })
    expect({ role, status, shown }).toEqual({ role, status: can(role, 'list.export') ? 404 : 403, shown: null })
    expect((await progress(request(), params(exportId))).status).toBe(status)
    for (const action of [cancelExportAction, repeatExportAction, saveExportAction])
      expect(await action(envelope(member), { exportId })).toMatchObject({ ok: false })
  }
  const stranger = await createTestOrganization()
  expect((await fetchAs(stranger.owner, exportId)).status).toBe(404)
  const answer = await fetchAs(company.owner, exportId)
  expect(answer.headers.get('content-disposition')).toMatch(/filename="empresa-inteira-\d{4}-\d\d-\d\d\.zip"$/)
  expect(answer.headers.get('cache-control')).toContain('no-store')
  expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true)
})

test('today’s right counts: a former owner neither gets it written nor downloads it, and a new owner does', async () => {
  const company = await companyWithPassword()
  const second = await addMember(company, 'owner')
  const first = company.owner
  const waiting = await requestTestArchive(first)
  await setRole(first, 'admin')
  await runTask('export-list', first, waiting)
  expect(await findExport(first, waiting)).toMatchObject({ state: 'failed', errorCode: 'exportRightsGone', file: null })
  await setRole(first, 'owner')
  const broken = await requestTestArchive(first)
  const demote = async () => void (await setRole(first, 'admin'))
  await expect(writeExport(first, broken, { afterBatch: demote })).rejects.toMatchObject({ code: 'exportRightsGone' })
  expect(filesIn(folderOf(company))).toEqual([])
  await setRole(first, 'owner')
  await inspect(company.organizationId, `UPDATE export SET state = 'cancelled' WHERE id = $1`, [broken])
  const done = await requestTestArchive(first)
  await runTask('export-list', first, done)
  expect((await fetchAs(first, done)).status).toBe(200)
  await setRole(first, 'admin')
  expect((await fetchAs({ ...first, role: 'admin' }, done)).status).toBe(404)
  expect((await fetchAs(second, done)).status).toBe(200)
})

test('the password is required once more; an account without one signs in again', async () => {
  const company = await companyWithPassword()
  for (const password of ['', 'errada errada errada'])
    expect(await requestAsPerson(company.owner, password)).toMatchObject(
      refused(password ? 'passwordWrong' : 'passwordMissing'),
    )
  const { organizationId } = company
  expect(await inspect(organizationId, 'SELECT * FROM export')).toEqual([])
  expect(await listEvents(company)).toEqual([])
  await dropPassword(company)
  await signInAs(company.owner)
  const age = `UPDATE session SET created_at = now() - interval '1 hour' WHERE user_id = $1`
  await withOwner((owner) => owner.query(age, [company.owner.userId]))
  expect(await requestArchiveAction(envelope(company), { language: 'pt' })).toMatchObject(refused('signInAgain'))
  expect(await requestAsPerson(company.owner)).toMatchObject({ ok: true })
})

test('there is one at a time, however many owners ask at once', async () => {
  const company = await companyWithPassword()
  const second = await addMember(company, 'owner')
  await givePassword(second)
  const exportId = await requestTestArchive(company.owner)
  for (const owner of [company.owner, second])
    expect(await requestAsPerson(owner)).toMatchObject(refused('archiveUnderWay'))
  await signInAs(company.owner)
  expect(await cancelExportAction(envelope(company), { exportId })).toMatchObject({ ok: true })
  expect(await requestAsPerson(second)).toMatchObject({ ok: true })
})

test('asked for twice in the same moment it is written once', async () => {
  const company = await companyWithPassword()
  await signInAs(company.owner)
  const requestArchive = () => requestArchiveAction(envelope(company), { language: 'pt', password: PASSWORD })
  const archives = await withOwner(async (other) => {
    await other.query('BEGIN')
    // Neither is kept before both have asked whether one is under way.
    await other.query('LOCK TABLE export IN SHARE MODE')
    const both = [requestArchive(), requestArchive()]
    await untilWaiting(2)
    await other.query('COMMIT')
    return { both }
  })
  const answers = await Promise.all(archives.both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject(refused('archiveUnderWay'))
})

test('asking for it and fetching it stand in the trail, with who did', async () => {
  const company = await companyWithPassword()
  const second = await addMember(company, 'owner')
  const exportId = await requestTestArchive(company.owner)
  await runTask('export-list', company.owner, exportId)
  await download(new Request('http://localhost:3000/api/exports/1?check'), params(exportId))
  await fetchAs(second, exportId)
  expect(await listEvents(company)).toEqual([
    { event: 'organization.archiveAsked', actor_id: company.owner.userId },
    { event: 'organization.archiveFetched', actor_id: second.userId },
  ])
})

test('six a day are written for a company, for all its owners together; a failed one does not count', async () => {
  const company = await companyWithPassword()
  const second = await addMember(company, 'owner')
  await givePassword(second)
  const end = (state: string) =>
    inspect(company.organizationId, `UPDATE export SET state = $1::"ExportState" WHERE state = 'waiting'`, [state])
  for (const asker of [company.owner, second, company.owner, second, company.owner]) {
    await requestTestArchive(asker)
    await end('done')
  }
  await requestTestArchive(second)
  await end('failed')
  await requestTestArchive(company.owner)
  await end('done')
  for (const asker of [company.owner, second])
    expect(await requestAsPerson(asker)).toMatchObject(refused('tooManyRequests'))
})
