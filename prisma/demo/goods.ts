import { recordAudits, type Change } from '@/lib/core/audit/record'
import type { Actor, Db } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { exportListingKey } from '@/lib/connect/order-imports/listing-key'
import { costSteps, goods, kits, packs, priceOn, unmapped, type DemoGoods } from './catalogue'
import { asDate, type DemoClock } from './clock'
import type { Offer } from './sales-channels'

export const BEGAN_DAYS_AGO = 400
const FOREVER = 9999

export type StockedGoods = DemoGoods & { id: string; place: number }
type Scope = { organizationId: string; userId: string; clock: DemoClock; shops: readonly { id: string }[] }

/** EAN-13 of a range that no maker was given. */
function barcodeOf(place: number): string {
  const digits = `200${String(place + 1).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Products with what they have cost since when, kits of them, and the shops' listings of both. */
export async function makeGoods(db: Db, scope: Scope): Promise<{ stocked: StockedGoods[]; offers: Offer[] }> {
  const { organizationId, userId, clock, shops } = scope
  const stocked = goods.map((one, place) => ({ ...one, place, id: newId() }))
  const createdAt = (since?: number) => clock.at(since ?? BEGAN_DAYS_AGO, 36_000)
  await db.product.createMany({
    data: stocked.map(({ id, sku, title, price, shelf, minimum, since, place }) => ({
      organizationId,
      id,
      sku,
      title,
      priceCents: BigInt(price),
      shelfAddress: shelf,
      minimumStock: minimum ?? null,
      barcodes: [barcodeOf(place)],
      packagingCostCents: BigInt(90 + (place % 4) * 45),
      weightGrams: 180 + ((place * 137) % 1400),
      createdAt: createdAt(since),
    })),
  })
  await db.productCost.createMany({
    data: stocked.flatMap((one) =>
      costSteps(one, one.place)
        .filter(({ ago }) => ago >= FOREVER || ago < (one.since ?? BEGAN_DAYS_AGO))
        .map(({ ago, cost }) => ({
          organizationId,
          productId: one.id,
          cost,
          source: 'typed',
          createdBy: userId,
          fromDay: asDate(clock.dayAgo(Math.min(ago, one.since ?? BEGAN_DAYS_AGO))),
        })),
    ),
  })
  const sold = [
    ...stocked.map(offerOf),
    ...(await makeKits(db, scope, stocked)),
    ...packOffers(stocked),
    ...unmappedOffers,
  ]
  // An unmapped listing is in one shop alone.
  const offers = sold.map((offer, place) => {
    const listedIn = offer.productId ? shops : [shops[place % shops.length]!]
    return { ...offer, listings: new Map(listedIn.map(({ id }) => [id, newId()])) }
  })
  await listOnMarketplace(db, scope, offers)
  return { stocked, offers }
}

type UnlistedOffer = Omit<Offer, 'listings'>

function costOn(one: Pick<DemoGoods, 'cost'>, place: number, ago: number): string | null {
  return costSteps(one, place).findLast((step) => step.ago >= ago)?.cost ?? null
}

const offerOf = (one: StockedGoods): UnlistedOffer => ({
  productId: one.id,
  sku: one.sku,
  title: one.title,
  pull: one.pull,
  quantity: 1,
  since: one.since ?? FOREVER,
  until: one.until ?? 0,
  priceOn: (ago) => priceOn(one.price, one.place, ago),
  costOn: (ago) => costOn(one, one.place, ago),
})

async function makeKits(db: Db, { organizationId, clock }: Scope, stocked: StockedGoods[]): Promise<UnlistedOffer[]> {
  const made: UnlistedOffer[] = []
  for (const [index, kit] of kits.entries()) {
    const [id, parts] = [newId(), stocked.filter(({ sku }) => kit.parts.some((part) => part === sku))]
    const createdAt = clock.at(160, 36_000)
    const data = { organizationId, id, sku: kit.sku, title: kit.title, priceCents: BigInt(kit.price), createdAt }
    await db.product.create({ data, select: { id: true } })
    await db.kitComponent.createMany({
      data: parts.map((part) => ({ organizationId, kitId: id, componentId: part.id, quantity: 1 })),
    })
    made.push({
      productId: id,
      sku: kit.sku,
      title: kit.title,
      pull: kit.pull,
      quantity: 1,
      since: 160,
      until: 0,
      priceOn: (ago) => priceOn(kit.price, index + 40, ago),
      costOn: (ago) => parts.reduce((sum, part) => sum + Number(costOn(part, part.place, ago)), 0).toFixed(2),
    })
  }
  return made
}

const packOffers = (stocked: StockedGoods[]) =>
  packs.map(({ of, sku, title, price, quantity, pull }): UnlistedOffer => {
    const one = stocked.find((each) => each.sku === of)!
    return { ...offerOf(one), sku, title, quantity, pull, since: 130, priceOn: (ago) => priceOn(price, one.place, ago) }
  })

const unmappedOffers = unmapped.map(({ sku, title, price, pull, since }, index): UnlistedOffer => ({
  productId: null,
  sku,
  title,
  pull,
  quantity: 1,
  since,
  until: 0,
  priceOn: (ago) => priceOn(price, index + 50, ago),
  costOn: () => null,
}))

/** As an export names them: the shops were never authorized. */
async function listOnMarketplace(db: Db, { organizationId, userId, clock }: Scope, offers: Offer[]) {
  const listed = offers.flatMap((offer) => [...offer.listings].map(([shopId, id]) => ({ shopId, id, offer })))
  await db.listing.createMany({
    data: listed.map(({ shopId, id, offer: { sku, title, productId, quantity, priceOn: price, until } }) => ({
      organizationId,
      id,
      shopId,
      sku,
      title,
      productId,
      productQuantity: quantity,
      externalKey: exportListingKey({ sku, title, variation: null }),
      priceCents: BigInt(price(until)),
    })),
  })
  await db.listingMapping.createMany({
    data: listed.flatMap(({ id, offer: { productId, quantity, since } }) =>
      productId
        ? [
            {
              organizationId,
              id: newId(),
              listingId: id,
              productId,
              quantity,
              how: 'sku' as const,
              mappedBy: userId,
              fromAt: clock.at(Math.min(since, BEGAN_DAYS_AGO), 36_000),
            },
          ]
        : [],
    ),
  })
}

/** The first movement of each product: what was counted when the company began here. */
export async function openStock(db: Db, organizationId: string, userId: string, stocked: readonly StockedGoods[]) {
  const own = await db.stockLocation.findFirstOrThrow({ where: { organizationId, kind: 'own' }, select: { id: true } })
  for (const { id, stock } of stocked) {
    const entries = JSON.stringify([{ product: id, location: own.id, kind: 'opening', onHand: stock }])
    await db.$executeRaw`SELECT book_stock('product', ${id}::uuid, ${userId}::uuid, NULL, ${entries}::jsonb)`
  }
}

type GoodsToAudit = { clock: DemoClock; stocked: readonly StockedGoods[]; offers: readonly Offer[] }

/** Made, costlier since a day, put together to kits, and what was mapped to each. */
export async function auditGoods(db: Db, actor: Actor, { clock, stocked, offers }: GoodsToAudit): Promise<void> {
  const made = stocked.flatMap((one): Change[] => {
    const since = one.since ?? BEGAN_DAYS_AGO
    const [first, risen] = costSteps(one, one.place)
    const { id: subjectId, sku, title, price, shelf, stock } = one
    const after = { sku, title, priceCents: price, shelfAddress: shelf, cost: first?.cost ?? null, openingStock: stock }
    const created: Change = { event: 'product.created', subjectId, at: clock.at(since, 36_000), after }
    if (!first || !risen || risen.ago >= since) return [created]
    const dearer = { cost: risen.cost, costFromDay: clock.dayAgo(risen.ago) }
    const costs = { before: { cost: first.cost }, after: dearer }
    return [created, { event: 'product.updated', subjectId, at: clock.at(risen.ago, 39_600), ...costs }]
  })
  const known = new Map(stocked.map(({ sku, id }) => [sku, id]))
  const kitted = offers.flatMap(({ productId, sku, title }): Change[] => {
    const kit = kits.find((each) => each.sku === sku)
    if (!kit || !productId) return []
    const parts = kit.parts.map((part) => ({ productId: known.get(part), quantity: 1 }))
    const after = { sku, title, priceCents: kit.price, parts }
    return [{ event: 'product.created', subjectId: productId, at: clock.at(160, 36_000), after }]
  })
  const mapped = offers.flatMap(({ productId, quantity, since, listings }) =>
    [...listings.values()].flatMap((subjectId): Change[] => {
      const at = clock.at(Math.min(since, BEGAN_DAYS_AGO), 36_000)
      const after = { productId, quantity, how: 'sku', scope: 'future' }
      return productId ? [{ event: 'listing.mapped', subjectId, at, before: { productId: null }, after }] : []
    }),
  )
  await recordAudits(db, actor, [...made, ...kitted, ...mapped])
}
