import { GET } from '@/app/api/analytics/route'
import { exportKindOf, type AnalyticsTab } from '@/lib/sales/sales-figures/analysis-filters'
import { formatMoney } from '@/lib/core/money'
import { section, sell, year } from '@/lib/testing/harnesses/analytics-harness'
import { column } from '@/lib/testing/harnesses/export-harness'
import { requestTestExport, exportRows, readExportFile, writeExport } from '@/lib/testing/factories/exports'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { requestExportAction } from './actions'

let company: TestOrganization
beforeAll(async () => {
  company = await createTestOrganization()
  await sell(company)
})

const query = (more: Record<string, string> = {}) => new URLSearchParams({ ...year, ...more }).toString()
/** As a file writes it: without the mark, and without points between the thousands. */
const reais = (cents: bigint) =>
  formatMoney(cents, 'pt')
    .replace(/R\$\s|\./g, '')
    .replace('−', '-')

test('a ranking of products is exported as its screen has it, whole and not by the page', async () => {
  const abc = await section(company, 'abc', { measure: 'profit' })
  const rows = await exportRows(company.owner, { kind: 'abc', query: query({ measure: 'profit', page: '7' }) })
  expect(column(rows, 'SKU')).toEqual(abc.rows.map(({ sku }) => sku))
  expect(column(rows, 'Classe')).toEqual(abc.rows.map((row) => row.class))
  expect(column(rows, 'Valor (R$)')).toEqual(abc.rows.map(({ valueCents }) => reais(valueCents)))

  const profit = await section(company, 'profit', { sort: 'worst' })
  const profits = await exportRows(company.owner, { kind: 'itemProfit', query: query({ sort: 'worst', by: 'shop' }) })
  expect(column(profits, 'SKU')).toEqual(profit.rows.map(({ detail }) => detail))
  expect(column(profits, 'Margem (R$)')).toEqual(
    profit.rows.map(({ marginCents }) => (marginCents === null ? '' : reais(marginCents))),
  )

  const cover = await section(company, 'cover')
  const covers = await exportRows(company.owner, { kind: 'stockCover', query: query() })
  expect(column(covers, 'SKU')).toEqual(cover.rows.map(({ sku }) => sku))
  const [band] = Object.keys(cover.bands)
  const ofBand = await exportRows(company.owner, { kind: 'stockCover', query: query({ band: band! }) })
  expect(ofBand.length - 1).toBe(cover.bands[band as keyof typeof cover.bands])
})

test('written in several batches, each place of a ranking stands in the file once', async () => {
  const exportId = await requestTestExport(company.owner, { kind: 'abc', query: query() })
  const seen: number[] = []
  await writeExport(company.owner, exportId, { batchRows: 3, afterBatch: (done) => void seen.push(done) })
  const lines = (await readExportFile(company.owner, exportId)).toString('utf8').trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(';')[0]))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(seen).toEqual([3, 6, 8])
})

test('no request writes a ranking itself', async () => {
  await signInAs(company.owner)
  const request = (given: Record<string, string>) =>
    GET(new Request(`http://localhost:3000/api/analytics?${query(given)}`), { params: Promise.resolve({}) })
  const listed: [AnalyticsTab, string][] = [
    ['abc', 'product'],
    ['cover', 'product'],
    ['profit', 'product'],
  ]
  for (const [tab, by] of listed) {
    expect(exportKindOf({ tab, by: 'product' })).not.toBeNull()
    expect((await request({ tab, by })).status).toBe(404)
  }
  expect((await request({ tab: 'profit', by: 'shop' })).status).toBe(200)
})

test('rankings are not for who may not export', async () => {
  for (const role of ['viewer', 'operator'] as const) {
    await signInAs(await addMember(company, role))
    for (const kind of ['abc', 'itemProfit', 'stockCover'] as const) {
      const input = { kind, format: 'csv', query: '', language: 'pt', toDrive: false } as const
      expect(await requestExportAction(envelope(company), input)).toMatchObject({
        ok: false,
        error: 'permissionDenied',
      })
    }
  }
})
