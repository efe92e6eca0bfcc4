import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { POST } from '@/app/api/expenses/receipts/route'
import { GET } from '@/app/api/expenses/[id]/receipt/route'
import { GET as download } from '@/app/api/exports/[id]/route'
import { withOrganization } from '../db'
import { createExpenseAction } from '@/lib/money/expenses/actions'
import { isTransient } from '../queue/is-transient'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { params, request, withOrders } from '@/lib/testing/harnesses/export-harness'
import { requestTestExport, findExport, runTask } from '@/lib/testing/factories/exports'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkSheet, getImportRow } from '@/lib/testing/factories/imports'
import { writeOrderExport } from '@/lib/testing/factories/order-export'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { BucketServer } from '@/lib/testing/fakes/bucket-server'
import { storedPath } from './folder-store'
import { purgeFiles, purgeUnnamed } from './purge-files'
import { openFile, readStored, recordFile, removeFolder, withLocalFile, writeFile } from './store'

const server = new BucketServer()
const folder = mkdtempSync(join(tmpdir(), 'mascate-bucket-'))
beforeAll(async () => {
  await server.start()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.settings()
  Object.assign(process.env, {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  server.faults.length = 0
  server.kept.clear()
})

const pdf = Buffer.from('%PDF-1.7\nrecibo')
const onDisk = () =>
  existsSync(storedPath('.'))
    ? readdirSync(storedPath('.'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : []

async function addReceipt(mine: TestOrganization) {
  await signInAs(mine.owner)
  const request = new Request('http://localhost:3000/api/expenses/receipts?fileName=luz.pdf', {
    method: 'POST',
    headers: { origin: 'http://localhost:3000', 'x-organization-id': mine.organizationId },
    body: new Uint8Array(pdf),
  })
  const answer = await POST(request, { params: Promise.resolve({}) })
  return {
    status: answer.status,
    body: (await answer.json()) as { ok: boolean; error?: string; data?: { id: string } },
  }
}

test('a receipt lies in the bucket alone, under its company, and comes back through its door', async () => {
  const mine = await createTestOrganization()
  const { body } = await addReceipt(mine)
  expect([...server.kept.keys()]).toEqual([
    expect.stringMatching(`^${mine.organizationId}/[0-9a-f]{2}/${body.data!.id}$`),
  ])
  expect(onDisk()).toEqual([])
  const bill = {
    description: 'Luz',
    amountCents: 100n,
    kind: 'fixed',
    dueOn: '2026-11-21',
    category: null,
    paidOn: null,
  } as const
  const { id } = dataOf(await createExpenseAction(envelope(mine), { ...bill, fileId: body.data!.id }))
  const open = () => GET(new Request('http://localhost:3000/'), params(id))
  expect(Buffer.from(await (await open()).arrayBuffer())).toEqual(pdf)

  server.faults.push('denied')
  const refused = await open()
  expect([refused.status, await refused.text()]).toEqual([
    expect.any(Number),
    expect.stringContaining('filesUnavailable'),
  ])
  server.faults.push('otherBytes')
  await expect((await open()).arrayBuffer()).rejects.toThrow()
  server.kept.clear()
  expect(await (await open()).text()).toContain('fileLost')
}, 60_000)

test('a receipt that the bucket rejects leaves neither a file nor a row, and the client is informed', async () => {
  const mine = await createTestOrganization()
  server.faults.push('denied')
  const { body } = await addReceipt(mine)
  expect(body).toMatchObject({ ok: false, error: 'filesUnavailable' })
  expect(await inspect(mine.organizationId, 'select id from stored_file')).toEqual([])
  expect([server.kept.size, onDisk()]).toEqual([0, []])
}, 60_000)

test('a sheet is looked at before it is kept, read out of the bucket, and gone after its import', async () => {
  const company = await createTestOrganization()
  const sheet = join(folder, 'orders.xlsx')
  await writeOrderExport(sheet, sampleOrders(3))
  const importId = await checkSheet(company, sheet)
  expect(await getImportRow(company, importId)).toMatchObject({ state: 'ready' })
  expect([server.kept.size, onDisk()]).toEqual([1, []])
}, 60_000)

test('an export is written into the bucket and downloaded from it', async () => {
  const company = await withOrders(3)
  const exportId = await requestTestExport(company.owner)
  await runTask('export-list', company.owner, exportId)
  expect((await findExport(company.owner, exportId)).state).toBe('done')
  await signInAs(company.owner)
  const answer = await download(request(), params(exportId))
  expect(Buffer.from(await answer.arrayBuffer())).toEqual([...server.kept.values()][0]!.bytes)
}, 60_000)

test('a company that goes takes its files along, however many, and leaves its neighbour’s', async () => {
  const [gone, stays] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
  for (const organization of [gone, gone, gone, gone, stays]) await writeFile(organization, Readable.from([pdf]), 1000)
  await removeFolder(gone)
  expect([...server.kept.keys()]).toEqual([expect.stringMatching(`^${stays}/`)])
})

test('a file that was changed in the bucket is never served', async () => {
  const file = await writeFile('01900000-0000-7000-8000-000000000003', Readable.from([pdf]), 1000)
  expect(await readStored(file)).toEqual(pdf)
  for (const bytes of [
    Buffer.from('%PDF-1.7\nrecib0'),
    pdf.subarray(0, 5),
    Buffer.concat([pdf, pdf]),
    Buffer.alloc(0),
  ]) {
    server.kept.set(file.place, { bytes, sha256: '' })
    await expect(readStored(file)).rejects.toMatchObject({ problem: 'damaged' })
    await expect(withLocalFile(file, () => Promise.resolve())).rejects.toMatchObject({ problem: 'damaged' })
  }
  server.faults.push('serverError', 'serverError', 'serverError', 'serverError')
  const away = await openFile(file).catch((error: unknown) => error)
  expect(isTransient(away)).toBe(true)
  expect(onDisk()).toEqual([])
})

/** So many files of the company whose term has passed, the first of them first. */
async function withExpired({ owner, organizationId }: TestOrganization, count: number) {
  const places: string[] = []
  for (let ago = count; ago > 0; ago -= 1) {
    const file = await writeFile(organizationId, Readable.from([pdf]), 1000)
    const expiresAt = new Date(Date.now() - ago * 60_000)
    await withOrganization(owner, (db) => recordFile(db, owner, file, { kind: 'label', name: 'x', expiresAt }))
    places.push(file.place)
  }
  return places
}
const named = async ({ organizationId }: TestOrganization) =>
  (await inspect<{ place: string }>(organizationId, 'SELECT place FROM stored_file ORDER BY expires_at')).map(
    ({ place }) => place,
  )

test('a file that the bucket does not let go keeps its row, and no other file', async () => {
  const company = await createTestOrganization()
  const places = await withExpired(company, 5)
  server.faults.push('denied', null, 'denied')
  await asWorker(() => purgeFiles(company.organizationId, 2))
  const left = [places[0], places[2]]
  expect([await named(company), [...server.kept.keys()]]).toEqual([left, left])
  await asWorker(() => purgeFiles(company.organizationId, 2))
  expect([await named(company), server.kept.size]).toEqual([[], 0])
}, 60_000)

test('a bucket that is away is asked for one file, and what went before is settled', async () => {
  const company = await createTestOrganization()
  const places = await withExpired(company, 3)
  server.faults.push(null, 'serverError', 'serverError', 'serverError', 'serverError')
  const before = server.requests.length
  await expect(asWorker(() => purgeFiles(company.organizationId))).rejects.toMatchObject({ problem: 'away' })
  expect(server.requests.length - before).toBe(5)
  expect([await named(company), [...server.kept.keys()]]).toEqual([places.slice(1), places.slice(1)])
}, 60_000)

test('a file that no row names is removed from the bucket too, over all pages, except where the bucket refuses', async () => {
  const company = await createTestOrganization()
  const { organizationId, owner } = company
  const files = []
  for (let n = 0; n < 8; n += 1) files.push(await writeFile(organizationId, Readable.from([pdf]), 1000))
  const kept = files[4]!
  await withOrganization(owner, (db) => recordFile(db, owner, kept, { kind: 'photo', name: 'x' }))
  const places = [...server.kept.keys()].sort()
  const young = places.find((place) => place !== kept.place)!
  for (const [place, file] of server.kept) if (place !== young) file.writtenAt = new Date(0)
  // Three pages are listed first.
  server.faults.push(null, null, null, 'denied')
  await asWorker(() => purgeUnnamed(organizationId))
  const refused = places.find((place) => ![kept.place, young].includes(place))!
  expect([...server.kept.keys()].sort()).toEqual([kept.place, young, refused].sort())
  await asWorker(() => purgeUnnamed(organizationId))
  expect([...server.kept.keys()].sort()).toEqual([kept.place, young].sort())
}, 60_000)
