import { withOrganization } from '@/lib/core/db'
import { viewerOf } from '@/lib/testing/samples/assistant-samples'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addListing, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { confirmProposal } from './decide'
import { propose } from './propose'
import { findProposalKind, proposalKinds } from './registry'

const proposed: Record<string, object> = {
  expense: { description: 'Fita', amountCents: 1290, kind: 'variable', dueOn: '2026-12-01' },
  mapping: { listing: 'Caneca do anúncio', product: 'CAN-2' },
  stock_count: { product: 'CAN-2', units: 8, reason: 'Contagem' },
  product_price: { product: 'CAN-2', priceCents: 8_100 },
}

/** A price of a listing waits for the marketplace, whose queue is held elsewhere. */
const kinds = proposalKinds.map(({ name }) => name).filter((name) => name !== 'listing_price')

test.each(kinds)('a proposal of %s, confirmed six times at once, is done once', async (name) => {
  const company = await createTestOrganization()
  const { owner, organizationId } = company
  const shopId = await addShop(company, 'Loja Norte')
  await addListing(company, shopId, 'Caneca do anúncio')
  await addStockedProduct(company, { sku: 'CAN-2', onHand: 10 })
  await withOrganization(company, async (db) => {
    await db.shop.updateMany({ where: { organizationId }, data: { priceMaster: 'mascate', status: 'active' } })
    await db.listing.updateMany({ where: { organizationId }, data: { itemId: '77', originalCents: 5_000n } })
  })
  const { id } = await propose(findProposalKind(name), viewerOf(company), proposed[name])
  const before = await inspect(organizationId, 'SELECT id FROM audit_event')
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirmProposal(owner, { id })))
  expect(new Set(answers.map(({ recordId }) => recordId)).size).toBe(1)
  const events = await inspect<{ event: string }>(organizationId, 'SELECT event FROM audit_event ORDER BY id')
  expect(events.slice(before.length).map(({ event }) => event)).toEqual([
    expect.stringMatching(/^(expense|listing|stock|product)\./),
    'proposal.confirmed',
  ])
})
