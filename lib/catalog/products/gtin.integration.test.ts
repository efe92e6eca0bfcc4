import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { listSuggestions } from '../mapping/suggestions'
import { getSellableProduct } from '@/lib/sales/orders/sellable-products'
import { getInvoiceView } from '../purchases/invoice-view'
import { uploadInvoice } from '../purchases/upload-invoice'
import { openCountHarness } from '@/lib/testing/harnesses/count-harness'
import { createTestOrganization, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { supplierNfe } from '@/lib/testing/factories/supplier-nfe'

let company: TestOrganization
let upc: string
let ean: string
beforeEach(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  upc = await addStockedProduct(company, { sku: 'UPC-1', barcodes: ['012345678905'] })
  ean = await addStockedProduct(company, { sku: 'EAN-1', barcodes: ['7891234567895'] })
})
/** As fourteen digits, of products that are kept with twelve and thirteen. */
const codes = ['00012345678905', '07891234567895']

test('a sale finds a product by its barcode, however many digits it is kept with', async () => {
  const sellableProduct = await withOrganization(company, (db) =>
    Promise.all(codes.map((code) => getSellableProduct(db, company.organizationId, code))),
  )
  expect(sellableProduct.map((one) => one?.id)).toEqual([upc, ean])
})

test('a listing is suggested the product of its GTIN, however many digits it is kept with', async () => {
  const listings = codes.map((gtin) => ({
    id: newId(),
    sku: null,
    variation: null,
    priceCents: null,
    productId: null,
    gtin,
    title: 'Sem palavra igual',
  }))
  const suggestions = await withOrganization(company, (db) => listSuggestions(db, company.organizationId, listings))
  expect(listings.map(({ id }) => suggestions.get(id)?.sku)).toEqual(['UPC-1', 'EAN-1'])
})

test('a count takes a scanned barcode, however many digits it is kept with', async () => {
  const { openCount, enter } = openCountHarness(() => company)
  const countId = await openCount()
  const results = [await enter(countId, { code: codes[0]! }), await enter(countId, { code: codes[1]! })]
  expect(results.map((one) => dataOf(one))).toMatchObject([
    { outcome: 'counted', product: { id: upc } },
    { outcome: 'counted', product: { id: ean } },
  ])
})

test('an invoice’s line is the product of its barcode, however many digits it is kept with', async () => {
  const { organizationId, legalEntityId: entity } = company
  const document = '11444777000161'
  await withOrganization(company, (db) =>
    db.legalEntity.updateMany({ where: { organizationId, id: entity }, data: { document } }),
  )
  const lines = codes.map((code, at) => ({ code: `L${at}`, quantity: '1', goodsCents: 1_000, ean: code }))
  const file = new File([supplierNfe({ to: document, lines })], 'nota.xml')
  const { id } = await uploadInvoice(company.owner, { file })
  const view = await withOrganization(company, (db) => getInvoiceView(db, organizationId, id))
  expect(view!.lines).toMatchObject([
    { product: { id: upc }, by: 'ean' },
    { product: { id: ean }, by: 'ean' },
  ])
})
