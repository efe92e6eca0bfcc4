import ExcelJS from 'exceljs'
import { GET as download } from '@/app/api/profit/statement/route'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { addMember, createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { columnsOf } from './statement'
import { getResultFor } from './views'

const period = 'period=custom&from=2026-10-01&to=2026-11-30'
const request = (query: string) =>
  download(new Request(`http://localhost/api/profit/statement?${query}`), { params: Promise.resolve({}) })

async function companyWithSales() {
  const company = await createTestOrganization()
  const productId = await addProduct(company, 'A')
  await addOrders(company, await addShop(company, 'Loja'), [
    { at: '2026-10-10T12:00:00Z', cents: 10_000n, charged: 2_000n, productId, unitCost: '30' },
    { at: '2026-11-02T12:00:00Z', cents: 5_050n, estimated: 900n, charged: 905n, productId },
    { at: '2026-11-03T12:00:00Z', cents: 1_950n, status: 'cancelled', productId },
  ])
  return company
}
const viewOf = ({ organizationId }: TestOrganization) =>
  getResultFor(
    { organizationId, role: 'owner', timeZone: 'America/Sao_Paulo' },
    Object.fromEntries(new URLSearchParams(period)),
  )

test('the sheet has the statement’s amounts as numbers, with whose it is and how much has a cost', async () => {
  const company = await companyWithSales()
  await signInAs(company.owner)
  const response = await request(`${period}&format=xlsx`)
  expect(response.headers.get('content-disposition')).toContain('resultado-2026-10-01-2026-11-30.xlsx')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(await response.arrayBuffer())
  const rows = (book.worksheets[0]!.getSheetValues() as unknown[][]).map((row) => row?.slice(1))
  const of = (name: string) => rows.find((row) => row?.[0] === name)?.slice(1)
  expect(rows[1]).toEqual([
    'Linha',
    'out/2026',
    'nov/2026',
    'Total',
    '% da receita',
    'Período anterior',
    'Como se sabe',
  ])
  expect(of('Vendas brutas')).toEqual([100, 70, 170, 1.1296, 0, 'informado'])
  expect(of('Cancelamentos')).toEqual([0, -19.5, -19.5, -0.1296, 0, 'informado'])
  expect(of('Receita de produtos')).toEqual([100, 50.5, 150.5, 1, 0, 'informado'])
  expect(of('Taxas do canal')).toEqual([-20, -9.05, -29.05, -0.193, 0, 'informado'])
  expect(of('Taxas do canal: Taxa do canal')).toEqual(of('Taxas do canal'))
  expect(of('Custo dos produtos')).toEqual([-30, undefined, -30, -0.1993, 0, 'digitado'])
  expect(of('Taxas informadas')?.slice(0, 3)).toEqual([-20, -9.05, -29.05])
  expect(of('Receita com custo conhecido')?.filter((value) => value !== undefined)).toEqual([0.6645])
  expect(of('CNPJ ou CPF')?.[0]).toBe('Todas as empresas')
  expect(columnsOf(await viewOf(company)).map(({ kind }) => kind)).toEqual(['month', 'month', 'total', 'previous'])
})

test('as CSV it is written as the language writes numbers', async () => {
  const company = await companyWithSales()
  await signInAs(company.owner)
  const text = await (await request(`${period}&format=csv`)).text()
  expect(text.split('\r\n').slice(1, 4)).toEqual([
    'Vendas brutas;100,00;70,00;170,00;112,96;0,00;informado',
    'Cancelamentos;0,00;-19,50;-19,50;-12,96;0,00;informado',
    'Receita de produtos;100,00;50,50;150,50;100,00;0,00;informado',
  ])
})

test('the file is for who exports and reads the money, and holds what they may read', async () => {
  const company = await companyWithSales()
  for (const [role, status] of [
    ['finance', 200],
    ['operator', 403],
    ['viewer', 403],
  ] as const) {
    await signInAs(await addMember(company, role))
    expect({ role, status: (await request(period)).status }).toEqual({ role, status })
  }
  const { organizationId } = company
  const other = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: other, name: '=2+2' }, select: { id: true } }),
  )
  await signInAs(company.owner)
  const text = await (await request(`${period}&format=csv&entity=${other}`)).text()
  expect(text).toContain("'=2+2")
  expect(text).toContain('Receita líquida;0,00;0,00;0,00')
})
