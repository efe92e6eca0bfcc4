import 'server-only'
import type { Db } from '@/lib/core/db'
import type { Answer } from '@/lib/shopee/app'
import type { ShopeeOrder } from '@/lib/shopee/reshape-order'
import { storedJson } from '@/lib/core/stored-json'
import type { SyncShop } from '../streams/sync-shop'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
/** Names under which an answer speaks of its buyer, or of how they paid. */
const PERSONAL =
  /buyer|recipient|address|phone|cpf|dropshipper|message_to_seller|^note$|payment_info|virtual_contact|geolocation/

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The answer as it came, without what speaks of the buyer. */
export function withoutBuyer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBuyer)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (PERSONAL.test(name) ? [] : [[name, withoutBuyer(inner)]])),
  )
}

/** Keeps the platform's own words for a while, to look things up in; of orders that did not change lately none. */
export async function keepAnswers(db: Db, shop: SyncShop, batch: Answer<ShopeeOrder>[]): Promise<void> {
  const recent = batch.filter(({ data }) => data.updatedAt.getTime() > Date.now() - KEPT_DAYS * DAY_MS)
  if (recent.length === 0) return
  const rows = recent.map(({ data, raw }) => ({
    subject: data.orderSn,
    body: withoutBuyer(raw),
    asOf: data.updatedAt,
    purge: new Date(data.updatedAt.getTime() + KEPT_DAYS * DAY_MS),
  }))
  await db.$executeRaw`
    INSERT INTO platform_answer AS a (organization_id, shop_id, kind, subject, body, as_of, purge_after)
    SELECT ${shop.organizationId}::uuid, ${shop.shopId}::uuid, 'order', r.subject, r.body, r."asOf", r.purge
    FROM jsonb_to_recordset(${storedJson(rows)}::jsonb) AS r(subject text, body jsonb, "asOf" timestamptz, purge timestamptz)
    ON CONFLICT (organization_id, shop_id, kind, subject) DO UPDATE SET body = excluded.body, as_of = excluded.as_of, purge_after = excluded.purge_after
    WHERE a.as_of < excluded.as_of`
}
