import { createHash } from 'node:crypto'
import { withOrganization } from '@/lib/core/db'
import { addMember, createTestOrganization } from '@/lib/testing/factories/factories'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { inspect } from '@/lib/testing/harnesses/database'
import { addListing, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { confirmProposal, refuseProposal } from './decide'
import { propose } from './propose'
import { findProposalKind } from './registry'

/** A shop whose prices are ours, with a listing, and two products. */
async function makeCompany() {
  const company = await createTestOrganization()
  const { organizationId } = company
  const shopId = await addShop(company, 'Loja Norte')
  const listingId = await addListing(company, shopId, 'Caneca do anúncio')
  const [mug, shirt] = [
    await addStockedProduct(company, { sku: 'CAN-2', onHand: 10 }),
    await addStockedProduct(company, { sku: 'CAM-3', onHand: 4 }),
  ]
  await withOrganization(company, async (db) => {
    await db.shop.updateMany({ where: { organizationId }, data: { priceMaster: 'mascate', status: 'active' } })
    await db.listing.updateMany({ where: { organizationId }, data: { itemId: '77', originalCents: 5_000n } })
  })
  return { company, organizationId, owner: company.owner, viewer: viewerOf(company), listingId, mug, shirt }
}

const one = async <T extends object>(organizationId: string, sql: string, ...values: unknown[]) =>
  (await inspect<T>(organizationId, sql, values))[0]
const stateOf = (organizationId: string, id: string) =>
  one<{ state: string }>(organizationId, 'select state from proposal where id = $1', id)

test('a listing is mapped as shown, once it is confirmed, and not where it was mapped otherwise meanwhile', async () => {
  const { owner, organizationId, viewer, listingId, mug } = await makeCompany()
  const kind = findProposalKind('mapping')
  const input = { listing: 'caneca do anuncio', product: 'CAN-2', quantity: 2 }
  const { id, diff } = await propose(kind, viewer, input)
  const late = await propose(kind, viewer, { ...input, product: 'CAM-3' })
  expect(diff).toEqual([
    { label: 'listing', unit: 'text', before: null, after: 'Caneca do anúncio (Loja Norte)' },
    { label: 'product', unit: 'text', before: null, after: 'Produto CAN-2 (CAN-2)' },
    { label: 'units', unit: 'count', before: null, after: '2' },
  ])
  const mapped = () => one(organizationId, 'select product_id, product_quantity from listing where id = $1', listingId)
  expect(await mapped()).toMatchObject({ product_id: null })
  expect(await confirmProposal(owner, { id })).toEqual({ recordId: listingId })
  expect(await mapped()).toEqual({ product_id: mug, product_quantity: 2 })
  await expect(confirmProposal(owner, { id: late.id })).rejects.toMatchObject({ code: 'staleVersion' })
  expect(await mapped()).toEqual({ product_id: mug, product_quantity: 2 })
  await expect(propose(kind, viewer, input)).rejects.toMatchObject({ code: 'proposalNothing' })
  await expect(propose(kind, viewer, { ...input, listing: 'panela' })).rejects.toMatchObject({ code: 'listingUnknown' })
})

test('a count sets the stock that was counted, unless it has moved since', async () => {
  const { owner, organizationId, viewer, mug } = await makeCompany()
  const kind = findProposalKind('stock_count')
  const counted = await propose(kind, viewer, { product: 'CAN-2', units: 8, reason: 'Contagem' })
  const late = await propose(kind, viewer, { product: 'CAN-2', units: 9, reason: 'Contagem' })
  expect(counted.diff).toContainEqual({ label: 'onHand', unit: 'count', before: '10', after: '8' })
  expect(await confirmProposal(owner, { id: counted.id })).toEqual({ recordId: mug })
  await expect(confirmProposal(owner, { id: late.id })).rejects.toMatchObject({ code: 'stockMoved' })
  expect(await one(organizationId, 'select on_hand::int as units from stock_level where product_id = $1', mug)).toEqual(
    { units: 8 },
  )
})

test('a price is set as shown, with a warning where a lower one pays more, and not over what changed meanwhile', async () => {
  const { owner, organizationId, viewer, mug, listingId } = await makeCompany()
  const kind = findProposalKind('product_price')
  const { id, diff } = await propose(kind, viewer, { product: 'CAN-2', priceCents: 8_100 })
  expect(diff).toContainEqual({ label: 'price', unit: 'cents', before: '1000', after: '8100' })
  expect(diff).toContainEqual({ label: 'paysLessThan', unit: 'cents', before: null, after: '7999' })
  const late = await propose(kind, viewer, { product: 'CAN-2', priceCents: 2_000 })
  expect(late.diff.map(({ label }) => label)).not.toContain('paysLessThan')
  await confirmProposal(owner, { id })
  await expect(confirmProposal(owner, { id: late.id })).rejects.toMatchObject({ code: 'staleVersion' })
  expect(await one(organizationId, 'select price_cents::int as cents from product where id = $1', mug)).toEqual({
    cents: 8_100,
  })
  const ofListing = await propose(findProposalKind('listing_price'), viewer, {
    listing: 'Caneca do anúncio',
    priceCents: 6_000,
  })
  expect(ofListing.diff).toContainEqual({ label: 'price', unit: 'cents', before: '5000', after: '6000' })
  await inspect(organizationId, 'update listing set original_cents = 5500 where id = $1', [listingId])
  await expect(confirmProposal(owner, { id: ofListing.id })).rejects.toMatchObject({ code: 'staleVersion' })
  expect(await inspect(organizationId, 'select wanted from listing_update')).toEqual([])
})

test('an operator may count and map but not price', async () => {
  const { company } = await makeCompany()
  const operator = viewerOf({ owner: await addMember(company, 'operator') })
  await propose(findProposalKind('stock_count'), operator, { product: 'CAN-2', units: 3, reason: 'Contagem' })
  await propose(findProposalKind('mapping'), operator, { listing: 'Caneca do anúncio', product: 'CAN-2' })
  for (const [kind, input] of [
    ['product_price', { product: 'CAN-2', priceCents: 900 }],
    ['listing_price', { listing: 'Caneca do anúncio', priceCents: 900 }],
  ] as const)
    await expect(propose(findProposalKind(kind), operator, input)).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('work done by a process that died before its report cannot be refused: the proposal says that it was done', async () => {
  const { owner, organizationId, viewer, mug } = await makeCompany()
  const kind = findProposalKind('stock_count')!
  const { id } = await propose(kind, viewer, { product: 'CAN-2', units: 7, reason: 'Contagem' })
  const { input } = (await one<{ input: { seen: unknown } }>(
    organizationId,
    'select input from proposal where id = $1',
    id,
  ))!
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest()
  const request = { route: 'proposal.confirm', key: id, bodyHash }
  await kind.apply({ ...owner, kind: 'assistant', request }, kind.schema.parse(input), input.seen)
  expect(await stateOf(organizationId, id)).toEqual({ state: 'open' })
  await expect(refuseProposal(owner, { id })).rejects.toMatchObject({ code: 'proposalDecided' })
  expect(await stateOf(organizationId, id)).toEqual({ state: 'confirmed' })
  expect(await confirmProposal(owner, { id })).toEqual({ recordId: mug })
  expect(
    await inspect(organizationId, `select event from audit_event where event ~ '^(proposal|stock)' order by id`),
  ).toEqual([{ event: 'proposal.made' }, { event: 'stock.adjusted' }, { event: 'proposal.confirmed' }])
})
