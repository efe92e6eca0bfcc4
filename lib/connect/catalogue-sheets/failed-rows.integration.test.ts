import ExcelJS from 'exceljs'
import { buffer } from 'node:stream/consumers'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { checkTestSheet, csvOf } from '@/lib/testing/factories/sheets'
import { downloadFailedRows } from './failed-rows'

async function readFile({ owner }: TestOrganization, importId: string): Promise<string[][]> {
  await signInAs(owner)
  const { content } = await downloadFailedRows({ ...owner, timeZone: 'America/Sao_Paulo' }, importId)
  const book = new ExcelJS.Workbook()
  await book.xlsx.load((await buffer(content)) as unknown as ArrayBuffer)
  const rows: string[][] = []
  book.worksheets[0]!.eachRow((row) =>
    rows.push((row.values as unknown[]).slice(1).map((value) => String(value ?? ''))),
  )
  return rows
}

test('more refused rows than one batch come whole, each once, in the order of the sheet', async () => {
  const company = await createTestOrganization()
  const skus = Array.from({ length: 1_203 }, (_, i) => `S-${i}`)
  const sheet = csvOf([['SKU', 'Título', 'Preço'], ...skus.map((sku) => [sku, 'Um', 'dez'])])
  const [, ...rows] = await readFile(company, await checkTestSheet(company, sheet))
  expect(rows.map(([sku]) => sku)).toEqual(skus)
  expect(rows.at(-1)).toEqual(['S-1202', 'Um', 'dez', expect.stringContaining('dez'), '1204'])
})

test('a heading far to the right leaves no empty columns before it, and its values come under it', async () => {
  const company = await createTestOrganization()
  const gap = Array.from({ length: 700 }, () => '')
  const sheet = csvOf([
    ['SKU', 'Título', ...gap, 'Preço'],
    ['A', 'Um', ...gap, 'dez'],
  ])
  const [headings, row] = await readFile(company, await checkTestSheet(company, sheet))
  expect(headings!.slice(0, 3)).toEqual(['SKU', 'Título', 'Preço'])
  expect(headings).toHaveLength(5)
  expect(row!.slice(0, 3)).toEqual(['A', 'Um', 'dez'])
})

test('when a file has too many headings, the read ones are kept; a cut text is left out', async () => {
  const company = await createTestOrganization()
  const others = Array.from({ length: 700 }, (_, i) => `Outra ${i}`)
  const sheet = csvOf([
    ['SKU', 'Título', ...others, 'Descrição (HTML)', 'Preço'],
    ['A', 'Um', ...others.map(() => ''), 'x'.repeat(9_000), 'dez'],
  ])
  const [headings, row] = await readFile(company, await checkTestSheet(company, sheet))
  expect(headings).toHaveLength(202)
  expect(headings!.slice(198, 200)).toEqual(['Descrição (HTML)', 'Preço'])
  expect([row![198], row![199]]).toEqual([undefined, 'dez'])
})
