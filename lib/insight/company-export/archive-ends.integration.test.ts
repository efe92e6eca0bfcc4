import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { withOrganization } from '@/lib/core/db'
import { most } from '@/lib/core/exports/schema'
import { storedPath } from '@/lib/core/files/folder-store'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import { requestTestArchive, requestAsPerson, readArchive } from '@/lib/testing/harnesses/archive-harness'
import { givePassword } from '@/lib/testing/samples/given-password'
import { inspect, withOwner } from '@/lib/testing/harnesses/database'
import { filesIn, folderOf, setCustomer, withOrders } from '@/lib/testing/harnesses/export-harness'
import { findExport, readExportFile, runTask, writeExport } from '@/lib/testing/factories/exports'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { unpackZip } from '@/lib/testing/factories/unpack-zip'

const usual = most.wholeCompanyMegabytes
afterEach(() => void (most.wholeCompanyMegabytes = usual))

const MEGABYTE = 1024 ** 2

async function companyWithPassword<T extends TestOrganization>(made: Promise<T>): Promise<T> {
  const company = await made
  await givePassword(company.owner)
  return company
}

async function keep({ organizationId, owner }: TestOrganization, name: string, bytes: Buffer) {
  const file = await writeFile(organizationId, Readable.from([bytes]), 10 * MEGABYTE)
  await withOrganization(owner, (db) => recordFile(db, owner, file, { kind: 'receipt', name }))
  return storedPath(file.place)
}

const fileNames = (archive: Map<string, Buffer>) =>
  [...archive.keys()].filter((name) => name.startsWith('arquivos/')).map((name) => name.split('/').at(-1)!)
const readmeOf = (archive: Map<string, Buffer>) => archive.get('LEIA-ME.txt')!.toString('utf8')

/** In a transaction of the database's owner, within the company. */
const inCompany = ({ organizationId }: TestOrganization, run: (client: pg.ClientBase) => Promise<void>) =>
  withOwner(async (client) => {
    await client.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId])
    await client.query('BEGIN')
    await run(client)
    await client.query('COMMIT')
  })

const erase = (client: pg.ClientBase, { organizationId, owner }: TestOrganization) =>
  client.query('INSERT INTO buyer_erasure (organization_id, id, orders, erased_by) VALUES ($1, $2, 1, $3)', [
    organizationId,
    newId(),
    owner.userId,
  ])

async function untilSomebodyWaits(of: 'advisory' | 'transactionid') {
  const waiting = `SELECT 1 FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND l.locktype = $1 AND a.datname = current_database()`
  while ((await withOwner((owner) => owner.query(waiting, [of]))).rowCount === 0) await wait(20)
}

test('missing or damaged files are reported by name, and the archive holds all others', async () => {
  const company = await companyWithPassword(createTestOrganization())
  await keep(company, 'bom.pdf', Buffer.from('um comprovante'))
  rmSync(await keep(company, 'sumiu.pdf', Buffer.from('outro comprovante')))
  for (const [name, bytes] of [
    ['pequeno.pdf', Buffer.from('mais um')],
    ['grande.pdf', randomBytes(5 * MEGABYTE)],
  ] as const) {
    const path = await keep(company, name, bytes)
    const written = readFileSync(path)
    written[written.length - 1]! ^= 1
    writeFileSync(path, written)
  }
  const archive = await readArchive(company.owner)
  expect(fileNames(archive)).toEqual([expect.stringMatching(/^bom-[0-9a-f]{8}\.pdf$/)])
  const readme = readmeOf(archive)
  expect(readme).toMatch(/1 arquivo não estava mais no armazenamento:\r\n {2}comprovantes\/sumiu-/)
  expect(readme).toMatch(/2 arquivos estão danificados no armazenamento:(\r\n {2}comprovantes\/(pequeno|grande)-.*){2}/)
  expect(readme).toContain('  comprovantes: 1 (1 MB)')
})

test('files that do not fit are reported; an archive whose records alone are too large fails, and leaves nothing', async () => {
  const company = await companyWithPassword(createTestOrganization())
  await keep(company, 'cabe.pdf', randomBytes(100_000))
  await keep(company, 'enorme.pdf', randomBytes(3 * MEGABYTE))
  most.wholeCompanyMegabytes = 66
  const archive = await readArchive(company.owner)
  expect(fileNames(archive)).toEqual([expect.stringMatching(/^cabe-/)])
  expect(readmeOf(archive)).toMatch(/1 arquivo não coube .*\r\n {2}comprovantes\/enorme-/)
  const kept = filesIn(folderOf(company))
  most.wholeCompanyMegabytes = 1 / 64
  const exportId = await requestTestArchive(company.owner)
  await runTask('export-list', company.owner, exportId)
  expect(await findExport(company.owner, exportId)).toMatchObject({ state: 'failed', errorCode: 'fileTooLarge' })
  expect(filesIn(folderOf(company))).toEqual(kept)
})

test('cancelled in the middle it leaves no file, and can be asked for again', async () => {
  const company = await companyWithPassword(withOrders(6))
  const exportId = await requestTestArchive(company.owner)
  const cancel = () =>
    inspect(company.organizationId, `UPDATE export SET state = 'cancelled' WHERE id = $1`, [exportId])
  await writeExport(company.owner, exportId, {
    batchRows: 2,
    afterBatch: async (done) => void (done > 20 && (await cancel())),
  })
  expect(await findExport(company.owner, exportId)).toMatchObject({ state: 'cancelled', file: null })
  expect(filesIn(folderOf(company))).toEqual([])
  expect(await requestAsPerson(company.owner)).toMatchObject({ ok: true })
})

test('a buyer who is erased while it is written ends it, and the archives of before expire', async () => {
  const company = await companyWithPassword(withOrders(6))
  const { owner } = company
  const before = await requestTestArchive(owner)
  await runTask('export-list', owner, before)
  expect(await findExport(owner, before)).toMatchObject({ state: 'done' })
  const during = await requestTestArchive(owner)
  let erased = false
  const afterBatch = async () => {
    if (!erased) await inCompany(company, async (client) => void (await erase(client, company)))
    erased = true
  }
  await writeExport(owner, during, { afterBatch })
  expect(await findExport(owner, during)).toMatchObject({ state: 'failed', errorCode: 'exportBuyerErased', file: null })
  expect(await findExport(owner, before)).toMatchObject({ state: 'expired', file: null })
})

test('an archive that is finished in the moment of an erasure expires with it', async () => {
  const company = await companyWithPassword(withOrders(2))
  const { organizationId, owner } = company
  const exportId = await requestTestArchive(owner)
  await inspect(organizationId, `UPDATE export SET state = 'running' WHERE id = $1`, [exportId])
  const file = await writeFile(organizationId, Readable.from(['x']), MEGABYTE, { id: exportId })
  let erasing: Promise<void> | undefined
  await withOrganization(owner, async (db) => {
    await db.$queryRaw`SELECT id FROM export WHERE id = ${exportId}::uuid FOR UPDATE`
    erasing = inCompany(company, async (client) => void (await erase(client, company)))
    await untilSomebodyWaits('transactionid')
    const expiresAt = new Date(Date.now() + 86_400_000)
    await recordFile(db, owner, file, { kind: 'export', name: 'empresa-inteira.zip', expiresAt })
    await db.export.updateMany({ where: { id: exportId }, data: { state: 'done', fileId: file.id } })
  })
  await erasing
  expect(await findExport(owner, exportId)).toMatchObject({ state: 'expired', file: null })
})

test('an archive that begins while a buyer is being erased waits, and reads nothing of them', async () => {
  const company = await companyWithPassword(withOrders(3))
  await setCustomer(company, 'Maria Canário')
  const exportId = await requestTestArchive(company.owner)
  let writing: Promise<void> | undefined
  await inCompany(company, async (client) => {
    await erase(client, company)
    writing = writeExport(company.owner, exportId)
    await Promise.race([untilSomebodyWaits('advisory'), writing])
    await client.query('UPDATE orders SET customer_name = NULL')
  })
  await writing
  const archive = await unpackZip(await readExportFile(company.owner, exportId))
  for (const [name, content] of archive)
    expect({ name, named: content.includes('Canário') }).toEqual({ name, named: false })
})
