import { createTestOrganization } from '@/lib/testing/factories/factories'
import { checkTestSheet, csvOf, getSheetRow, listProblems } from '@/lib/testing/factories/sheets'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'

async function companyOf() {
  const company = await createTestOrganization()
  for (const sku of ['00123', '045', '0045', '7']) await addStockedProduct(company, { sku, onHand: 10 })
  return company
}

test('a SKU that lost its zeros in a sheet is asked about where one product has it, and makes no second product', async () => {
  const company = await companyOf()
  const rows = ['123', '45', '7', '008', '007'].map((sku) => [sku, `Produto ${sku}`])
  const importId = await checkTestSheet(company, csvOf([['SKU', 'Título'], ...rows]))
  expect((await getSheetRow(company, importId)).summary.outcomes).toEqual({ failed: 2, new: 2, same: 1 })
  expect(await listProblems(company, importId)).toEqual(['2 sku zerosLost', '6 sku zerosLost'])
})

test('a sale of such a SKU names the product that it may be', async () => {
  const company = await companyOf()
  const heading = ['Data', 'Canal', 'Número do pedido', 'SKU', 'Quantidade', 'Preço unitário']
  const rows = ['123', '45'].map((sku, n) => ['05/10/2026', 'Feira', `${n}`, sku, '1', '10,00'])
  const importId = await checkTestSheet(company, csvOf([heading, ...rows]), { kind: 'sales' })
  expect(await listProblems(company, importId)).toEqual(['2 sku zerosLost', '3 sku skuUnknown'])
})
