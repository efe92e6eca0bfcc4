import { appendFileSync, linkSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { existsSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { pack } from './pack.mjs'

const LARGE = 6_000_000
const folder = mkdtempSync(join(tmpdir(), 'pack-'))
const place = join(folder, 'postgres')
const [relation, away] = [join(place, 'base/5/16384'), join(folder, 'away')]
const target = join(folder, 'draft/16384.gz')
const packed = () => pack(place, 'base/5/16384', target)
beforeEach(() => {
  for (const made of [join(place, 'base/5'), away]) mkdirSync(made, { recursive: true })
  writeFileSync(relation, 'rows')
  writeFileSync(join(away, '16384'), 'for root alone', { mode: 0o600 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Changes that the database's user may make between the look at the folder and the reading of a file. */
const swaps: [string, () => void][] = [
  ['a file by a link', () => replaced(relation, () => symlinkSync(join(away, '16384'), relation))],
  ['a file by a second name of another', () => replaced(relation, () => linkSync(join(away, '16384'), relation))],
  ['a file by a link to what has no end', () => replaced(relation, () => symlinkSync('/dev/zero', relation))],
  ...((process.platform === 'linux'
    ? [['a folder by a link', () => replaced(join(place, 'base/5'), () => symlinkSync(away, join(place, 'base/5')))]]
    : []) as [string, () => void][]),
]
function replaced(path: string, make: () => void) {
  renameSync(path, `${path}.before`)
  make()
}

test.each(swaps)('a user who replaces %s has nothing of it packed', async (_what, swap) => {
  swap()
  await expect(packed()).rejects.toThrow(`${relation} is a link`)
  expect(existsSync(target)).toBe(false)
})

test('a file that is gone meanwhile is left out', async () => {
  rmSync(join(place, 'base/5'), { recursive: true })
  expect(await packed()).toBeNull()
})

test.each([
  ['grows while it is read is packed as far as it went', () => appendFileSync(relation, Buffer.alloc(LARGE)), LARGE],
  ['shrinks while it is read is packed as far as it goes', () => truncateSync(relation, LARGE / 2), LARGE / 2],
])('a large file that %s', async (_how, change, bytes) => {
  writeFileSync(relation, Buffer.alloc(LARGE, 'rows'))
  const packing = packed()
  change()
  expect(await packing).toMatchObject({ bytes })
  expect(gunzipSync(readFileSync(target)).equals(Buffer.alloc(bytes, 'rows'))).toBe(true)
})

test.each(['', 'rows'])('a small file of "%s" is packed whole', async (content) => {
  writeFileSync(relation, content)
  expect(await packed()).toMatchObject({ bytes: content.length })
  expect(gunzipSync(readFileSync(target)).toString()).toBe(content)
})
