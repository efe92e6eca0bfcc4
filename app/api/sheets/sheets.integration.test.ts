import { readFileSync } from 'node:fs'
import { GET as getProgress } from '@/app/api/imports/[id]/route'
import { GET as getFailedRows } from '@/app/api/sheets/[id]/failed-rows/route'
import { POST } from '@/app/api/sheets/route'
import { GET as getTemplate } from '@/app/api/sheets/template/route'
import { ROLES } from '@/lib/core/permissions'
import { confirmSheetAction, mapColumnsAction } from '@/lib/connect/catalogue-sheets/actions'
import { getSheetView } from '@/lib/connect/catalogue-sheets/views'
import { newId } from '@/lib/core/ids'
import { confirmImportAction, createProductsAction } from '@/lib/connect/order-imports/actions'
import { sheetProblems } from '@/lib/core/sheets/sheet-values'
import { inspect } from '@/lib/testing/harnesses/database'
import { addMember, createTestOrganization, envelope, signInAs, signOut } from '@/lib/testing/factories/factories'
import {
  applyTestSheet,
  checkTestSheet,
  csvOf,
  getSheetRow,
  listProblems,
  listProducts,
  runCheck,
  xlsxOf,
} from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { makeZip, sheetXml, workbookParts } from '@/lib/testing/factories/zip-file'

const choices = { leaveOutBadRows: true, reason: null, stockFrom: null }
const context = (id = '') => ({ params: Promise.resolve({ id }) })
const request = (path = '') => new Request(`http://localhost:3000/api/sheets/${path}`)

async function post(
  { organizationId }: { organizationId: string },
  body: Buffer | string,
  query = 'kind=catalogue&fileName=x.csv',
  key = newId(),
) {
  const request = new Request(`http://localhost:3000/api/sheets?${query}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: { 'x-organization-id': organizationId, 'x-idempotency-key': key },
  })
  const answer = await POST(request, context())
  const said = (await answer.json()) as { ok: boolean; error?: string; data?: { importId: string } }
  return { status: answer.status, ...said }
}
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const simple = csvOf([
  ['SKU', 'Título'],
  ['A', 'Um'],
])

describe('a file that cannot be a sheet is refused with its own message, and nothing is written', () => {
  test.each([
    ['an empty file', 'importFileEmpty', ''],
    ['a page without a table', 'importNotSpreadsheet', '<html><p>SKU</p></html>'],
    ['a picture', 'importNotSpreadsheet', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an old or encrypted workbook', 'importProtected', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a bomb', 'importUnsafe', makeZip(workbookParts(Buffer.alloc(20_000_000)))],
  ])('%s, while it is sent: %s', async (_, error, body) => {
    const company = await createTestOrganization()
    await signInAs(company.owner)
    expect(await post(company, body)).toMatchObject({ status: 400, ok: false, error })
    expect(await inspect(company.organizationId, 'select 1 from import union all select 1 from stored_file')).toEqual(
      [],
    )
  })

  test.each([
    ['only headings', 'importNoRows', csvOf([['SKU', 'Título']])],
    ['nothing but one column', 'importNoRows', 'um\ndois\ntrês\n'],
    ['more rows than a sheet may have', 'importTooManyRows', `SKU;Título\n${'A;B\n'.repeat(50_100)}`],
    ['a quote that never ends', 'importUnsafe', `SKU;Título\nA;"${'x'.repeat(300_000)}`],
    ['a document type', 'importUnsafe', makeZip(workbookParts(`<!DOCTYPE x [<!ENTITY a "a">]>${sheetXml('')}`))],
  ])('%s, when it is read: %s', async (_, error, body) => {
    const company = await createTestOrganization()
    const importId = await checkTestSheet(company, body)
    expect(await getSheetRow(company, importId)).toMatchObject({ state: 'failed', error_code: error })
    expect(
      await inspect(company.organizationId, 'select 1 from import_row where organization_id = current_organization()'),
    ).toEqual([])
  })
})

test('the same upload sent twice is one sheet; the same key with another file is refused', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const key = newId()
  const first = await post(company, simple, undefined, key)
  expect(await post(company, simple, undefined, key)).toEqual(first)
  expect(await post(company, `${simple}\n`, undefined, key)).toMatchObject({ status: 409, error: 'keyReused' })
})

test('another company’s sheet is not found by any action, route, view or job, and stays as it is', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  const importId = await checkTestSheet(theirs, simple)
  await signInAs(mine.owner)
  const places = { places: { sku: 0 }, weight: 'kg', size: 'cm', zeroIsEmpty: true } as const
  expect(await confirmSheetAction(envelope(mine), { importId, ...choices })).toMatchObject({ error: 'notFound' })
  expect(await mapColumnsAction(envelope(mine), { importId, ...places })).toMatchObject({ error: 'notFound' })
  expect((await getFailedRows(request(), context(importId))).status).toBe(404)
  expect((await getProgress(request(), context(importId))).status).toBe(404)
  expect(await getSheetView(mine.owner, importId, {})).toBeNull()
  await runCheck(mine.owner, importId)
  expect(await post(theirs, simple)).toMatchObject({ status: 409, error: 'organizationChanged' })
  expect(await getSheetRow(theirs, importId)).toMatchObject({ state: 'ready', total: 1 })
})

test('a sheet of products is no import of orders, and cannot be confirmed as one', async () => {
  const company = await createTestOrganization()
  const importId = await checkTestSheet(company, simple)
  await signInAs(company.owner)
  const asOrders = { importId, takeStock: false, leaveOutBadRows: false }
  expect(await confirmImportAction(envelope(company), asOrders)).toMatchObject({ error: 'notFound' })
  expect(await createProductsAction(envelope(company), { importId })).toMatchObject({ error: 'notFound' })
})

test.each(ROLES)('the role %s may use sheets only as the table of roles says', async (role) => {
  const allowed = ['owner', 'admin', 'manager'].includes(role)
  const company = await createTestOrganization()
  const importId = await checkTestSheet(company, simple)
  await signInAs(role === 'owner' ? company.owner : await addMember(company, role))
  const seen = [
    (await post(company, simple)).status,
    (await getTemplate(request('template'), context())).status,
    (await confirmSheetAction(envelope(company), { importId, ...choices })).ok,
  ]
  expect(seen).toEqual(allowed ? [200, 200, true] : [403, 403, false])
})

test('a caller without a session gets nothing', async () => {
  signOut()
  expect(await post(await createTestOrganization(), simple)).toMatchObject({ status: 401, error: 'signedOut' })
})

test.each(['xlsx', 'csv'])(
  'today’s products as %s come back without changing anything, whatever their texts begin with',
  async (format) => {
    const company = await createTestOrganization()
    await applyTestSheet(
      company,
      csvOf([
        [
          'SKU',
          'Título',
          'Preço',
          'Custo',
          'Estoque contado',
          'Códigos de barras',
          'Peso (g)',
          'NCM',
          'Endereço no estoque',
          'Descrição (HTML)',
        ],
        ['A', "'=SOMA(1)", '1.234,50', '3,1234', '7', '7891234567895', '250', '01012100', '0012', '<p>Boa</p>'],
        ['0001', 'Número como texto', '', '', '', '', '', '', '', ''],
      ]),
    )
    await signInAs(company.owner)
    const sheet = await bytesOf(await getTemplate(request(`template?template=filled&format=${format}`), context()))
    await addStockedProduct(company, { sku: 'SOLD-SINCE' })
    const importId = await checkTestSheet(company, sheet)
    expect(await getSheetRow(company, importId)).toMatchObject({ state: 'done', summary: { outcomes: { same: 2 } } })
    expect(await listProducts(company)).toMatchObject([
      { sku: '0001' },
      { sku: 'A', title: '=SOMA(1)', cost: 3.1234, stock: 7 },
      {},
    ])
  },
)

test('refused rows come as a sheet under their own headings: mended, they go through without asking again', async () => {
  const company = await createTestOrganization()
  const importId = await checkTestSheet(
    company,
    csvOf([
      ['SKU', 'Outra coisa', 'Título', 'Preço'],
      ['A', 'x', 'Um', 'dez'],
      ['B', 'y', 'Dois', '1,00'],
    ]),
  )
  await signInAs(company.owner)
  const answer = await getFailedRows(request(), context(importId))
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  const again = await checkTestSheet(company, await bytesOf(answer))
  expect(await listProblems(company, again)).toEqual(['2 price notMoney'])
})

test('every reason has its words in both languages', () => {
  for (const language of ['pt-BR', 'en']) {
    const { sheets } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as {
      sheets: { reasons: Record<string, string> }
    }
    for (const reason of sheetProblems) expect([reason, typeof sheets.reasons[reason]]).toEqual([reason, 'string'])
  }
})

test('a workbook of numbers and formulas is read as what the cells show', async () => {
  const company = await createTestOrganization()
  const body = await xlsxOf([
    ['SKU', 'Título', 'Preço'],
    ['A', '=HYPERLINK("http://x")', 10],
  ])
  await applyTestSheet(company, body)
  expect(await listProducts(company)).toMatchObject([{ sku: 'A', price: '1000', title: '=HYPERLINK("http://x")' }])
})
