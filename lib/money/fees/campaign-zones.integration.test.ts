import { withOrganization } from '@/lib/core/db'
import { getPricesFor } from '@/lib/money/fees/price-views'
import { setShopTerms } from '@/lib/money/fees/set-terms'
import { defaultTerms } from '@/lib/money/fees/terms'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addShop } from '@/lib/testing/factories/sales'

test('a shop in a campaign has longer zones than one outside, under the same rule', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const [outside, campaigning] = [await addShop(company, 'A'), await addShop(company, 'B')]
  for (const shopId of [outside, campaigning]) await addListing(company, shopId, 'Anúncio')
  await withOrganization({ organizationId }, (db) =>
    db.listing.updateMany({ where: { organizationId }, data: { priceCents: 88_00n } }),
  )
  await setShopTerms(company.owner, {
    ...defaultTerms,
    campaign: true,
    shopId: campaigning,
    fromDay: '2026-10-01',
    seen: null,
  })
  const viewer = { organizationId, timeZone: 'America/Sao_Paulo', role: 'owner' as const, legalEntityIds: null }
  const { page, rules } = await getPricesFor(viewer, {}, new Date('2026-11-20T12:00:00Z'))
  expect(page.rows.map(({ shopId, better }) => [shopId, better.above?.priceCents])).toEqual([[campaigning, 88_10n]])
  expect(rules.map(({ shops, zones }) => [shops, zones[0]!.againCents])).toEqual([
    [['A'], 87_78n],
    [['B'], 88_10n],
  ])
})
