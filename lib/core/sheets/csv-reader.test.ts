import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullProfile } from '@/lib/testing/harnesses/report-figures'
import { readCsvFile } from './csv'
import { readCsv } from './csv-reader'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'csv-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Each row as its number and its cells by column. */
async function rowsOf(content: string | Buffer, maxRows = 10): Promise<[number, Record<number, string>][]> {
  const path = join(folder, 'sheet.csv')
  writeFileSync(path, content)
  const rows: [number, Record<number, string>][] = []
  const take = ({ number, cells }: { number: number; cells: ReadonlyMap<number, { text: string }> }) =>
    void rows.push([number, Object.fromEntries([...cells].map(([column, { text }]) => [column, text]))])
  await readCsv(path, take as never, { maxRows })
  return rows
}

test.each<[string, string | Buffer, [number, Record<number, string>][]]>([
  [
    'quotes around delimiters, quotes and line ends',
    'a;"b;""c""\nd"\r\ne;f',
    [
      [1, { 0: 'a', 1: 'b;"c"\nd' }],
      [2, { 0: 'e', 1: 'f' }],
    ],
  ],
  [
    'line ends of three systems',
    'a;b\r\nc;d\re;f\ng;h',
    [
      [1, { 0: 'a', 1: 'b' }],
      [2, { 0: 'c', 1: 'd' }],
      [3, { 0: 'e', 1: 'f' }],
      [4, { 0: 'g', 1: 'h' }],
    ],
  ],
  [
    'an empty line counts, and is no row',
    'a;b\n\n;;\nc;d\n',
    [
      [1, { 0: 'a', 1: 'b' }],
      [4, { 0: 'c', 1: 'd' }],
    ],
  ],
  [
    'a quote within a text is a character',
    'TV 50";b\nx "y" z;c\n',
    [
      [1, { 0: 'TV 50"', 1: 'b' }],
      [2, { 0: 'x "y" z', 1: 'c' }],
    ],
  ],
  ['spaces between delimiter and quotes', 'a ; "b" ;c\n', [[1, { 0: 'a ', 1: 'b', 2: 'c' }]]],
  [
    'a quote that is never closed takes no row with it',
    'a;b\nc;"d\ne;f\ng;h\n',
    [
      [1, { 0: 'a', 1: 'b' }],
      [2, { 0: 'c', 1: '"d' }],
      [3, { 0: 'e', 1: 'f' }],
      [4, { 0: 'g', 1: 'h' }],
    ],
  ],
  ['a named delimiter', 'sep=|\na|b;c\n', [[1, { 0: 'a', 1: 'b;c' }]]],
  [
    'tabs, with empty cells',
    'a\t\tb\n\t\tc\n',
    [
      [1, { 0: 'a', 2: 'b' }],
      [2, { 2: 'c' }],
    ],
  ],
  ['Windows-1252', Buffer.from('pre\u00e7o;\u00e3\n', 'latin1'), [[1, { 0: 'preço', 1: 'ã' }]]],
  ['UTF-16', Buffer.from('\ufeffpreço;b\n', 'utf16le'), [[1, { 0: 'preço', 1: 'b' }]]],
  ['UTF-8 with its mark', '\ufeff"preço";b\n', [[1, { 0: 'preço', 1: 'b' }]]],
])('%s', async (_, content, rows) => {
  expect(await rowsOf(content)).toEqual(rows)
})

test('two cells that begin with a quote take no rows between them, and cells of several lines stay whole', async () => {
  const lines = [
    'code;title;units',
    'A;"Tela 24;1',
    ...Array.from({ length: 20 }, (_, i) => `B${i};Caneca;2`),
    'C;"Tela 32;3',
    'D;"two\nlines";4',
  ]
  const rows = await rowsOf(lines.join('\n'), 50)
  expect(rows).toHaveLength(24)
  expect(rows[1]).toEqual([2, { 0: 'A', 1: '"Tela 24', 2: '1' }])
  expect(rows[22]).toEqual([23, { 0: 'C', 1: '"Tela 32', 2: '3' }])
  expect(rows[23]).toEqual([24, { 0: 'D', 1: 'two\nlines', 2: '4' }])
})

test.each([
  ['a cell longer than any program writes', `a;${'x'.repeat(120_001)}\n`],
  ['more columns than a sheet has', `${'a;'.repeat(1_001)}\n`],
])('%s is refused', async (_, content) => {
  await expect(rowsOf(content)).rejects.toMatchObject({ code: 'importUnsafe' })
})

test('a quote that takes more than a megabyte is named with its row', async () => {
  const refusal = { code: 'importQuoteOpen', values: { row: 2 } }
  await expect(rowsOf(`a;b\nc;"${'x;y\n'.repeat(300_000)}`)).rejects.toMatchObject(refusal)
})

test('a file of line ends is refused past as many empty rows as are taken', async () => {
  const path = join(folder, 'empty.csv')
  const read = (rows: number, maxEmptyRows?: number) => {
    writeFileSync(path, '\n'.repeat(rows))
    return readCsv(path, () => {}, { maxRows: 10, maxEmptyRows })
  }
  await expect(read(1_000, 1_000)).resolves.toBeUndefined()
  await expect(read(1_001, 1_000)).rejects.toMatchObject({ code: 'importTooManyRows' })
  // A million takes seconds.
  if (isFullProfile) await expect(read(1_050_000)).rejects.toMatchObject({ code: 'importTooManyRows' })
})

test('a line of delimiters alone is refused long before its end is read', async () => {
  const path = join(folder, 'delimiters.csv')
  writeFileSync(path, ';'.repeat(20_000_000))
  let read = 0
  const pause = (progress: number) => void (read = progress)
  await expect(readCsv(path, () => {}, { maxRows: 10, pause })).rejects.toMatchObject({ code: 'importUnsafe' })
  expect(read).toBeLessThan(0.2)
})

test('more rows than are taken are refused, with the number that is', async () => {
  await expect(rowsOf('a;b\nc;d\ne;f\n', 2)).rejects.toMatchObject({ code: 'importTooManyRows' })
})

test('a file of ours is read back, its first rows alone', () => {
  expect(readCsvFile('\uFEFFa;"b;""c"\r\nd;\r\ne;f\r\n', 2)).toEqual([
    ['a', 'b;"c'],
    ['d', ''],
  ])
})

const endOf = async (content: string) => {
  const path = join(folder, 'cut.csv')
  writeFileSync(path, content)
  const rows: [number, number | undefined, boolean | undefined][] = []
  await readCsv(path, ({ cells, width, isOpen }) => void rows.push([cells.size, width, isOpen]), { maxRows: 10 })
  return rows
}

test.each<[string, string, [number, number, boolean | undefined][]]>([
  [
    'within its last row',
    'a;b;c\n4;5',
    [
      [3, 3, undefined],
      [2, 2, true],
    ],
  ],
  [
    'within a quoted cell',
    'a;b;c\n4;"5',
    [
      [3, 3, undefined],
      [2, 2, true],
    ],
  ],
  [
    'with a line break',
    'a;b;c\n4;5\r\n',
    [
      [3, 3, undefined],
      [2, 2, undefined],
    ],
  ],
  [
    'without one, behind all of its cells',
    'a;b;c\n4;5;',
    [
      [3, 3, undefined],
      [2, 3, true],
    ],
  ],
  ['behind its headings', 'a;b;c', [[3, 3, true]]],
])('a text that ends %s', async (_, content, expected) => expect(await endOf(content)).toEqual(expected))
