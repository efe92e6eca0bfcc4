// Texts of our workbooks are read again as they were.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readSheet } from '../sheets/sheet-reader'
import { sheetValue } from './cells'
import { writeSheet } from './file-formats'

const folder = mkdtempSync(join(tmpdir(), 'texts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const texts = ['_x0041_', 'KIT_x0041_B', '_x0041_x0042_', '_x005F_x0041_', '_x00', 'a_b', 'Caneca']
async function* batches() {
  yield texts.map((text) => [text])
}

const headings = [{ title: 'SKU_x0041_', type: 'text' as const, width: 10 }]

test('a text that looks like an escaped letter comes back as it is', async () => {
  const file = await buffer(
    writeSheet.xlsx({ name: 'a', headings, batches: batches(), language: 'pt', timeZone: 'UTC' }),
  )
  const path = join(folder, 'texts.xlsx')
  writeFileSync(path, file)
  const read: string[] = []
  await readSheet(path, ({ cells }) => void read.push(cells.get(0)?.text ?? ''), { preferredSheet: 'a' })
  expect(read).toEqual(['SKU_x0041_', ...texts])
})

test.each([
  ['x'.repeat(32_767), 'x'.repeat(32_767)],
  ['x'.repeat(40_000), `${'x'.repeat(32_765)}…`],
  [`=${'x'.repeat(40_000)}`, `'=${'x'.repeat(32_764)}…`],
  [`${'x'.repeat(32_764)}😀${'x'.repeat(9)}`, `${'x'.repeat(32_764)}…`],
])('a text longer than a cell of a worksheet is cut, where it may be', (text, written) => {
  expect(sheetValue(text, 'text', 'UTC')).toBe(written)
})
