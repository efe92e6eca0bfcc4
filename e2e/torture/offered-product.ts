import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../../lib/core/ids'
import { inspect } from '../../lib/testing/harnesses/database'
import { callAction, type Call } from './call-action'
import type { connectPlatformShop } from './platform-shop'

type Shop = Awaited<ReturnType<typeof connectPlatformShop>>
type Listing = { id: string; itemId: string; modelId: string }
export type Offer = Awaited<ReturnType<typeof offerProduct>>

const READ_WITHIN_MS = 60_000

/** A product offered by one listing of the platform's shop, whose stock and prices are set here from now on. */
export async function offerProduct(app: string, shop: Shop, productId: string) {
  const { id } = shop.harness
  const callApp = async (name: string, input: unknown) => {
    const answer = await callAction(app, shop.seller, { name, key: newId(), input })
    if (answer.kind !== 'accepted') throw new Error(`${name}: ${JSON.stringify(answer)}`)
  }
  const listing = await findListing(id)
  await callApp('mapListingAction', {
    listingId: listing.id,
    productId,
    quantity: 1,
    seenProductId: null,
    seenQuantity: 1,
    how: 'hand',
    scope: 'future',
    sinceDay: null,
  })
  for (const kind of ['stock', 'price']) {
    const [shown] = await inspect<{ version: number }>(id, 'SELECT version FROM shop WHERE id = $1', [shop.shopId])
    await callApp('switchMasterAction', { id: shop.shopId, version: shown!.version, kind, master: 'mascate' })
  }
  const listingUpdates = () =>
    inspect<{ kind: string; wanted: string; state: string }>(
      id,
      'SELECT kind::text, wanted, state::text FROM listing_update WHERE listing_id = $1 ORDER BY kind::text',
      [listing.id],
    )
  const isShown = async () => {
    const [{ stock, priceCents }, updates] = [await shop.showsOf(listing), await listingUpdates()]
    const shown: Record<string, number> = { stock, price: priceCents }
    return (
      updates.length === 2 &&
      updates.every(({ kind, wanted, state }) => state === 'sent' && shown[kind] === Number(wanted))
    )
  }
  let [onHand, priceCents] = [1_000_000, 5000]
  const change = (name: string, input: unknown): Call => ({ name, key: newId(), input })
  const nextChange = (): Call[] => {
    const seenOnHand = onHand
    onHand -= 100_000
    priceCents += 137
    return [
      change('adjustStockAction', { productId, how: 'count', units: onHand, seenOnHand, reason: 'Contagem' }),
      change('setListingPriceAction', { listingId: listing.id, priceCents: `$n${priceCents}` }),
    ]
  }
  return {
    isShown,
    nextChange,
    listWaiting: async () =>
      (await listingUpdates())
        .filter(({ state }) => state === 'waiting')
        .map(({ kind }) => kind)
        .join(', '),
    /** Counts the prices that nextChange asked for. */
    countShown: async () =>
      (
        await inspect(
          id,
          `SELECT FROM audit_event WHERE event = 'listing.pushed' AND subject_id = $1 AND (after ->> 'priceCents')::bigint > 5000`,
          [listing.id],
        )
      ).length,
  }
}

/** One that is on sale under no promotion, as soon as the listings have been read. */
async function findListing(organizationId: string): Promise<Listing> {
  for (const startedAt = Date.now(); Date.now() - startedAt < READ_WITHIN_MS; await wait(100)) {
    const [listing] = await inspect<Listing>(
      organizationId,
      `SELECT id, item_id AS "itemId", coalesce(model_id, '0') AS "modelId" FROM listing WHERE NOT fulfilled_by_platform
         AND promotion_units = 0 AND NOT has_promotion AND status IN ('NORMAL', 'MODEL_NORMAL') AND synced_at IS NOT NULL ORDER BY id LIMIT 1`,
    )
    if (listing) return listing
  }
  throw new Error('The listings of the shop were not read')
}
