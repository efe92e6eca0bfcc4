import { withOrganization } from '@/lib/core/db'
import { actionSamples } from './action-samples'
import type { TestOrganization } from '../factories/factories'
import { addListing, addShop } from '../factories/sales'
import { addStockedProduct } from '../factories/stocked-product'

type Sample = (company: TestOrganization) => Promise<object>

/** A shop whose prices are ours, with an unmapped listing, and a product. */
async function catalogue(company: TestOrganization): Promise<void> {
  const { organizationId } = company
  await addListing(company, await addShop(company, 'Loja Norte'), 'Caneca do anúncio')
  await addStockedProduct(company, { sku: 'CAN-2', onHand: 10 })
  await withOrganization(company, async (db) => {
    await db.shop.updateMany({ where: { organizationId }, data: { priceMaster: 'mascate', status: 'active' } })
    await db.listing.updateMany({ where: { organizationId }, data: { itemId: '77', originalCents: 5_000n } })
  })
}
const ofCatalogue = (input: object) => (company: TestOrganization) => catalogue(company).then(() => input)

/** For every function that changes something: an input that its company's owner may send. */
export const functionSamples: Record<string, Sample> = {
  propose_expense: async () => ({ description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' }),
  propose_mapping: ofCatalogue({ listing: 'Caneca do anúncio', product: 'CAN-2' }),
  propose_product_price: ofCatalogue({ product: 'CAN-2', priceCents: 8_100 }),
  propose_listing_price: ofCatalogue({ listing: 'Caneca do anúncio', priceCents: 6_000 }),
  propose_stock_count: ofCatalogue({ product: 'CAN-2', units: 8, reason: 'Contagem' }),
  'sync-shop': (company) => actionSamples['shop.sync']!(company),
  'shop-authorize': (company) => actionSamples['shop.authorize']!(company),
  'audit-run': async () => ({ start: true }),
  'manus-assistant': async () => ({ kind: 'monthly_review', from: '2026-03-01', to: '2026-03-31' }),
  'test-integration': async () => ({ integration: 'email' }),
}
