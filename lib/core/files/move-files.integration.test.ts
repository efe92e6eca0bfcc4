import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { withOrganization } from '../db'
import { BucketServer } from '@/lib/testing/fakes/bucket-server'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { bucketStore } from './bucket-store'
import { folderStore, storedPath } from './folder-store'
import { findLost, moveFiles } from './move-files'
import { recordFile, writeFile, type FileKind } from './store'

const server = new BucketServer()
const elsewhere = mkdtempSync(join(tmpdir(), 'mascate-back-'))
beforeAll(() => server.start())
afterAll(async () => {
  await server.stop()
  rmSync(elsewhere, { recursive: true, force: true })
})

async function withFiles(...kinds: FileKind[]) {
  const company = await createTestOrganization()
  const places: string[] = []
  for (const [n, kind] of kinds.entries()) {
    const file = await writeFile(company.organizationId, Readable.from([Buffer.from(`arquivo ${n}`)]), 100)
    await withOrganization(company, (db) => recordFile(db, company.owner, file, { kind, name: 'a' }))
    places.push(file.place)
  }
  return { ...company, places }
}

test('files move to a bucket and back, byte for byte; broken off in between it goes on where it stopped', async () => {
  const { organizationId, places } = await withFiles(...Array<FileKind>(12).fill('receipt'))
  const [folder, bucket] = [folderStore(), bucketStore(server.settings())]
  expect(await findLost(organizationId, bucket)).toHaveLength(12)
  // Each file is looked for and sent: refused in the middle of the second eight.
  server.faults.push(...Array.from({ length: 18 }, () => null), 'denied')
  await expect(moveFiles(organizationId, folder, bucket)).rejects.toMatchObject({ problem: 'refused' })
  const rest = await moveFiles(organizationId, folder, bucket)
  expect([rest.copied + rest.there, rest.lost]).toEqual([12, []])
  expect([rest.copied, rest.there]).not.toContain(0)
  expect(await moveFiles(organizationId, folder, bucket)).toEqual({ copied: 0, there: 12, lost: [] })
  expect([...server.kept.keys()].sort()).toEqual([...places].sort())
  expect(await findLost(organizationId, bucket)).toEqual([])

  const back = folderStore((place) => join(elsewhere, place))
  expect(await moveFiles(organizationId, bucket, back)).toMatchObject({ copied: 12, lost: [] })
  expect(
    readdirSync(elsewhere, { recursive: true }).filter((name) => /-[0-9a-f]{12}$/.test(String(name))),
  ).toHaveLength(13)
})

test('a missing or changed file is named, and never counts as moved; an imported sheet may be gone', async () => {
  const { organizationId, places } = await withFiles('receipt', 'receipt', 'receipt', 'import')
  const [gone, changed, , sheet] = places
  for (const place of [gone, sheet]) rmSync(storedPath(place!))
  writeFileSync(storedPath(changed!), 'arquivo x')
  const bucket = bucketStore(server.settings())
  const { copied, lost } = await moveFiles(organizationId, folderStore(), bucket)
  expect([copied, [...lost].sort()]).toEqual([1, [gone, changed].sort()])
  expect([...(await findLost(organizationId, bucket))].sort()).toEqual([gone, changed].sort())
})
