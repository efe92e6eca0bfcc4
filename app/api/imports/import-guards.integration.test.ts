import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GET as getFailedRows } from '@/app/api/imports/[id]/failed-rows/route'
import { GET as getProgress } from '@/app/api/imports/[id]/route'
import { POST } from '@/app/api/imports/route'
import { ROLES } from '@/lib/core/permissions'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  signOut,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow, importSheet, runApply } from '@/lib/testing/factories/imports'
import { headers, writeOrderExport, writeRows, type SampleOrder } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { makeZip, sheetXml, workbookParts } from '@/lib/testing/factories/zip-file'
import { expireImport } from '@/lib/connect/order-imports/cancel-import'
import { cancelImportAction, confirmImportAction, createProductsAction } from '@/lib/connect/order-imports/actions'
import { checkImport } from '@/lib/connect/order-imports/check-import'

const folder = mkdtempSync(join(tmpdir(), 'imports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
const path = () => join(folder, `${(count += 1)}.xlsx`)
async function sheet(orders: Iterable<SampleOrder>) {
  const file = path()
  await writeOrderExport(file, orders)
  return file
}
const choices = { takeStock: false, leaveOutBadRows: false }
async function confirmed(organization: TestOrganization, orders: SampleOrder[], takeStock = false) {
  const importId = await checkSheet(organization, await sheet(orders))
  await signInAs(organization.owner)
  expect(
    await confirmImportAction(envelope(organization), { importId, takeStock, leaveOutBadRows: false }),
  ).toMatchObject({ ok: true })
  return importId
}

async function post(
  organization: { organizationId: string },
  body: Buffer | string,
  query = 'fileName=x.xlsx&shopName=Loja',
  key = newId(),
) {
  const request = new Request(`http://localhost:3000/api/imports?${query}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'x-organization-id': organization.organizationId, 'x-idempotency-key': key },
  })
  const answer = await POST(request, { params: Promise.resolve({}) })
  return {
    status: answer.status,
    ...((await answer.json()) as { ok: boolean; error?: string; data?: { importId: string } }),
  }
}
const nothingWritten = async ({ organizationId }: TestOrganization) =>
  expect(
    await inspect(
      organizationId,
      `select (select count(*)::int from orders) + (select count(*)::int from listing) + (select count(*)::int from shop) as written`,
    ),
  ).toEqual([{ written: 0 }])

describe('an invalid import is refused with its own message, and nothing is written', () => {
  test.each([
    ['an empty file', 'importFileEmpty', ''],
    ['a picture', 'importNotSpreadsheet', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an encrypted sheet', 'importProtected', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a bomb', 'importUnsafe', makeZip(workbookParts(Buffer.alloc(20_000_000)))],
  ])('%s, while it is sent: %s', async (_, error, body) => {
    const organization = await createTestOrganization()
    await signInAs(organization.owner)
    expect(await post(organization, body)).toMatchObject({ status: 400, ok: false, error })
    expect(
      await inspect(organization.organizationId, 'select 1 from import union all select 1 from stored_file'),
    ).toEqual([])
    await nothingWritten(organization)
  })

  test.each([
    [
      'missing columns',
      'importColumnsMissing',
      (file: string) => writeRows(file, [headers.current.filter((name) => name !== 'Quantidade')], []),
    ],
    ['only a header', 'importNoRows', (file: string) => writeRows(file, [headers.current], [])],
    [
      'a document type',
      'importUnsafe',
      async (file: string) =>
        writeFileSync(file, makeZip(workbookParts(`<!DOCTYPE x [<!ENTITY a "a">]>${sheetXml('')}`))),
    ],
  ])('%s, when it is checked: %s', async (_, error, make) => {
    const organization = await createTestOrganization()
    const file = path()
    await make(file)
    await signInAs(organization.owner)
    const { data } = await post(organization, readFileSync(file))
    await asWorker(() => checkImport(systemActor(organization.organizationId), data!.importId))
    expect(await getImportRow(organization, data!.importId)).toMatchObject({ state: 'failed', error_code: error })
    await nothingWritten(organization)
  })

  test('every refusal has its words in both languages', async () => {
    const { refusalCodes } = await import('@/lib/core/sheets/refusal')
    for (const language of ['pt-BR', 'en']) {
      const { errors } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as {
        errors: Record<string, string>
      }
      for (const code of refusalCodes) expect([code, typeof errors[code]]).toEqual([code, 'string'])
    }
  })
})

test('the same upload sent twice is one import; the same key with another file is refused', async () => {
  const organization = await createTestOrganization()
  const [one, other] = [readFileSync(await sheet(sampleOrders(2, 1))), readFileSync(await sheet(sampleOrders(2, 2)))]
  await signInAs(organization.owner)
  const key = newId()
  const first = await post(organization, one, undefined, key)
  expect(await post(organization, one, undefined, key)).toEqual(first)
  expect(await post(organization, other, undefined, key)).toMatchObject({ status: 409, error: 'keyReused' })
  expect(await inspect(organization.organizationId, 'select count(*)::int from import')).toEqual([{ count: 1 }])
})

test('cancelled before it is applied, nothing of it comes in and the sheet is gone', async () => {
  const organization = await createTestOrganization()
  const importId = await checkSheet(organization, await sheet(sampleOrders(5)))
  await signInAs(organization.owner)
  expect(await cancelImportAction(envelope(organization), { importId })).toMatchObject({ ok: true })
  expect(await confirmImportAction(envelope(organization), { importId, ...choices })).toMatchObject({
    error: 'importNotReady',
  })
  await runApply(organization, importId)
  await nothingWritten(organization)
  expect(await inspect(organization.organizationId, 'select 1 from import_row')).toEqual([])
  const applied = await confirmed(organization, [...sampleOrders(5)])
  expect(await cancelImportAction(envelope(organization), { importId: applied })).toMatchObject({
    error: 'importTooLateToCancel',
  })
})

test('an unconfirmed import ends by itself within a day, and an applied one is left alone', async () => {
  const organization = await createTestOrganization()
  const file = await sheet(sampleOrders(3))
  const open = await checkSheet(organization, file)
  const [planned] = await inspect<{ days: number }>(
    organization.organizationId,
    `select ceil(extract(epoch from run_at - now()) / 86400)::int as days from graphile_worker._private_jobs where key = $1`,
    [`import-expire:${open}`],
  )
  expect(planned!.days).toBe(1)
  const actor = systemActor(organization.organizationId)
  await asWorker(() => expireImport(actor, open))
  expect((await getImportRow(organization, open)).state).toBe('cancelled')
  const applied = await importSheet(organization, file)
  await asWorker(() => expireImport(actor, applied))
  expect((await getImportRow(organization, applied)).state).toBe('done')
  expect(
    readdirSync(join(process.env.MASCATE_DATA!, 'files', organization.organizationId), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile()),
  ).toEqual([])
})

describe('another company’s import', () => {
  test('is not found by any action, route or job, and stays as it is', async () => {
    const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
    const importId = await checkSheet(theirs, await sheet(sampleOrders(3)))
    await signInAs(mine.owner)
    const params = { params: Promise.resolve({ id: importId }) }
    const request = new Request('http://localhost:3000')
    expect(await confirmImportAction(envelope(mine), { importId, ...choices })).toMatchObject({ error: 'notFound' })
    expect(await cancelImportAction(envelope(mine), { importId })).toMatchObject({ error: 'notFound' })
    expect(await createProductsAction(envelope(mine), { importId })).toMatchObject({ error: 'notFound' })
    expect((await getProgress(request, params)).status).toBe(404)
    expect((await getFailedRows(request, params)).status).toBe(404)
    await runApply(mine, importId)
    await asWorker(() => checkImport(systemActor(mine.organizationId), importId))
    expect(await getImportRow(theirs, importId)).toMatchObject({ state: 'ready', total: 3 })
    await nothingWritten(mine)
  })

  test('cannot be given one’s own sheet: neither their shop nor a form rendered for another company', async () => {
    const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
    await importSheet(theirs, await sheet(sampleOrders(1)))
    const [shop] = await inspect<{ id: string }>(theirs.organizationId, 'select id from shop')
    const body = readFileSync(await sheet(sampleOrders(1)))
    await signInAs(mine.owner)
    expect(await post(mine, body, `fileName=x.xlsx&shopId=${shop!.id}`)).toMatchObject({
      status: 404,
      error: 'notFound',
    })
    expect(await post(theirs, body)).toMatchObject({ status: 409, error: 'organizationChanged' })
    expect(await inspect(mine.organizationId, 'select 1 from stored_file union all select 1 from import')).toEqual([])
  })
})

test.each(ROLES)('the role %s may import only as the table of roles says', async (role) => {
  const allowed = ['owner', 'admin', 'manager'].includes(role)
  const organization = await createTestOrganization()
  const importId = await checkSheet(organization, await sheet(sampleOrders(1)))
  await signInAs(role === 'owner' ? organization.owner : await addMember(organization, role))
  const uploaded = await post(organization, readFileSync(await sheet(sampleOrders(1))))
  const params = { params: Promise.resolve({ id: importId }) }
  const seen = (await getProgress(new Request('http://localhost:3000'), params)).status
  const answered = await confirmImportAction(envelope(organization), { importId, ...choices })
  expect([uploaded.status, seen, answered.ok]).toEqual(allowed ? [200, 200, true] : [403, 403, false])
  if (!allowed) expect(answered).toMatchObject({ error: 'permissionDenied' })
})

test('a caller without a session gets nothing', async () => {
  signOut()
  const organization = await createTestOrganization()
  expect(await post(organization, '')).toMatchObject({ status: 401, error: 'signedOut' })
})

test('each step of an import stands once in the trail', async () => {
  const organization = await createTestOrganization()
  await importSheet(organization, await sheet(sampleOrders(3)))
  const events = await inspect<{ event: string }>(
    organization.organizationId,
    `select event from audit_event where organization_id = current_organization() and event like 'import.%' order by id`,
  )
  expect(events.map(({ event }) => event)).toEqual([
    'import.uploaded',
    'import.checked',
    'import.confirmed',
    'import.batchApplied',
    'import.applied',
  ])
})
