import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeZip } from '@/lib/testing/factories/zip-file'
import { readMoney, readTime } from './cell-values'
import { columnLetters, type Cell, type SheetRow } from './sheet-reader'
import { inspectTableFile, readTable } from './table-reader'

const folder = mkdtempSync(join(tmpdir(), 'ods-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" ' +
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
const ods = (tables: string, manifest = '') => {
  const path = join(folder, 'a.ods')
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`
  writeFileSync(
    path,
    makeZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      { name: 'content.xml', content },
      {
        name: 'META-INF/manifest.xml',
        content: `<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>`,
      },
    ]),
  )
  return path
}
const table = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`
const text = (said: string, more = '') =>
  `<table:table-cell office:value-type="string" ${more}><text:p>${said}</text:p></table:table-cell>`

async function read(path: string, all = true) {
  const rows: SheetRow[] = []
  await readTable(path, (one) => void rows.push(one), {
    preferredSheet: 'orders',
    sheets: ['renda', 'order'],
    all,
    maxRows: 1000,
  })
  return rows
}
const shown = (rows: SheetRow[]) =>
  rows.map(({ number, sheet, cells }) => [
    `${sheet} ${number}`,
    ...[...cells].map(([at, { kind, text: said }]) => `${columnLetters(at)} ${kind} ${said}`),
  ])

test('every kind of cell of an OpenDocument sheet is read by what it stores', async () => {
  const cells = [
    text('a &amp; b'),
    '<table:table-cell office:value-type="currency" office:value="1234.5"><text:p>R$ 1.234,50</text:p></table:table-cell>',
    '<table:table-cell office:value-type="date" office:date-value="2026-11-03T10:15:00.000000000"><text:p>03/11/26</text:p></table:table-cell>',
    '<table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>VERDADEIRO</text:p></table:table-cell>',
    '<table:table-cell table:number-columns-repeated="2"/>',
    '<table:covered-table-cell/>',
    text('duas</text:p><text:p>linhas<text:s text:c="2"/>x<text:line-break/>y'),
    '<table:table-cell office:value-type="string"><office:annotation><text:p>nota</text:p></office:annotation><text:p>v</text:p></table:table-cell>',
    '<table:table-cell office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#REF!</text:p></table:table-cell>',
    '<table:table-cell office:value-type="float" office:value="2" table:number-columns-repeated="2"><text:p>2</text:p></table:table-cell>',
    '<table:table-cell table:number-columns-repeated="16000"/>',
  ]
  const empty = row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048000"')
  const path = ods(
    table('x', row('<table:table-cell/>', 'table:number-rows-repeated="3"') + row(cells.join('')) + empty),
  )
  expect(await inspectTableFile(path)).toBe('ods')
  const rows = await read(path)
  expect(shown(rows)).toEqual([
    [
      'x 4',
      'A text a & b',
      'B number 1234.5',
      'C text 2026-11-03T10:15:00',
      'D boolean 1',
      'H text duas\nlinhas  x\ny',
      'I text v',
      'J error #REF!',
      'K number 2',
      'L number 2',
    ],
  ])
  const at = (column: number) => rows[0]!.cells.get(column) as Cell
  expect(readMoney(at(1))).toEqual({ ok: true, value: 123450n })
  expect(readTime(at(2))).toEqual({ ok: true, value: Date.parse('2026-11-03T13:15:00Z') })
})

test('the sheets come in the order that is asked for, and rows that the file writes once are as many as they stand for', async () => {
  const path = ods(
    table('Orders', row(text('o'))) +
      table('Renda', row(text('r'), 'table:number-rows-repeated="3"') + row(text('s'))) +
      table('Notas', row(text('n'))),
  )
  expect(shown(await read(path))).toEqual([
    ['Renda 1', 'A text r'],
    ['Renda 2', 'A text r'],
    ['Renda 3', 'A text r'],
    ['Renda 4', 'A text s'],
    ['Orders 1', 'A text o'],
    ['Notas 1', 'A text n'],
  ])
  expect(shown(await read(path, false))).toHaveLength(4)
})

test.each([
  [
    'a row that stands for a million',
    documentOf(row(text('x'), 'table:number-rows-repeated="1000000"')),
    'importTooManyRows',
  ],
  [
    'a cell that stands for a million',
    documentOf(row(text('x', 'table:number-columns-repeated="1000000"'))),
    'importUnsafe',
  ],
  [
    'long rows that stand for many',
    documentOf(row(text('x'.repeat(30_000)), 'table:number-rows-repeated="900"')),
    'importUnsafe',
  ],
  ['a thousand sheets', () => ods(table('x', row(text('x'))).repeat(1000)), 'importUnsafe'],
  ['no sheet', () => ods(''), 'importNotSpreadsheet'],
  [
    'a password',
    () => ods(table('x', ''), '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'),
    'importProtected',
  ],
])('%s is refused', async (_, path, code) => {
  await expect(read(path())).rejects.toMatchObject({ code })
})

test('an archive of sheets is refused by what is in it', async () => {
  const path = join(folder, 'c.zip')
  const names = ['Order.return_refund.xls', 'b/Order.cancelled.XLSX', '__MACOSX/._Order.xls', 'leia.txt']
  writeFileSync(path, makeZip(names.map((name) => ({ name, content: 'x' }))))
  await expect(inspectTableFile(path)).rejects.toMatchObject({ code: 'importIsArchive', values: { files: 2 } })
})

test('another archive is no sheet', async () => {
  const path = join(folder, 'b.zip')
  writeFileSync(path, makeZip([{ name: 'content.xml', content: '<a/>' }]))
  await expect(inspectTableFile(path)).rejects.toMatchObject({ code: 'importNotSpreadsheet' })
})

function documentOf(rows: string) {
  return () => ods(table('x', rows))
}

test('hidden sheets come after those that one sees, and say so', async () => {
  const style = (name: string, display: string) =>
    `<style:style style:name="${name}" style:family="table"><style:table-properties table:display="${display}"/></style:style>`
  const styled = (name: string, of: string) =>
    table(name, row(text(name))).replace('<table:table ', `<table:table table:style-name="${of}" `)
  const path = join(folder, 'hidden.ods')
  const parts = style('ta1', 'true') + style('ta2', 'false')
  writeFileSync(
    path,
    makeZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      {
        name: 'content.xml',
        content: `<?xml version="1.0"?><office:document-content ${names} xmlns:style="s"><office:automatic-styles>${parts}</office:automatic-styles><office:body><office:spreadsheet>${styled('renda 1', 'ta2')}${styled('outra', 'ta1')}</office:spreadsheet></office:body></office:document-content>`,
      },
    ]),
  )
  expect((await read(path)).map(({ sheet, isHidden }) => [sheet, isHidden])).toEqual([
    ['outra', undefined],
    ['renda 1', true],
  ])
})
