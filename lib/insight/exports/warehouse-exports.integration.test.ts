import { can, ROLES } from '@/lib/core/permissions'
import { newId } from '@/lib/core/ids'
import { createPurchase } from '@/lib/catalog/purchases/save-purchase'
import { createSupplier } from '@/lib/catalog/purchases/save-supplier'
import { inspect } from '@/lib/testing/harnesses/database'
import { column } from '@/lib/testing/harnesses/export-harness'
import { requestTestExport, exportRows } from '@/lib/testing/factories/exports'
import { addMember, createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { addProduct } from '@/lib/testing/factories/sales'
import { requestExportAction } from './actions'
import type { RequestableKind } from '@/lib/core/exports/schema'

const supplier = (name: string, leadTimeDays: number | null = null) => ({
  name,
  document: null,
  contactName: '@contato',
  email: null,
  phone: '+55 11 4002-8922',
  leadTimeDays,
  note: null,
})
const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }

async function addCount({ organizationId }: { organizationId: string }, products: string[], units: (number | null)[]) {
  const id = newId()
  await inspect(organizationId, `insert into stock_count (organization_id, id, name) values ($1, $2, 'Inventário')`, [
    organizationId,
    id,
  ])
  for (const [position, productId] of products.entries())
    await inspect(
      organizationId,
      `insert into stock_count_line (organization_id, count_id, product_id, position, listed, units, on_hand_at, counted_at)
       values ($1, $2, $3, $4, true, $5, case when $5::bigint is not null then 4 end, case when $5::bigint is not null then now() end)`,
      [organizationId, id, productId, position, units[position]],
    )
  return id
}

test('purchases and suppliers come as their lists show them, a formula as a text', async () => {
  const company = await createTestOrganization()
  const [first, second] = [
    await createSupplier(company.owner, supplier('=HYPERLINK("x")', 7)),
    await createSupplier(company.owner, supplier('Distribuidora')),
  ]
  const productId = await addProduct(company, 'A')
  for (const [supplierId, quantity] of [
    [first.id, 3],
    [second.id, 5],
  ] as const)
    await createPurchase(company.owner, {
      supplierId,
      legalEntityId: null,
      expectedOn: '2026-12-01',
      note: null,
      paymentDays: [],
      ...nothing,
      lines: [{ productId, quantity, unitCostCents: 250n, supplierCode: null }],
    })
  const purchases = await exportRows(company.owner, { kind: 'purchases', query: 'status=draft' })
  expect(column(purchases, 'Fornecedor')).toEqual(['Distribuidora', `'=HYPERLINK("x")`])
  expect(column(purchases, 'Total (R$)')).toEqual(['12,50', '7,50'])
  expect(column(purchases, 'Situação')).toEqual(['Rascunho', 'Rascunho'])
  expect(column(purchases, 'Previsão')).toEqual(['01/12/2026', '01/12/2026'])
  const ofOne = await exportRows(company.owner, { kind: 'purchases', query: `supplier=${second.id}&status=draft` })
  expect(column(ofOne, 'Unidades')).toEqual(['5'])
  expect(await exportRows(company.owner, { kind: 'purchases', query: 'status=received' })).toHaveLength(1)
  const suppliers = await exportRows(company.owner, { kind: 'suppliers', query: 'q=hyper' })
  expect(column(suppliers, 'Nome')).toEqual([`'=HYPERLINK("x")`])
  expect(column(suppliers, 'Contato')).toEqual([`'@contato`])
  expect(column(suppliers, 'Telefone')).toEqual([`'+55 11 4002-8922`])
  expect(column(suppliers, 'Prazo de entrega (dias)')).toEqual(['7'])
})

test('a counting session is exported by itself, with its view and search', async () => {
  const [company, other] = [await createTestOrganization(), await createTestOrganization()]
  const products = [await addProduct(company, 'A'), await addProduct(company, 'B'), await addProduct(company, 'C')]
  const counted = await addCount(company, products, [4, 1, null])
  const elsewhere = await addCount(company, [products[0]!], [9])
  const rows = await exportRows(company.owner, { kind: 'count', query: `count=${counted}` })
  expect(column(rows, 'SKU')).toEqual(['A', 'B', 'C'])
  expect(column(rows, 'Contado')).toEqual(['4', '1', ''])
  expect(column(rows, 'Diferença')).toEqual(['0', '-3', ''])
  const different = await exportRows(company.owner, { kind: 'count', query: `count=${counted}&tab=different` })
  expect(column(different, 'SKU')).toEqual(['B'])
  expect(column(await exportRows(company.owner, { kind: 'count', query: `count=${counted}&q=c` }), 'SKU')).toEqual([
    'C',
  ])
  expect(column(await exportRows(company.owner, { kind: 'count', query: `count=${elsewhere}` }), 'Contado')).toEqual([
    '9',
  ])
  for (const query of ['', 'count=nonsense', `count=${newId()}`])
    expect(await exportRows(company.owner, { kind: 'count', query })).toHaveLength(1)
  expect(await exportRows(other.owner, { kind: 'count', query: `count=${counted}` })).toHaveLength(1)
})

test('each of them asks for the right to export and for that of its own list', async () => {
  const company = await createTestOrganization()
  const rights = { purchases: 'sheet.import', suppliers: 'sheet.import', count: 'stock.adjust' } as const
  for (const role of ROLES) {
    const member = role === 'owner' ? company.owner : await addMember(company, role)
    await signInAs(member)
    for (const [kind, right] of Object.entries(rights) as [RequestableKind, (typeof rights)[keyof typeof rights]][]) {
      const input = { kind, format: 'csv', query: '', language: 'pt', toDrive: false } as const
      const { ok } = await requestExportAction(envelope(company), input)
      expect({ role, kind, ok }).toEqual({ role, kind, ok: can(role, 'list.export') && can(role, right) })
    }
  }
  expect(typeof (await requestTestExport(company.owner, { kind: 'suppliers' }))).toBe('string')
})
