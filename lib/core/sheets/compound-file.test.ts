import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOldWorkbook } from './compound-file'
import { listEntries } from './zip-directory'

const folder = mkdtempSync(join(tmpdir(), 'xls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Layout = { shift?: number; sector?: number; written?: number }
/** A compound file as programs begin it: a header, a sector, and a directory of streams of these names. */
function compound(streams: readonly string[], { shift = 9, sector = 1, written = shift }: Layout = {}): string {
  const size = 2 ** shift
  const file = Buffer.alloc(size * 4)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(written, 30)
  file.writeUInt32LE(sector, 48)
  for (const [at, name] of streams.entries()) file.write(name, 2 * size + at * 128, 'utf16le')
  const path = join(folder, 'a.xls')
  writeFileSync(path, file)
  return path
}

test.each<[string, string[], Layout, boolean]>([
  ['Excel 97 to 2003', ['Root Entry', 'Workbook', '\u0005SummaryInformation'], {}, true],
  ['Excel 5', ['Root Entry', 'Book'], {}, true],
  ['large sectors', ['Root Entry', 'Workbook'], { shift: 12 }, true],
  ['a newer workbook under a password', ['Root Entry', 'EncryptionInfo', 'EncryptedPackage'], {}, false],
  ['a Word document', ['Root Entry', 'WordDocument', 'MyWorkbook2'], {}, false],
  ['a directory behind the end', ['Root Entry', 'Workbook'], { sector: 4_000_000 }, false],
  ['no directory', ['Root Entry', 'Workbook'], { sector: 0xfffffffe }, false],
  ['a sector of no size', ['Root Entry', 'Workbook'], { written: 40 }, false],
])('a compound file of %s', async (_, streams, layout, isOld) => {
  const path = compound(streams, layout)
  const file = await open(path, 'r')
  expect(await isOldWorkbook(file)).toBe(isOld)
  await file.close()
  await expect(listEntries(path)).rejects.toMatchObject({ code: isOld ? 'importOldExcel' : 'importProtected' })
})

test('a compound file that ends in its header', async () => {
  const path = join(folder, 'short.xls')
  writeFileSync(path, Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  await expect(listEntries(path)).rejects.toMatchObject({ code: 'importProtected' })
})
