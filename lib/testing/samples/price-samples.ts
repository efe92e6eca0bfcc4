import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { LineState } from '@/lib/money/prices/change-lines'
import type { TestOrganization } from '../factories/factories'
import { addListing, addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>

/** A listing at R$50.00 of a connected shop whose prices we set. */
async function pricedListing(company: TestOrganization): Promise<string> {
  const { organizationId } = company
  const shopId = await addShop(company, newId())
  const id = await addListing(company, shopId, 'Anúncio')
  await withOrganization({ organizationId }, async (db) => {
    await db.shop.updateMany({
      where: { organizationId, id: shopId },
      data: { priceMaster: 'mascate', status: 'active' },
    })
    await db.listing.updateMany({
      where: { organizationId, id },
      data: { itemId: id, modelId: '0', syncedAt: new Date(), priceCents: 50_00n, originalCents: 50_00n },
    })
  })
  return id
}

async function storedChange(
  company: TestOrganization,
  state: LineState,
  planned: { state: 'waiting'; plannedFor: Date } | null = null,
): Promise<{ changeId: string }> {
  const { organizationId } = company
  const changeId = newId()
  const listingId = await pricedListing(company)
  const lines = [{ listingId, beforeCents: 40_00, wantedCents: 50_00, state, text: null, thereCents: null }]
  await withOrganization({ organizationId }, (db) =>
    db.priceChange.create({
      data: { organizationId, id: changeId, state: 'done', lines, ...planned },
      select: { id: true },
    }),
  )
  return { changeId }
}

const campaign = {
  name: 'Campanha',
  fromDay: '2026-12-12',
  toDay: '2026-12-12',
  isHighlight: true,
  leastMargin: 100_000,
}

type Stored = { campaignId: string; listingId: string; shopId: string }

async function storedCampaign(company: TestOrganization): Promise<Stored> {
  const { organizationId } = company
  const listingId = await pricedListing(company)
  const campaignId = newId()
  return withOrganization({ organizationId }, async (db) => {
    const { shopId } = await db.listing.findFirstOrThrow({
      where: { organizationId, id: listingId },
      select: { shopId: true },
    })
    const { fromDay, toDay, ...rest } = campaign
    const data = { organizationId, id: campaignId, shopId, ...rest, fromDay: new Date(fromDay), toDay: new Date(toDay) }
    await db.campaignPlan.create({ data, select: { id: true } })
    return { campaignId, listingId, shopId }
  })
}

export const priceSamples: Record<string, Sample> = {
  'priceChange.send': async (company) => ({
    query: 'rule=percent&value=1000',
    onDay: false,
    listingIds: [await pricedListing(company)],
    count: 1,
    sumCents: 55_00n,
  }),
  'campaign.create': async (company) => {
    const { shopId, listingId } = await storedCampaign(company)
    return { shopId, ...campaign, lines: [{ listingId, priceCents: 45_00n, units: 3 }] }
  },
  'campaign.update': async (company) => {
    return { campaignId: (await storedCampaign(company)).campaignId, version: 1, ...campaign, name: 'Outro nome' }
  },
  'campaign.setLines': async (company) => {
    const { campaignId, listingId } = await storedCampaign(company)
    return { campaignId, version: 1, lines: [{ listingId, priceCents: 45_00n, units: 3 }] }
  },
  'campaign.remove': async (company) => ({ campaignId: (await storedCampaign(company)).campaignId, version: 1 }),
  'priceChange.undo': (company) => storedChange(company, 'done'),
  'priceChange.cancel': (company) =>
    storedChange(company, 'waiting', { state: 'waiting', plannedFor: new Date('2027-03-01') }),
  'priceChange.repeat': (company) => storedChange(company, 'refused'),
}
