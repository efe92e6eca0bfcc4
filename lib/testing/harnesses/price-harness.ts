import { changePrices } from '@/lib/connect/sync/listing-updates/change-prices'
import { sendListingUpdates } from '@/lib/connect/sync/listing-updates/send-listing-updates'
import { pollListings } from '@/lib/connect/sync/inbound/sync-listings'
import { openSyncShop } from '@/lib/connect/sync/streams/sync-shop'
import { withOrganization } from '@/lib/core/db'
import { env } from '@/lib/core/env'
import { changePricesAction } from '@/lib/money/prices/actions'
import { listChanges, type ChangeView } from '@/lib/money/prices/change-record'
import { getPriceDeskFor } from '@/lib/money/prices/desk-views'
import { createTestOrganization, envelope, signInAs } from '../factories/factories'
import { CuttingProxy } from '../fakes/cutting-proxy'
import type { TestSandbox } from '../fakes/sandbox'
import { asWorker, inspect } from './database'
import { plantShop } from './plant-shop'
import { addItems } from './shop-harness'

/** A listing as the platform and we know it. */
export type Priced = { id: string; item: number; model: number }

/** A shop whose prices are ours: so many items of as many variations each (1: none), all at R$100.00. */
export async function openPrices(sandbox: TestSandbox, items: readonly number[]) {
  const company = await createTestOrganization()
  const { organizationId } = company
  await signInAs(company.owner)
  const shop = await plantShop(sandbox, company)
  const { pool } = sandbox.platform
  await addItems(sandbox, shop.number, items)
  const sql = <T extends object>(text: string, given: unknown[] = []) => inspect<T>(organizationId, text, given)
  await asWorker(async () => pollListings((await openSyncShop({ organizationId }, shop.id))!))
  await sql(`UPDATE shop SET price_master = 'mascate' WHERE id = $1`, [shop.id])
  const listings = await sql<Priced>(
    'SELECT id, item_id::bigint::float8 AS item, model_id::bigint::float8 AS model FROM listing ORDER BY item_id, model_id',
  )
  const member = { ...company.owner, role: 'owner' as const, timeZone: 'America/Sao_Paulo' }
  const changes = async () =>
    (await withOrganization({ organizationId }, (db) => listChanges(db, organizationId, 10))).changes
  const work = (changeId: string) => asWorker(() => changePrices({ organizationId }, changeId))
  const send = () => asWorker(() => sendListingUpdates({ organizationId }, shop.id))

  /** As the desk shows these listings under a percentage: what a person sees before pressing. */
  async function seen(ids: readonly string[], basisPoints = 1000, more: Record<string, string> = {}) {
    const filter = { rule: 'percent', value: String(basisPoints), ...more }
    const { page } = await getPriceDeskFor(member, filter, new Date(), { size: 5000 })
    const rows = page.rows.filter(({ id, next }) => ids.includes(id) && next)
    const sumCents = rows.reduce((sum, { next }) => sum + next!.priceCents, 0n)
    const query = new URLSearchParams(filter).toString()
    return { query, listingIds: [...ids], onDay: more.day !== undefined, count: rows.length, sumCents }
  }
  async function request(ids: readonly string[], basisPoints = 1000, more: Record<string, string> = {}) {
    const result = await changePricesAction(envelope(company), await seen(ids, basisPoints, more))
    if (!result.ok) throw new Error(result.error)
    return result.data.changeId
  }
  const viewOf = async (changeId: string): Promise<ChangeView> => (await changes()).find(({ id }) => id === changeId)!

  return {
    company,
    organizationId,
    shop,
    listings,
    sql,
    changes,
    work,
    send,
    seen,
    request,
    viewOf,
    /** Until nothing is under way, as the worker does it. */
    async finish(changeId: string): Promise<ChangeView> {
      for (let turn = 0; turn < 4; turn++) {
        await work(changeId)
        // A call that was postponed after several faults is due: its seconds are not waited for.
        await sql('UPDATE listing_update SET next_at = NULL WHERE error_code IS NULL')
        await send()
        if (!(await viewOf(changeId)).isOpen) break
      }
      return viewOf(changeId)
    },
    /** The platform's prices, in the order of our listings: the oracle. */
    async there(): Promise<number[]> {
      const { rows } = await pool.query<{ cents: number }>(
        `SELECT m.original_price_cents AS cents FROM model m JOIN item i USING (item_id) WHERE i.shop_id = $1 ORDER BY item_id, model_id`,
        [shop.number],
      )
      return rows.map(({ cents }) => cents)
    },
    /** The prices that we show, in the same order. */
    here: async (): Promise<number[]> =>
      (await sql<{ cents: number }>('SELECT original_cents::int AS cents FROM listing ORDER BY item_id, model_id')).map(
        ({ cents }) => cents,
      ),
    /** Somebody else sets a price at the platform. */
    setThere: ({ item, model }: Priced, cents: number) =>
      pool.query('UPDATE model SET original_price_cents = $3 WHERE item_id = $1 AND model_id = $2', [
        item,
        model,
        cents,
      ]),
    /** A promotion of the platform's own, under which the price cannot be changed. */
    promote: ({ item, model }: Priced) =>
      sandbox.admin('promotion', { shopId: shop.number, itemId: item, modelId: model, reservedStock: 1 }),
    countPushed: async () => (await sql(`SELECT 1 FROM audit_event WHERE event = 'listing.pushed'`)).length,
  }
}

export type PriceHarness = Awaited<ReturnType<typeof openPrices>>

/** Runs with a proxy between us and the platform. */
export async function throughProxy<T>(
  sandbox: TestSandbox,
  prepare: (proxy: CuttingProxy) => void,
  run: () => Promise<T>,
): Promise<T> {
  const proxy = new CuttingProxy(sandbox.url)
  await proxy.start()
  const { SHOPEE_API_URL } = env()
  Object.assign(env(), { SHOPEE_API_URL: proxy.address })
  prepare(proxy)
  try {
    return await run()
  } finally {
    Object.assign(env(), { SHOPEE_API_URL })
    await proxy.stop()
  }
}
