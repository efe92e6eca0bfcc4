import { withOrganization } from '@/lib/core/db'
import { closeMonth } from '@/lib/money/month-close/close-month'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { addOrders, addProduct, addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>

/** A legal entity of its own that sold in a month long over: nothing else closes its months. */
async function soldLongAgo({ organizationId, owner }: TestOrganization) {
  const legalEntityId = newId()
  await withOrganization({ organizationId }, (db) =>
    db.legalEntity.create({ data: { organizationId, id: legalEntityId, name: legalEntityId }, select: { id: true } }),
  )
  const company = { organizationId, owner, legalEntityId }
  const [shop, productId] = [await addShop(company, legalEntityId), await addProduct(company, newId())]
  await addOrders(company, shop, [{ at: '2026-03-10T12:00:00Z', cents: 10_000n, productId }])
  return { legalEntityId, month: '2026-03-01' }
}

export const monthSamples: Record<string, Sample> = {
  'monthClose.close': async (company) => ({ ...(await soldLongAgo(company)), note: null }),
  'monthClose.reopen': async (company) => {
    const of = await soldLongAgo(company)
    await closeMonth(company.owner, { ...of, note: null })
    return { ...of, reason: 'Faltava uma despesa' }
  },
}
