import { withOrganization } from '@/lib/core/db'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { inspect } from '@/lib/testing/harnesses/database'
import { addParcel } from '@/lib/testing/harnesses/parcel-harness'
import { readOrders } from './fact-rows'

test('an order is of own logistics by the channel of its parcel', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const found: Record<string, boolean | undefined> = {}
  for (const channel of ['90021', '90003', null]) {
    const { id, shopId, code } = await addParcel(company, {})
    await inspect(organizationId, 'UPDATE package SET channel_id = $2 WHERE id = $1', [id, channel])
    const scope = { organizationId, timeZone: 'America/Sao_Paulo', codes: [{ shopId, code }] }
    const orders = await withOrganization(company, (db) => readOrders(db, scope))
    found[channel ?? 'unknown'] = orders.get(`${shopId} ${code}`)?.isOwnLogistics
  }
  expect(found).toEqual({ '90021': true, '90003': false, unknown: false })
})
