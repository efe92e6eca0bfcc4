import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { addListing, addProduct, addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>

/** A listing and the preview of the products that come out of the company's listings. */
async function productsDraft(company: TestOrganization): Promise<{ runId: string; listingId: string }> {
  const { organizationId } = company
  const listingId = await addListing(company, await addShop(company, newId()), 'Anúncio')
  const input = { shopId: null, listingIds: null, decisions: { [listingId]: { sku: newId() } }, fillBlank: false }
  const data = { organizationId, id: newId(), kind: 'products', state: 'ready', input } as const
  await withOrganization(company, (db) => db.mappingRun.create({ data, select: { id: true } }))
  return { runId: data.id, listingId }
}

async function madeProducts(company: TestOrganization): Promise<string> {
  const { runId } = await productsDraft(company)
  const where = { organizationId_id: { organizationId: company.organizationId, id: runId } }
  await withOrganization(company, (db) =>
    db.mappingRun.update({ where, data: { state: 'done' }, select: { id: true } }),
  )
  return runId
}

/** The input of actions that make products out of listings. */
export const mappingSamples: Record<string, Sample> = {
  'kit.set': async (company) => ({
    productId: await addProduct(company, newId()),
    parts: [{ productId: await addProduct(company, newId()), quantity: 2 }],
  }),
  'listing.mapBySku': async (company) => ({ scope: 'open', shopId: await addShop(company, newId()) }),
  'listing.decideArticle': async (company) => ({ sku: 'NOVO-1', as: null, ...(await productsDraft(company)) }),
  'listing.draftProducts': async (company) => {
    const shopId = await addShop(company, newId())
    return { shopId, listingIds: [await addListing(company, shopId, 'Anúncio')] }
  },
  'listing.fillSkus': async (company) => ({ fillBlank: true, runId: (await productsDraft(company)).runId }),
  'listing.makeProducts': async (company) => ({
    opening: false,
    scope: 'open',
    sinceDay: null,
    runId: (await productsDraft(company)).runId,
  }),
  'listing.undoProducts': async (company) => ({ runId: await madeProducts(company) }),
}
