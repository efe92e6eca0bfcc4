import ExcelJS from 'exceljs'
import { GET as download } from '@/app/api/exports/[id]/route'
import { GET as options } from '@/app/api/exports/options/route'
import { can, ROLES, type Role } from '@/lib/core/permissions'
import { withOrganization, type Actor } from '@/lib/core/db'
import { getExpenseListFor } from '@/lib/money/expenses/views'
import { newId } from '@/lib/core/ids'
import { getOrderListFor, getOrderTotalsFor } from '@/lib/sales/orders/views'
import { getProductListFor } from '@/lib/catalog/products/views'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import {
  requestTestExport,
  exportRows,
  findExport,
  readExportFile,
  runTask,
  writeExport,
} from '@/lib/testing/factories/exports'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { addOrders, addProduct, addShop } from '@/lib/testing/factories/sales'
import { requestExportAction } from './actions'
import {
  params,
  request,
  column,
  folderOf,
  filesIn,
  withOrders,
  setCustomer,
  addExpense,
} from '@/lib/testing/harnesses/export-harness'

const timeZone = 'America/Sao_Paulo'
const cents = (text: string) => BigInt(text.replace(/[.,]/g, ''))

test('an export holds what the filter finds, with the count and the totals of the list', async () => {
  const company = await withOrders(40)
  const viewer = { organizationId: company.organizationId, timeZone, role: 'owner' as const }
  for (const query of [
    '',
    'status=delivered,shipped',
    'from=2026-10-03&to=2026-10-09',
    'valid=1',
    `shop=${company.shopId}`,
  ]) {
    const list = await getOrderListFor(viewer, Object.fromEntries(new URLSearchParams(query)), 1000)
    const totals = await getOrderTotalsFor(viewer, list.filters)
    const rows = await exportRows(company.owner, { query: `${query}&after=x&totals=exact` })
    expect(column(rows, 'Pedido')).toEqual(list.page.rows.map(({ externalCode, code }) => externalCode ?? code))
    expect(BigInt(rows.length - 1)).toBe(totals.orders)
    const valid = rows.slice(1).filter((row) => !['Cancelado', 'Não pago'].includes(row[rows[0]!.indexOf('Situação')]!))
    const sum = column([rows[0]!, ...valid], 'Vendas (R$)').reduce((all, text) => all + cents(text), 0n)
    expect(sum).toBe(totals.grossCents)
  }
})

test('a product comes with the day from which its cost holds, as a sheet that comes back reads it', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [always, later] = [await addProduct(company, 'A'), await addProduct(company, 'B')]
  await addProduct(company, 'C')
  const costs = [
    [always, '2000-01-01', '4'],
    [later, '2000-01-01', '4'],
    [later, '2026-10-05', '5'],
    [later, '2999-01-01', '6'],
  ] as const
  await withOrganization(company, (db) =>
    db.productCost.createMany({
      data: costs.map(([productId, day, cost]) => ({
        organizationId,
        productId,
        fromDay: new Date(day),
        cost,
        source: 'hand',
      })),
    }),
  )
  const products = await exportRows(company.owner, { kind: 'products', query: 'sort=sku' })
  expect(column(products, 'Custo (R$)')).toEqual(['4', '5', ''])
  expect(column(products, 'Custo desde')).toEqual(['', '05/10/2026', ''])
})

test('products and expenses come as their lists show them', async () => {
  const company = await createTestOrganization()
  for (const sku of ['B-2', 'A-1', 'C-3']) await addProduct(company, sku)
  await addExpense(company, 'Aluguel', 185_050n, '2026-10-05')
  await addExpense(company, 'Luz', 9_900n, '2026-11-05')
  const viewer = { ...company.owner, timeZone, role: 'owner' as const }
  const { page } = await getProductListFor(viewer, { sort: 'sku', direction: 'desc' })
  const products = await exportRows(company.owner, { kind: 'products', query: 'sort=sku&direction=desc' })
  expect(column(products, 'SKU')).toEqual(page.rows.map(({ sku }) => sku))
  const filter = { from: '2026-10-01', to: '2026-10-31' }
  const { totals } = await getExpenseListFor(viewer, filter)
  const expenses = await exportRows(company.owner, { kind: 'expenses', query: new URLSearchParams(filter).toString() })
  expect(expenses).toEqual([
    [
      'Descrição',
      'Categoria',
      'Tipo',
      'Valor (R$)',
      'Vencimento',
      'Situação',
      'Paga em',
      'De quem',
      'Parcela',
      'Compra de estoque',
      'Comprovante',
    ],
    ['Aluguel', '', 'Fixo', '1850,50', '05/10/2026', 'Pendente', '', '', '', 'Não', 'Não'],
  ])
  expect(totals.totalCents).toBe(185_050n)
  const english = await exportRows(company.owner, { kind: 'expenses', language: 'en', query: 'from=2026-11-01' })
  expect(english[1]).toEqual(['Luz', '', 'Fixed', '99.00', '2026-11-05', 'Pending', '', '', '', 'No', 'No'])
})

test('a text that would start a formula is marked as text, in both formats; a negative number is not', async () => {
  const company = await createTestOrganization()
  const bad = ['=1+1', '+55 11', '-2', '@cmd', '\tx', '＝1', ' =2', 'a;b"c']
  for (const text of bad) await addExpense(company, text, 100n, '2026-10-05')
  const shown = bad.map((text) => (text === 'a;b"c' ? text : `'${text}`))
  const rows = await exportRows(company.owner, { kind: 'expenses' })
  expect(column(rows, 'Descrição').sort()).toEqual([...shown].sort())
  const id = await requestTestExport(company.owner, { kind: 'expenses', format: 'xlsx' })
  await runTask('export-list', company.owner, id)
  const book = new ExcelJS.Workbook()
  await book.xlsx.load((await readExportFile(company.owner, id)).buffer as ArrayBuffer)
  const texts = book.worksheets[0]!.getColumn(1).values.slice(2)
  expect([...texts].map(String).sort()).toEqual([...shown].sort())
  expect(JSON.stringify(book.worksheets[0]!.getSheetValues())).not.toContain('formula')
  const company2 = await withOrders(1)
  await withOrganization(company2.owner, (db) =>
    db.order.updateMany({ where: { organizationId: company2.organizationId }, data: { feesEstimatedCents: 5000n } }),
  )
  expect(column(await exportRows(company2.owner), 'Líquido de taxas (R$)')).toEqual(['-40,00'])
})

test('a worksheet has numbers as numbers and times as dates of the company', async () => {
  const company = await withOrders(1)
  const id = await requestTestExport(company.owner, { format: 'xlsx' })
  await runTask('export-list', company.owner, id)
  const book = new ExcelJS.Workbook()
  await book.xlsx.load((await readExportFile(company.owner, id)).buffer as ArrayBuffer)
  const [heading, row] = [1, 2].map((number) => book.worksheets[0]!.getRow(number).values as unknown[])
  const at = (title: string) => row![heading!.indexOf(title)]
  expect(at('Vendas (R$)')).toBe(10)
  expect(at('Unidades')).toBe(1)
  expect(at('Custo dos produtos (R$)')).toBe(3.5)
  expect(at('Criado em')).toEqual(new Date('2026-10-01T09:00:00Z'))
})

test('the export of orders says how a manual order was paid, and nothing where it was not said', async () => {
  const company = await withOrders(2)
  const { organizationId } = company
  expect(column(await exportRows(company.owner, { query: '' }), 'Pagamento')).toEqual(['', ''])
  await withOrganization({ organizationId }, (db) =>
    db.order.updateMany({ where: { organizationId, revenueCents: { gt: 0 } }, data: { paymentMethod: 'credit_card' } }),
  )
  const rows = await exportRows(company.owner, { query: '' })
  expect(column(rows, 'Pagamento')).toEqual(['Cartão de crédito', 'Cartão de crédito'])
})

test('the cost of an order stands in the file to the cent as in the result, which rounds each item', async () => {
  const company = await createTestOrganization()
  const shop = await addShop(company, newId())
  const productId = await addProduct(company, newId())
  await addOrders(company, shop, [{ at: '2026-10-03T12:00:00Z', productId, unitCost: '0.335' }])
  await inspect(
    company.organizationId,
    `INSERT INTO order_item (organization_id, order_id, line, product_id, title, quantity, unit_price_cents, subtotal_cents, unit_cost)
     SELECT organization_id, order_id, 2, product_id, title, 1, 0, 0, unit_cost FROM order_item`,
  )
  const rows = await exportRows(company.owner, { query: '' })
  expect(column(rows, 'Custo dos produtos (R$)')).toEqual(['0,68'])
})

test('each role gets the columns that it may see, and only roles with the right get a file', async () => {
  const company = await withOrders(2)
  await setCustomer(company, 'Maria Canário')
  for (const role of ROLES) {
    const member = role === 'owner' ? company.owner : await addMember(company, role)
    await signInAs(member)
    const input = { kind: 'orders', format: 'csv', query: '', language: 'pt', toDrive: false } as const
    const result = await requestExportAction(envelope(company), input)
    if (!can(role, 'list.export')) {
      expect(result).toMatchObject({ ok: false, error: 'permissionDenied' })
      expect((await options(request(), params(''))).status).toBe(403)
      continue
    }
    if (!result.ok) throw new Error(result.error)
    await runTask('export-list', member, result.data.exportId)
    const text = (await readExportFile(member, result.data.exportId)).toString('utf8')
    expect(text.includes('Canário')).toBe(can(role, 'buyer.read'))
    expect(text.includes('Cliente')).toBe(can(role, 'buyer.read'))
    expect(text.includes('Custo')).toBe(can(role, 'money.read'))
    expect((await download(request(), params(result.data.exportId))).status).toBe(200)
  }
})

test('an accountant exports the entities named at the invitation, and nothing of the others', async () => {
  const company = await withOrders(3)
  const { organizationId } = company
  const otherEntity = newId()
  await withOrganization({ organizationId }, (db) =>
    db.legalEntity.create({ data: { organizationId, id: otherEntity, name: 'Outra' }, select: { id: true } }),
  )
  const otherShop = await addShop({ ...company, legalEntityId: otherEntity }, 'Loja Sul')
  await addOrders(company, otherShop, [{ at: '2026-10-02T12:00:00Z', cents: 99_999n, productId: company.productId }])
  const accountant = await addMember(company, 'accountant')
  const row = { organizationId, userId: accountant.userId!, legalEntityId: otherEntity }
  await withOrganization({ organizationId }, (db) =>
    db.membershipEntity.create({ data: row, select: { userId: true } }),
  )
  const rows = await exportRows({ ...accountant, legalEntityIds: [otherEntity] })
  expect(column(rows, 'Vendas (R$)')).toEqual(['999,99'])
})

test.each([
  [
    'removed',
    (role: Role, { organizationId, userId }: Actor) =>
      inspect(organizationId, 'delete from membership where user_id = $1', [userId]),
  ],
  [
    'given a role without the right',
    (role: Role, { organizationId, userId }: Actor) =>
      inspect(organizationId, `update membership set role = 'viewer' where user_id = $1`, [userId]),
  ],
])('a member who was %s gets no file: the job fails with a clear code', async (_, change) => {
  const company = await withOrders(3)
  const manager = await addMember(company, 'manager')
  const exportId = await requestTestExport(manager)
  await asWorker(() => changeAsOwner(company, () => change('manager', manager)))
  await runTask('export-list', manager, exportId)
  expect(await findExport(manager, exportId)).toMatchObject({
    state: 'failed',
    errorCode: 'exportRightsGone',
    file: null,
  })
  expect(filesIn(folderOf(company))).toEqual([])
})
const changeAsOwner = async (_: TestOrganization, run: () => Promise<unknown>) => run()

test('a change of role while the file is written ends it, and one afterwards closes the download', async () => {
  const company = await withOrders(6)
  const manager = await addMember(company, 'manager')
  const setRole = (role: Role) =>
    withOrganization(company.owner, (db) =>
      db.membership.updateMany({
        where: { organizationId: company.organizationId, userId: manager.userId! },
        data: { role },
      }),
    )
  const broken = await requestTestExport(manager)
  await expect(
    writeExport(manager, broken, { batchRows: 2, afterBatch: () => setRole('finance').then(() => undefined) }),
  ).rejects.toMatchObject({ code: 'exportRightsGone' })
  await setRole('manager')
  const whole = await requestTestExport(manager)
  await runTask('export-list', manager, whole)
  await signInAs(manager)
  expect((await download(request(), params(whole))).status).toBe(200)
  await setRole('finance')
  await signInAs({ ...manager, role: 'finance' })
  expect(await (await download(request(), params(whole))).json()).toMatchObject({ error: 'exportRightsChanged' })
  await signInAs(company.owner)
  expect((await download(request(), params(whole))).status).toBe(200)
})
