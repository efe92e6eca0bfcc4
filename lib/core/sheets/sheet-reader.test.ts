import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ExcelJS from 'exceljs'
import { hostileSheets } from '@/lib/testing/factories/hostile-sheets'
import { makeZip, sheetXml, workbookParts, type ZipPart } from '@/lib/testing/factories/zip-file'
import { headers, rowOf, writeOrderExport, writeRows } from '@/lib/testing/factories/order-export'
import { sampleOrders } from '@/lib/testing/factories/sample-orders'
import { readOrderRows } from '@/lib/connect/order-imports/order-stream'
import { SheetRefused } from './refusal'
import { columnIndex, columnLetters, readSheet, type SheetRow } from './sheet-reader'

const folder = mkdtempSync(join(tmpdir(), 'sheets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const file = (content: Buffer | string) => {
  const path = join(folder, `${(count += 1)}.xlsx`)
  writeFileSync(path, content)
  return path
}
const zip = (...parts: ZipPart[]) => file(makeZip(parts))

async function outcome(read: Promise<unknown>) {
  const before = process.memoryUsage().rss
  const started = process.cpuUsage()
  const code = await read.then(
    () => 'read',
    (error: unknown) => (error instanceof SheetRefused ? error.code : String(error)),
  )
  const megabytes = (process.memoryUsage().rss - before) / 1_048_576
  const { user, system } = process.cpuUsage(started)
  return { code, quick: user + system < 1_500_000, lean: megabytes < 50 }
}
const refused = (code: string) => ({ code, quick: true, lean: true })
const rowsOf = async (path: string) => {
  const rows: SheetRow[] = []
  await readSheet(path, (row) => rows.push(row), { preferredSheet: 'orders' })
  return rows.map(({ number, cells }) => [
    number,
    ...[...cells].map(([at, { kind, text }]) => `${columnLetters(at)} ${kind} ${text}`),
  ])
}

test.each(hostileSheets)('%s is refused at once and cheaply: %s', async (_, code, make) => {
  const path = file(make())
  expect(await outcome(readSheet(path, () => undefined, { preferredSheet: 'orders' }))).toEqual(refused(code))
})

test('every kind of cell is read, whatever wrote the sheet', async () => {
  const shared = '<sst><si><t>inteiro</t></si><si><r><t>em </t></r><r><t>partes</t></r><rPh><t>fon</t></rPh></si></sst>'
  const cells =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="BM2"><v>1.5</v></c></row>' +
    '<row><c t="inlineStr"><is><t>a &amp; b</t></is></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c t="str"><v>f</v></c><c/></row>'
  expect(await rowsOf(zip(...workbookParts(sheetXml(cells), shared)))).toEqual([
    [2, 'A text inteiro', 'C text em partes', 'BM number 1.5'],
    [3, 'A text a & b', 'B boolean 1', 'C error #REF!', 'D text f'],
  ])
})

test.each(['3000000000', 'Infinity', '3.5', '0', '-4', 'x', '2'])(
  'a row that says it is number %s is counted on',
  async (r) => {
    const cells = ['2', r, '5'].map((at) => `<row r="${at}"><c><v>7</v></c></row>`).join('')
    expect(await rowsOf(zip(...workbookParts(sheetXml(cells))))).toEqual([2, 3, 5].map((at) => [at, 'A number 7']))
  },
)

test('a formula whose result was never stored is an error and not an empty cell; an empty text is one, and so is a row of formulas alone', async () => {
  const cells =
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>A2*2</f><v></v></c><c r="C2" t="str"><f>""</f><v></v></c><c r="D2"><f>1+1</f><v>2</v></c></row>' +
    '<row r="3"><c r="B3"><f>A3*2</f></c></row>'
  expect(await rowsOf(zip(...workbookParts(sheetXml(cells))))).toEqual([
    [2, 'A number 1', 'D number 2', 'B error ='],
    [3],
  ])
})

test('a list with a picture of each of 500 products is read', async () => {
  const pictures = Array.from({ length: 500 }, (_, n) => ({ name: `xl/media/image${n}.png`, content: 'x' }))
  const parts = workbookParts(sheetXml('<row r="1"><c r="A1"><v>7</v></c></row>'))
  expect(await rowsOf(zip(...parts, ...pictures))).toEqual([[1, 'A number 7']])
})

test('a workbook whose entries are all of 64 bits is read, and its claims are judged as any other’s', async () => {
  const parts = workbookParts(sheetXml('<row r="1"><c r="A1"><v>7</v></c></row>'))
  const with64 = (zip64: NonNullable<ZipPart['zip64']>) => zip(...parts.map((part) => ({ ...part, zip64 })))
  expect(await rowsOf(with64(true))).toEqual([[1, 'A number 7']])
  for (const lie of [
    { unpackedBytes: 2n ** 40n },
    { unpackedBytes: 3n * 10n ** 9n },
    { fieldBytes: 12 },
    { fieldBytes: 0 },
  ])
    expect(await outcome(readSheet(with64(lie), () => undefined, { preferredSheet: 'orders' }))).toEqual(
      refused('importUnsafe'),
    )
})

test('namespace prefixes and absolute targets are understood', async () => {
  const [, relations] = workbookParts('')
  const parts: ZipPart[] = [
    {
      name: 'xl/workbook.xml',
      content:
        '<x:workbook xmlns:x="a" xmlns:r="b"><x:sheets><x:sheet name="Outra" r:id="rId2"/><x:sheet name="Orders" r:id="rId1"/></x:sheets></x:workbook>',
    },
    { ...relations!, content: String(relations!.content).replace('worksheets/', '/xl/worksheets/') },
    {
      name: 'xl/worksheets/sheet1.xml',
      content:
        '<x:worksheet xmlns:x="a"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    },
  ]
  expect(await rowsOf(zip(...parts))).toEqual([[1, 'A number 7']])
})

test('columns count as letters do', () => {
  for (const index of [0, 25, 26, 51, 64, 701, 702, 16_383]) expect(columnIndex(`${columnLetters(index)}7`)).toBe(index)
})

describe('an export is read order by order', () => {
  const collect = async (path: string, batch = 7) => {
    const orders = new Map<string, number[]>()
    await readOrderRows(path, batch, async ({ orders: read }) => {
      expect(read.length).toBeLessThanOrEqual(Math.max(batch, 50))
      for (const { code, rows } of read)
        orders.set(
          code,
          rows.map(({ row }) => row),
        )
    })
    return orders
  }

  test.each(['current', 'older', 'english'] as const)('the %s template gives every order whole', async (template) => {
    const path = join(folder, `${template}.xlsx`)
    const sample = [...sampleOrders(40, 5)]
    await writeOrderExport(path, sample, { template, sharedStrings: template !== 'older' })
    const orders = await collect(path)
    expect([...orders].map(([code, rows]) => [code, rows.length])).toEqual(
      sample.map(({ code, items }) => [code, items.length]),
    )
  })

  test('rows of one order that stand apart come together', async () => {
    const path = join(folder, 'scattered.xlsx')
    const row = (code: string) =>
      headers.current.map((name) => (name === 'ID do pedido' ? code : name === 'Nome do Produto' ? 'x' : null))
    await writeRows(path, [headers.current], ['AAAAAA', 'BBBBBB', 'AAAAAA', 'CCCCCC', 'BBBBBB', 'AAAAAA'].map(row))
    expect(await collect(path, 1)).toEqual(
      new Map([
        ['AAAAAA', [2, 4, 7]],
        ['BBBBBB', [3, 6]],
        ['CCCCCC', [5]],
      ]),
    )
  })

  test.each([
    ['only a header', 'importNoRows', [headers.current]],
    ['nothing at all', 'importColumnsMissing', []],
    [
      'another sheet',
      'importColumnsMissing',
      [
        ['Produto', 'Preço'],
        ['Caneca', '10'],
      ],
    ],
    ['some columns missing', 'importColumnsMissing', [headers.current.filter((name) => name !== 'Quantidade')]],
  ])('%s is refused: %s', async (_, code, head) => {
    const path = join(folder, `${(count += 1)}-head.xlsx`)
    await writeRows(path, head, [])
    expect(await outcome(collect(path))).toMatchObject({ code, quick: true })
  })

  test('a heading above the header is passed over', async () => {
    const path = join(folder, 'heading.xlsx')
    const [sample] = sampleOrders(1)
    await writeRows(
      path,
      [['Relatório'], [], headers.current],
      sample!.items.map((item) => rowOf(sample!, item, 'current')),
    )
    expect((await collect(path)).size).toBe(1)
  })
})

/** A workbook whose parts lie where its writer put them. */
const placedAt = (
  folder: string,
  { book = 'workbook.xml', shared = 'SharedStrings.xml', flags = '' } = {},
): ZipPart[] => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  return [
    {
      name: '_rels/.rels',
      content: `<Relationships>${relation('r', 'officeDocument', `${folder}${book}`)}</Relationships>`,
    },
    {
      name: `${folder}${book}`,
      content: `<workbook xmlns:r="x"><workbookPr ${flags}/><sheets><sheet name="Orders" r:id="a"/><sheet name="Frete" r:id="b"/></sheets></workbook>`,
    },
    {
      name: `${folder}_rels/${book}.rels`,
      content: `<Relationships>${relation('a', 'worksheet', 'tabs/one.xml')}${relation('b', 'worksheet', 'Tabs/two.xml')}${relation('c', 'sharedStrings', shared)}</Relationships>`,
    },
    { name: `${folder}${shared}`, content: '<sst><si><t>inteiro</t></si></sst>' },
    {
      name: `${folder}tabs/one.xml`,
      content: sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1</v></c></row>'),
    },
    {
      name: `${folder}tabs/two.xml`,
      content: sheetXml('<row r="1"><c r="A1" t="d"><v>2026-11-05T10:00:00Z</v></c></row>'),
    },
  ]
}

test.each([
  ['the usual folder, in other letters', placedAt('xl/')],
  ['another folder', placedAt('excel/')],
  ['no folder at all', placedAt('')],
  [
    'a relation from the root',
    placedAt('xl/', { shared: 'strings.xml' }).map((part) => ({
      ...part,
      content: String(part.content).replace('"strings.xml"', '"/xl/strings.xml"'),
    })),
  ],
  [
    'a folder that goes up',
    placedAt('xl/').map((part) => ({
      ...part,
      content: String(part.content).replace('"tabs/one.xml"', '"./../xl/tabs/one.xml"'),
    })),
  ],
])('the parts of a workbook in %s are found by its own relations', async (_, parts) => {
  expect(await rowsOf(zip(...parts))).toEqual([[1, 'A text inteiro', 'B number 1']])
})

test('every sheet is read where all are asked for, the wanted ones first, and each row says which is its', async () => {
  const rows: string[] = []
  const path = zip(...placedAt('xl/', { flags: 'date1904="1"' }))
  const take = ({ sheet, cells }: SheetRow) =>
    rows.push(
      `${sheet}: ${[...cells.values()].map(({ text, from1904 }) => `${text}${from1904 ? ' since 1904' : ''}`).join(' ')}`,
    )
  await readSheet(path, take, { preferredSheet: 'x', sheets: ['frete'], all: true })
  expect(rows).toEqual(['Frete: 2026-11-05T10:00:00', 'Orders: inteiro 1 since 1904'])
})

test('letters that XML cannot hold are what they stand for, in shared texts and in cells', async () => {
  const shared = '<sst><si><t>Taxa de_x000D_\ncomissão</t></si><si><t>_x005F_x000D_</t></si></sst>'
  const row =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>a_x0009_b_x1_x0000_c_xD800_</t></is></c></row>'
  const results: string[] = []
  const take = ({ cells }: SheetRow) => void results.push(...[...cells.values()].map(({ text }) => text))
  await readSheet(zip(...workbookParts(sheetXml(row), shared)), take, { preferredSheet: 'orders' })
  expect(results).toEqual(['Taxa de\r\ncomissão', '_x000D_', 'a\tb_x1 c '])
})

test.each(['hidden', 'veryHidden'])('a %s sheet comes after those that one sees, and says so', async (state) => {
  const book = new ExcelJS.Workbook()
  for (const name of ['orders', 'Renda', 'outra']) book.addWorksheet(name).addRow([name])
  book.getWorksheet('orders')!.state = state as 'hidden'
  const path = file(Buffer.from(await book.xlsx.writeBuffer()))
  const rows: SheetRow[] = []
  const options = { preferredSheet: 'orders', sheets: ['orders', 'renda'], all: true }
  await readSheet(path, (row) => rows.push(row), options)
  expect(rows.map(({ sheet, isHidden }) => [sheet, isHidden])).toEqual([
    ['Renda', undefined],
    ['outra', undefined],
    ['orders', true],
  ])
  const alone: SheetRow[] = []
  await readSheet(path, (row) => alone.push(row), { preferredSheet: 'orders' })
  expect(alone).toMatchObject([{ cells: new Map([[0, { text: 'orders' }]]) }])
})

test.each<[string, string, boolean]>([
  ['a day', 'dd/mm/yyyy', true],
  ['a month by its name', 'd-mmm', true],
  ['a clock', 'h:mm', true],
  ['an amount in words with letters of days', '"dia" 0.00', false],
  ['a color', '[Red]0.00', false],
  ['an amount with a unit', '0.000\\ \\m', false],
  ['an amount beside the width of a letter', '0.00_d', false],
  ['an amount after a letter that fills the cell', '*m0.00', false],
  ['digits', '00000', false],
  ['nothing', 'General', false],
])('a number that the sheet shows as %s', async (_, numFmt, isDay) => {
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('orders')
  sheet.addRow(['x', 1])
  sheet.getCell('A2').value = 46001
  sheet.getCell('A2').numFmt = numFmt
  const rows: SheetRow[] = []
  const path = file(Buffer.from(await book.xlsx.writeBuffer()))
  await readSheet(path, (row) => rows.push(row), { preferredSheet: 'orders' })
  expect(rows[1]!.cells.get(0)).toEqual({ kind: 'number', text: '46001', ...(isDay && { isDay }) })
})
