import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { withOrganization } from '../db'
import { idAt, newId } from '../ids'
import { asWorker } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { storedPath } from './folder-store'
import { purgeUnnamed } from './purge-files'
import { recordFile, writeFile } from './store'

const HOUR_MS = 3_600_000
/** A file as a killed process leaves it, written so long ago. */
async function left(organizationId: string, hours: number, id = newId()) {
  const file = await writeFile(organizationId, Readable.from(['x']), 10, { id })
  const at = new Date(Date.now() - hours * HOUR_MS)
  await utimes(storedPath(file.place), at, at)
  return file
}

test('a file that no row names goes after two days; what a row names, is younger or another company’s stays', async () => {
  const [mine, other] = [await createTestOrganization(), await createTestOrganization()]
  const { organizationId, owner } = mine
  const files: Record<string, { place: string }> = {}
  for (const n of [1, 2, 3]) files[`old ${n}`] = await left(organizationId, 49)
  files.young = await left(organizationId, 47)
  // Written for a wish of last year.
  files['young, of an old id'] = await left(organizationId, 0, idAt(Date.now() - 8760 * HOUR_MS))
  files['of another'] = await left(other.organizationId, 49)
  for (const [name, expiresAt] of [
    ['named', null],
    ['named and due', new Date(0)],
  ] as const) {
    const file = await left(organizationId, 49)
    await withOrganization(owner, (db) => recordFile(db, owner, file, { kind: 'photo', name, expiresAt }))
    files[name] = file
  }
  await asWorker(() => purgeUnnamed(organizationId, 2))
  const stay = Object.keys(files).filter((name) => existsSync(storedPath(files[name]!.place)))
  expect(stay).toEqual(['young', 'young, of an old id', 'of another', 'named', 'named and due'])
})
