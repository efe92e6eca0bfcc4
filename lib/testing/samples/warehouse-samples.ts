import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { reportMiss } from '@/lib/catalog/warehouse/shelf-miss'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'
import { addStockedProduct } from '../factories/stocked-product'

type Sample = (company: TestOrganization) => Promise<object>

const missing = { units: 0, seenOnHand: 10, reason: 'Sumiu' }
const stocked = (company: TestOrganization) => addStockedProduct(company, { sku: newId(), onHand: 10 })

/** A session in which one product was counted once. */
export async function countSession(company: TestOrganization, state: 'open' | 'booking' = 'open') {
  const { organizationId, owner } = company
  const [countId, entryId, productId] = [newId(), newId(), await stocked(company)]
  await withOrganization({ organizationId }, async (db) => {
    await db.stockCount.create({ data: { organizationId, id: countId, name: 'Contagem' }, select: { id: true } })
    await db.$queryRaw`
      SELECT units FROM count_stock(${countId}::uuid, ${entryId}::uuid, ${productId}::uuid, 9, NULL, ${owner.userId}::uuid, 0)`
    if (state !== 'open') await db.stockCount.updateMany({ where: { organizationId, id: countId }, data: { state } })
  })
  return { countId, entryId, productId }
}

export const warehouseSamples: Record<string, Sample> = {
  'shelfMiss.report': async (company) => ({ productId: await stocked(company), ...missing }),
  'shelfMiss.end': async (company) => ({
    ...(await reportMiss(company.owner, { productId: await stocked(company), ...missing })),
    found: true,
    reason: 'Achado',
  }),
  'count.book': async (company) => ({
    missing: 'leave',
    acceptMoved: false,
    seen: '1-1',
    countId: (await countSession(company)).countId,
  }),
  'count.cancel': async (company) => ({ countId: (await countSession(company)).countId }),
  'count.enter': async (company) => {
    const { countId, productId } = await countSession(company)
    return { code: 'A', units: 1, ageMs: 0, countId, productId }
  },
  'count.recount': async (company) => {
    const { countId, productId } = await countSession(company)
    return { round: 1, countId, productId }
  },
  'count.resume': async (company) => ({ countId: (await countSession(company, 'booking')).countId }),
  'count.undo': async (company) => {
    const { countId, entryId } = await countSession(company)
    return { countId, undoes: entryId }
  },
  'stock.transfer': async (company) => ({
    from: 'own',
    to: 'full',
    units: 1,
    reason: 'Remessa',
    productId: await stocked(company),
    shopId: await addShop(company, newId()),
  }),
}
