import { randomBytes } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { saveExportAction } from '@/lib/insight/exports/actions'
import { saveExport } from '@/lib/insight/exports/save-export'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import type { Fault } from '@/lib/testing/fakes/drive-server'
import { google, openDrive, withFolder } from '@/lib/testing/harnesses/drive-harness'
import { requestTestExport, findExport, readExportFile, runTask } from '@/lib/testing/factories/exports'
import { addMember, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addProduct } from '@/lib/testing/factories/sales'
import { reserveFileId } from './client'
import { uploadFile } from './upload'

openDrive()

describe('uploading', () => {
  const bytes = randomBytes(8 * 1024 * 1024 * 2 + 12_345)
  const path = () => join(env().MASCATE_DATA, 'big.bin')
  async function upload(company: Awaited<ReturnType<typeof withFolder>>, faults: readonly Fault[] = []) {
    writeFileSync(path(), bytes)
    const fileId = await reserveFileId(company.organizationId)
    // Not before the id is reserved, which would meet them first.
    google.faults.push(...faults)
    const about = { folderId: company.folderId, name: 'big.bin', type: 'application/octet-stream', path: path() }
    const saved = await uploadFile(
      company.organizationId,
      { ...about, fileId, bytes: statSync(path()).size },
      { firstWaitMs: 5 },
    )
    return { fileId, saved }
  }

  test.each([
    ['nothing', []],
    ['a piece taken in part', ['partial', 'partial']],
    ['an error in the middle', ['serverError', 'serverError']],
    ['a broken connection', ['drop', 'drop']],
    ['being asked to wait', ['busy']],
    ['a forgotten session', ['lostSession']],
    ['an answer that was lost', ['lostAnswer', 'lostAnswer', 'lostAnswer']],
    ['an expired token', ['expiredToken']],
    ['all of it', ['partial', 'drop', 'serverError', 'lostSession', 'partial', 'lostAnswer']],
  ] as const)('goes on after %s with the same bytes, once', async (_, faults) => {
    const company = await withFolder()
    const { fileId, saved } = await upload(company, faults)
    expect(saved.webViewLink).toContain(fileId)
    const there = [...google.files.values()].filter(({ parents }) => parents.includes(company.folderId))
    expect(there).toHaveLength(1)
    expect(there[0]!.body.equals(bytes)).toBe(true)
    expect(google.faults).toEqual([])
  })

  test('gives up after a bounded number of setbacks', async () => {
    const company = await withFolder()
    google.faults.push(...Array.from({ length: 30 }, () => 'serverError' as const))
    await expect(upload(company)).rejects.toMatchObject({ code: 'driveUploadFailed' })
    google.faults.length = 0
    google.faults.push('lostSession', 'lostSession', 'lostSession', 'lostSession')
    await expect(upload(company)).rejects.toMatchObject({ code: 'driveUploadFailed' })
  })

  test('an export is saved into the folder, and stays for download when the drive fails', async () => {
    const company = await withFolder()
    await addProduct(company, 'A-1')
    const exportId = await requestTestExport(company.owner, { kind: 'products', format: 'xlsx', toDrive: true })
    await runTask('export-list', company.owner, exportId)
    google.faults.push('quota')
    await runTask('export-save', company.owner, exportId)
    expect(await findExport(company.owner, exportId)).toMatchObject({
      state: 'done',
      errorCode: 'driveFull',
      driveLink: null,
    })
    await signInAs(company.owner)
    expect(await saveExportAction(envelope(company), { exportId })).toMatchObject({ ok: true })
    await runTask('export-save', company.owner, exportId)
    const saved = await findExport(company.owner, exportId)
    expect(saved).toMatchObject({ errorCode: null, driveLink: expect.stringContaining('drive.google.com') as string })
    expect(google.files.get(saved.driveFileId!)!.body.equals(await readExportFile(company.owner, exportId))).toBe(true)
    await asWorker(() => saveExport(systemActor(company.organizationId), exportId))
    const there = [...google.files.values()].filter(({ parents }) => parents.includes(company.folderId))
    expect(there).toHaveLength(1)
  })

  test.each<[string, (company: TestOrganization, manager: Actor, exportId: string) => Promise<unknown>]>([
    [
      'a role that they had before',
      ({ organizationId }, { userId }) =>
        inspect(organizationId, `update membership set role = 'finance' where user_id = $1`, [userId]),
    ],
    [
      'other entities than they read today',
      ({ organizationId }, _, exportId) =>
        inspect(
          organizationId,
          `update export set filter = jsonb_set(filter, '{madeAs,legalEntityIds}', jsonb_build_array($2::text)) where id = $1`,
          [exportId, newId()],
        ),
    ],
    [
      'its reader is unknown',
      ({ organizationId }, _, exportId) =>
        inspect(organizationId, `update export set filter = filter - 'madeAs' where id = $1`, [exportId]),
    ],
  ])('a file written for %s is not saved into the folder', async (_, change) => {
    const company = await withFolder()
    const manager = await addMember(company, 'manager')
    const exportId = await requestTestExport(manager, { kind: 'products', toDrive: true })
    await runTask('export-list', manager, exportId)
    await change(company, manager, exportId)
    await runTask('export-save', manager, exportId)
    expect(await findExport(manager, exportId)).toMatchObject({ errorCode: 'exportRightsChanged', driveLink: null })
    expect([...google.files.values()].filter(({ parents }) => parents.includes(company.folderId))).toEqual([])
  })

  test('a saving killed before its answer was kept makes no second file', async () => {
    const company = await withFolder()
    const exportId = await requestTestExport(company.owner, { kind: 'products', toDrive: true })
    await runTask('export-list', company.owner, exportId)
    await runTask('export-save', company.owner, exportId)
    await inspect(company.organizationId, 'update export set drive_link = null where id = $1', [exportId])
    await runTask('export-save', company.owner, exportId)
    expect(await findExport(company.owner, exportId)).toMatchObject({ errorCode: null })
    expect([...google.files.values()].filter(({ parents }) => parents.includes(company.folderId))).toHaveLength(1)
  })
})
