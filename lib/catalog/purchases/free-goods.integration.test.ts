import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { receivePurchase } from './receive-purchase'
import { createPurchase } from './save-purchase'
import { createSupplier } from './save-supplier'
import type { CostRule } from './schema'
import { sendPurchase } from './send-purchase'
import { updateBuyingRules } from './update-buying-rules'

test.each<CostRule>(['last', 'average', 'fifo'])(
  'by %s, goods received for nothing make no cost known',
  async (rule) => {
    const company = await createTestOrganization()
    const actor = company.owner
    await updateBuyingRules(actor, { version: 1, costRule: rule, salesDays: 30, coverDays: 30, leadDays: 7 })
    const supplierDetails = {
      document: null,
      contactName: null,
      email: null,
      phone: null,
      leadTimeDays: null,
      note: null,
    }
    const supplier = await createSupplier(actor, { name: 'Fornecedor', ...supplierDetails })
    const productId = await addStockedProduct(company, { sku: 'BRINDE' })
    const nothing = { freightCents: 0n, ipiCents: 0n, stCents: 0n, otherCents: 0n, discountCents: 0n }
    const { id } = await createPurchase(actor, {
      supplierId: supplier.id,
      legalEntityId: null,
      expectedOn: null,
      note: null,
      paymentDays: [],
      ...nothing,
      discountCents: 3n,
      lines: [{ productId, quantity: 3, unitCostCents: 1n, supplierCode: null }],
    })
    await sendPurchase(actor, { id, version: 1 })
    await receivePurchase(actor, {
      id,
      version: 2,
      allowOver: false,
      note: null,
      lines: [{ line: 1, units: 3, note: null }],
    })
    const costs = 'SELECT cost FROM product_cost WHERE product_id = $1'
    expect(await inspect(company.organizationId, costs, [productId])).toEqual([])
    const after = 'SELECT cost_after FROM purchase_receipt_line WHERE product_id = $1'
    expect(await inspect(company.organizationId, after, [productId])).toEqual([{ cost_after: null }])
  },
)
