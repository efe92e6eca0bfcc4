import 'server-only'
import type { Scope } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { ShopeeError } from '@/lib/shopee/errors'
import type { ListingRow } from '../inbound/listing-rows'
import { syncItems } from '../inbound/sync-listings'
import { openSyncShop } from '../streams/sync-shop'

/** These items as the platform shows them now, which is stored as well; without those that cannot be read at the moment. */
export async function readItems(scope: Scope, shopId: string, itemIds: readonly string[]): Promise<ListingRow[]> {
  const read: ListingRow[] = []
  try {
    const shop = await openSyncShop(scope, shopId)
    if (shop) await syncItems(shop, itemIds, (rows) => void read.push(...rows))
  } catch (error) {
    if (!(error instanceof ShopeeError) && !(error instanceof UserError)) throw error
  }
  return read
}

/** The price before promotions. */
export const centsShown = ({ o, p }: ListingRow): bigint | null => o ?? p
