import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processorMs } from '@/lib/testing/harnesses/processor-time'
import { asWindows } from './decode-text'
import { readTable } from './table-reader'
import { SheetRefused } from './refusal'

const folder = mkdtempSync(join(tmpdir(), 'markup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const options = { preferredSheet: 'x', maxRows: 10 }

/** The rows of a file: its sheet, its number, and its cells by their column. */
async function rowsOf(content: Buffer | string, more: { sheets?: string[] } = {}) {
  const path = join(folder, 'a.xls')
  writeFileSync(path, content)
  const rows: unknown[] = []
  const take = (row: { sheet?: string; number: number; cells: Map<number, { kind: string; text: string }> }) =>
    rows.push([row.sheet, row.number, Object.fromEntries([...row.cells].map(([at, { text }]) => [at, text]))])
  await readTable(path, take, { ...options, ...more })
  return rows
}

test('a page with a table that goes by the name .xls is a sheet', async () => {
  const page = `<html><head><meta charset="iso-8859-1"><style>td { a: "<tr><td>" }</style></head><body>
    <table border=1><tr><td colspan=2>Relat&oacute;rio<br>de Renda</td><td>N&ordm;</td></tr>
    <!-- <tr><td>x</td></tr> --><tr><th>ID do
      pedido</th><td></td><td class="xl24">&nbsp;<b>R$ 1.234,56</b>&nbsp;</td></tr>
    <tr><td>Ação &amp; cia &#8211; 1 &lt; 2<td>sem fim</table></body></html>`
  expect(await rowsOf(Buffer.from(page, 'latin1'))).toEqual([
    [undefined, 1, { 0: 'Relatório\nde Renda', 2: 'Nº' }],
    [undefined, 2, { 0: 'ID do pedido', 2: 'R$ 1.234,56' }],
    [undefined, 3, { 0: 'Ação & cia – 1 < 2', 1: 'sem fim' }],
  ])
})

test('every sheet of Excel’s XML of 2003 is read, with the positions of its rows and cells', async () => {
  const book = `<?xml version="1.0" encoding="UTF-8"?><?mso-application progid="Excel.Sheet"?>
    <Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
    <Worksheet ss:Name="Vazia"><Table/></Worksheet><Worksheet ss:Name="Renda &amp; mais"><Table><Row ss:Height="12">
    <Cell><Data ss:Type="String">ID</Data></Cell><Cell ss:Index="3"><Data ss:Type="Number">-18.5</Data></Cell></Row>
    <Row ss:Index="5"><Cell ss:MergeAcross="1"><Data ss:Type="DateTime">2026-11-03T10:00:00.000</Data></Cell><Cell/>
    <Cell><ss:Data ss:Type="String">fim</ss:Data></Cell></Row></Table></Worksheet></Workbook>`
  expect(await rowsOf(book, { sheets: [] })).toEqual([
    ['Renda & mais', 1, { 0: 'ID', 2: '-18.5' }],
    ['Renda & mais', 5, { 0: '2026-11-03T10:00:00.000', 3: 'fim' }],
  ])
})

test.each(['3000000000', 'Infinity', '3.5', '2.5', '-4', 'x'])(
  'a row or cell of index %s is counted on',
  async (index) => {
    const cells = `<Cell><Data>a</Data></Cell><Cell ss:Index="${index}"><Data>b</Data></Cell>`
    const table = `<Table><Row>${cells}</Row><Row ss:Index="${index}">${cells}</Row></Table>`
    expect(await rowsOf(`<Workbook><Worksheet ss:Name="x">${table}</Worksheet></Workbook>`)).toEqual([
      [undefined, 1, { 0: 'a', 1: 'b' }],
      [undefined, 2, { 0: 'a', 1: 'b' }],
    ])
  },
)

test.each([
  ['-1', 1],
  ['-300', 1],
  ['0.5', 1],
  ['1.5', 2],
  ['x', 1],
  ['3000000000', 1_000],
  ['Infinity', 1_000],
])('a cell merged across %s more loses no other', async (more, second) => {
  const row = `<Row><Cell ss:MergeAcross="${more}"><Data>a</Data></Cell><Cell><Data>b</Data></Cell></Row>`
  const read = rowsOf(`<Workbook><Worksheet ss:Name="x"><Table>${row}</Table></Worksheet></Workbook>`)
  if (second < 1_000) expect(await read).toEqual([[undefined, 1, { 0: 'a', [second]: 'b' }]])
  else await expect(read).rejects.toThrow(SheetRefused)
})

test.each([
  ['a page without a table', '<html><body>Sessão expirada</body></html>', 'importNotSpreadsheet'],
  ['an invoice', '<?xml version="1.0"?><nfeProc><NFe/></nfeProc>', 'importNotSpreadsheet'],
  ['too many rows', `<table>${'<tr><td>1'.repeat(11)}</table>`, 'importTooManyRows'],
  ['a cell that no sheet holds', `<table><tr><td>${'x'.repeat(40_000)}</table>`, 'importUnsafe'],
  ['a row without an end', `<table><tr>${'<td colspan=900>'.repeat(3)}</table>`, 'importUnsafe'],
])('%s is refused', async (_, content, code) => {
  const refused = await rowsOf(content).catch((error: unknown) => (error instanceof SheetRefused ? error.code : error))
  expect(refused).toBe(code)
})

test('thousands of scripts and comments cost no more than their length', async () => {
  const page = `<table><tr><td>a</td></tr></table>${'<script></script><!-- -->'.repeat(50_000)}`
  expect(await processorMs(() => rowsOf(page))).toBeLessThan(2_000)
})

const amounts = 'a;b\n1,50;2,50'
test.each([
  [
    'a wider line with commas above the headings',
    `Relatório, feito em, 03/11/2026, a, b, c\n${amounts.replaceAll(';', ';;')}`,
    ';',
  ],
  ['an amount with a comma in every cell', 'a;b;c\n1,50;2,50;3,50\n4,50;5,50;6,50', ';'],
  ['tabs beside commas', 'a\tb\tc\n1,50\t2,50\t3,50', '\t'],
  ['tabs between quoted cells', '"a"\t"b"\t"c"\n"1"\t"2"\t"3"', '\t'],
  ['commas alone', 'a,b,c\n1,2;3,3\n4,5;6,6', ','],
])('the cells of a text with %s are known', async (_, content, delimiter) => {
  const lines = content.split('\n')
  const last = lines.at(-1)!.replaceAll('"', '').split(delimiter)
  expect((await rowsOf(content)).at(-1)).toEqual([
    undefined,
    lines.length,
    Object.fromEntries([...last.entries()].filter(([, each]) => each !== '')),
  ])
})

test('a text that was read and saved in the wrong encoding has its letters again, and São Paulo has its own', async () => {
  const twice = Buffer.from('Preço;Saída;NÃO É;à “vista” – 5 €').toString('latin1')
  const windows = asWindows(twice)
  const [[, , cells]] = (await rowsOf(`${windows};SÃO PAULO;Â`)) as [[unknown, unknown, object]]
  expect(Object.values(cells)).toEqual(['Preço', 'Saída', 'NÃO É', 'à “vista” – 5 €', 'SÃO PAULO', 'Â'])
})

const text = 'ID do pedido\tValor\r\n261101AAAA0001\tção'
const wide = Buffer.from(text, 'utf16le')
test.each([
  ['UTF-16, the low byte first', Buffer.concat([Buffer.from([0xff, 0xfe]), wide])],
  ['UTF-16 without a mark', wide],
  ['UTF-16, the high byte first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
])('a sheet saved as text in %s is read', async (_, bytes) => {
  expect(await rowsOf(bytes)).toEqual([
    [undefined, 1, { 0: 'ID do pedido', 1: 'Valor' }],
    [undefined, 2, { 0: '261101AAAA0001', 1: 'ção' }],
  ])
})
