import { createTestOrganization, viewerOf } from '@/lib/testing/factories/factories'
import { addListing, addShop } from '@/lib/testing/factories/sales'
import { inspect } from '@/lib/testing/harnesses/database'
import { getPriceDeskFor } from './desk-views'

const now = new Date('2026-11-20T12:00:00Z')

test('a price that the platform would not take now keeps its place, with the reason beside it', async () => {
  const company = await createTestOrganization()
  const shopId = await addShop(company, 'Loja')
  const listingId = await addListing(company, shopId, 'Anúncio')
  const change = (table: 'shop' | 'listing', to: string) =>
    inspect(company.organizationId, `UPDATE ${table} SET ${to} WHERE id = $1`, [table === 'shop' ? shopId : listingId])
  const keptFor = async () =>
    (await getPriceDeskFor(viewerOf(company.owner), { rule: 'percent', value: '1000' }, now)).page.rows[0]!.kept
  await change('shop', `price_master = 'mascate', status = 'active'`)
  const free = `price_cents = 5000, original_cents = 5000, item_id = '1', synced_at = now(), has_promotion = false`
  await change('listing', free)
  expect(await keptFor()).toBeNull()
  const reasons = [
    ['listing', 'has_promotion = true', 'promotion'],
    // A discount that the platform shows without naming a promotion.
    ['listing', 'original_cents = 6000', 'promotion'],
    ['listing', 'synced_at = NULL', 'notThere'],
    ['listing', 'item_id = NULL', 'notThere'],
    ['shop', `status = 'expired'`, 'away'],
    ['shop', `price_master = 'other'`, 'master'],
  ] as const
  for (const [table, to, reason] of reasons) {
    if (table === 'listing') await change('listing', free)
    await change(table, to)
    expect([to, await keptFor()]).toEqual([to, reason])
  }
})
