import { addDays, localDay } from '@/lib/core/dates'
import { withOrganization, type Actor } from '@/lib/core/db'
import { getMissingCostsFor } from '@/lib/catalog/costs/missing-costs'
import { addAdsDay } from '@/lib/testing/harnesses/ads-harness'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { plantSettlements } from '@/lib/testing/harnesses/case-harness'
import { addListing, addOrders, addShop } from '@/lib/testing/factories/sales'
import { addStockedProduct } from '@/lib/testing/factories/stocked-product'
import { setGuideHiddenAction } from './actions'
import { stepFrom, stepKeys } from './steps'
import { getFirstStepFor, getSetupFor, getStepAfter } from './views'

const timeZone = 'America/Sao_Paulo'
const now = new Date()
const day = (daysAgo: number) => addDays(localDay(now, timeZone), -daysAgo)
let company: TestOrganization
beforeEach(async () => {
  company = await createTestOrganization()
})
const viewer = ({ organizationId, userId, role }: Actor = company.owner) => {
  return { organizationId, userId: userId!, role, timeZone }
}
const lackOf = async (key: string) => {
  const { steps } = await getSetupFor(viewer(), now)
  return steps?.find((step) => step.key === key)?.lack
}
const write = (run: Parameters<typeof withOrganization<unknown>>[1]) => withOrganization(company, run)

test('the steps of a company are derived from its rows, and its costs are those of the page of costs', async () => {
  expect((await getSetupFor(viewer(), now)).steps?.filter(({ lack }) => !lack)).toEqual([])
  const shop = await addShop(company, 'Loja')
  expect(await lackOf('connect')).toMatchObject({ key: 'unauthorized', count: 1 })

  expect(await getMissingCostsFor(viewer())).toMatchObject({ total: 0, hasProducts: false })
  const cup = await addStockedProduct(company, { sku: 'CUP' })
  await addStockedProduct(company, { sku: 'PLA', cost: '4' })
  const listingId = await addListing(company, shop, 'Anúncio')
  await addListing(company, shop, 'Outro anúncio')
  await addOrders(company, shop, [
    { at: `${day(2)}T15:00:00Z`, productId: cup, cents: 900n },
    { at: `${day(400)}T15:00:00Z`, productId: cup, cents: 70n },
    { at: `${day(2)}T15:00:00Z`, listingId, cents: 500n },
  ])
  expect(await lackOf('connect')).toBeNull()
  expect(await lackOf('products')).toEqual({ key: 'listings', count: 2, of: 2, cents: 500n })
  expect(await lackOf('costs')).toEqual({ key: 'products', count: 1, of: 2, cents: 900n })
  const { rows, total, hasProducts } = await getMissingCostsFor(viewer())
  expect(hasProducts).toBe(true)
  expect([total, rows.map(({ revenueCents }) => revenueCents)]).toEqual([1, [900n]])
  expect(await lackOf('tax')).toMatchObject({ key: 'entities', count: 1, of: 1 })
  expect(await lackOf('payout')).toMatchObject({ key: 'nothing' })
  expect(await lackOf('people')).toMatchObject({ key: 'nothing' })
  await addMember(company, 'finance')
  expect(await lackOf('people')).toBeNull()
  const ofOperator = (await getSetupFor(viewer(await addMember(company, 'operator')), now)).steps!
  expect(ofOperator.map(({ key, lack }) => [key, lack?.count, lack?.cents])).toEqual([['products', 2, 0n]])
})

test('pages show the guide’s next step while it is one of those that fill them, and none once they are done or the guide is over', async () => {
  const shown = async (actor?: Actor) => {
    const { steps } = await getSetupFor(viewer(actor), now)
    const first = await getFirstStepFor(viewer(actor), now)
    expect(first).toEqual(steps && stepFrom(steps))
    // A page that does steps itself leads on as the whole guide says, though it reads less.
    for (const own of stepKeys)
      expect(await getStepAfter(viewer(actor), [own], now)).toEqual(steps && stepFrom(steps, [own]))
    return first && [first.key, first.lack?.key, first.lack?.count, first.lack?.cents]
  }
  const operator = await addMember(company, 'operator')
  const other = await createTestOrganization()
  await addListing(other, await addShop(other, 'Loja'), 'Anúncio')
  expect(await shown()).toEqual(['connect', 'nothing', 0, 0n])
  expect(await shown(operator)).toEqual(['products', 'nothing', 0, 0n])
  const shop = await addShop(company, 'Loja')
  expect(await shown()).toEqual(['connect', 'unauthorized', 1, 0n])
  const listingId = await addListing(company, shop, 'Anúncio')
  await addOrders(company, shop, [
    { at: `${day(2)}T15:00:00Z`, listingId, cents: 500n },
    { at: `${day(400)}T15:00:00Z`, listingId, cents: 70n },
  ])
  expect(await shown()).toEqual(['products', 'listings', 1, 500n])
  expect(await shown(operator)).toEqual(['products', 'listings', 1, 0n])
  expect(await shown(await addMember(company, 'viewer'))).toBeNull()
  await signInAs(company.owner)
  dataOf(await setGuideHiddenAction(envelope(company), { hidden: true }))
  expect(await shown()).toBeNull()
  dataOf(await setGuideHiddenAction(envelope(company), { hidden: false }))
  const productId = await addStockedProduct(company, { sku: 'CUP' })
  await addOrders(company, shop, [{ at: `${day(3)}T15:00:00Z`, productId, cents: 501n }])
  expect(await shown()).toEqual(['costs', 'products', 1, 501n])
  await write((db) => db.listing.updateMany({ where: { id: listingId }, data: { productId } }))
  expect(await shown()).toEqual(['costs', 'products', 1, 501n])
  await addStockedProduct(company, { sku: 'MUG', cost: '4' })
  expect(await shown()).toBeNull()
})

test('ads are asked for where the results of these days lack them', async () => {
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  await addOrders(company, shop, [{ at: `${day(2)}T15:00:00Z`, cents: 900n, listingId }])
  expect(await lackOf('ads')).toEqual({ key: 'unsaid', count: 1, of: 0, cents: 0n })
  const noAdsFrom = (value: Date | null) => write((db) => db.shop.updateMany({ data: { noAdsFrom: value } }))
  await noAdsFrom(new Date(day(40)))
  expect(await lackOf('ads')).toBeNull()
  await noAdsFrom(null)
  await addAdsDay(company, shop, day(20), { '': 100n })
  expect(await lackOf('ads')).toEqual({ key: 'days', count: 19, of: 1, cents: 0n })
})

test('a payout that was compared, of sales with a cost, is a first result; a closed month is the end of the way', async () => {
  const { organizationId, legalEntityId } = company
  const shop = await addShop(company, 'Loja')
  const listingId = await addListing(company, shop, 'Anúncio')
  await addOrders(company, shop, [{ at: `${day(9)}T15:00:00Z`, cents: 900n, listingId }])
  expect((await getSetupFor(viewer(), now)).hasResult).toBe(false)
  const payout = { shop, code: 'A', expected: 700 }
  await plantSettlements(company, [{ ...payout, state: 'to_release', released: null }])
  expect(await lackOf('payout')).toMatchObject({ key: 'awaited', count: 1 })
  await plantSettlements(company, [{ ...payout, released: 700 }])
  expect(await lackOf('payout')).toBeNull()
  expect((await getSetupFor(viewer(), now)).hasResult).toBe(false)
  await addStockedProduct(company, { sku: 'CUP', cost: '4' })
  expect((await getSetupFor(viewer(), now)).hasResult).toBe(true)
  const month = new Date(`${day(60).slice(0, 7)}-01`)
  await write((db) =>
    db.monthClose.create({
      data: { organizationId, legalEntityId, month, hash: Buffer.from('a') },
      select: { nth: true },
    }),
  )
  expect(await getSetupFor(viewer(), now)).toEqual({ steps: null, hasResult: true })
})

test('a member puts the guide away for themselves, here, and may bring it back', async () => {
  const other = await addMember(company, 'manager')
  await signInAs(company.owner)
  dataOf(await setGuideHiddenAction(envelope(company), { hidden: true }))
  expect((await getSetupFor(viewer(), now)).steps).toBeNull()
  expect((await getSetupFor(viewer(other), now)).steps).toHaveLength(5)
  dataOf(await setGuideHiddenAction(envelope(company), { hidden: false }))
  expect((await getSetupFor(viewer(), now)).steps).toHaveLength(7)
  expect((await getSetupFor(viewer(await addMember(company, 'viewer')), now)).steps).toBeNull()
})
