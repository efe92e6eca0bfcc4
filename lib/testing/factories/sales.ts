import { localDay } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import type { MoneyKind, OrderStatus } from '@/lib/generated/prisma/client'
import { asWorker } from '../harnesses/database'
import type { TestOrganization } from './factories'

const timeZone = 'America/Sao_Paulo'

const AT_ONCE = 25
const defaults = {
  status: 'delivered',
  cents: 1000n,
  units: 1,
  packOf: 1,
  cancellationAsked: false,
  lines: {},
} as const

export type TestOrder = {
  at: string
  /** The platform's own; made up where none is said. */
  code?: string
  status?: OrderStatus
  cents?: bigint
  units?: number
  charged?: bigint
  estimated?: bigint
  productId?: string
  listingId?: string
  /** Units of the product in one of the listing. */
  packOf?: number
  unitCost?: string
  shipBy?: string
  cancellationAsked?: boolean
  state?: string
  buyer?: string
  cancelReason?: string
  cancelledBy?: string
  /** The platform's statement of its money, from the seller's side. */
  lines?: Partial<Record<MoneyKind, bigint>>
}

export async function addShop({ organizationId, legalEntityId }: TestOrganization, name: string) {
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.shop.create({ data: { organizationId, id, legalEntityId, name }, select: { id: true } }),
  )
  return id
}

export async function addProduct(
  { organizationId }: TestOrganization,
  sku: string,
  minimumStock: number | null = null,
) {
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.product.create({
      data: { organizationId, id, sku, title: `Produto ${sku}`, minimumStock },
      select: { id: true },
    }),
  )
  return id
}

export async function addListing({ organizationId }: TestOrganization, shopId: string, title: string) {
  const id = newId()
  await withOrganization({ organizationId }, (db) =>
    db.listing.create({ data: { organizationId, id, shopId, externalKey: id, title }, select: { id: true } }),
  )
  return id
}

/** Marketplace orders of one item each, counted in the read models as every write counts them. */
export async function addOrders({ organizationId }: TestOrganization, shopId: string, orders: TestOrder[]) {
  const rows = orders.map((order) => ({
    ...defaults,
    ...order,
    id: newId(),
    day: localDay(new Date(order.at), timeZone),
  }))
  const ids = rows.map(({ id }) => id)
  const given = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return withOrganization({ organizationId }, async (db) => {
    await db.$executeRaw`
      WITH row AS MATERIALIZED (
        SELECT ${organizationId}::uuid AS company, ${shopId}::uuid AS shop, x.* FROM jsonb_to_recordset(${given}::jsonb) AS x(
          id uuid, at timestamptz, day date, code text, status "OrderStatus", cents bigint, units int, charged bigint, estimated bigint,
          "productId" uuid, "listingId" uuid, "packOf" int, "unitCost" numeric, "shipBy" timestamptz, "cancellationAsked" boolean, state text,
          buyer text, "cancelReason" text, "cancelledBy" text, lines jsonb)),
      placed AS (
        INSERT INTO orders (organization_id, id, code, platform, shop_id, outlet_id, external_code, status, placed_at, local_day, units,
          revenue_cents, total_cents, fees_charged_cents, fees_estimated_cents, ship_by, cancellation_asked, buyer_state, buyer_key,
          cancel_reason, cancelled_by)
        SELECT company, id, id::text, 'shopee', shop, shop, coalesce(code, id::text), status, at, day, units, cents, cents, charged, estimated,
          "shipBy", "cancellationAsked", state, convert_to(buyer, 'UTF8'), "cancelReason", "cancelledBy" FROM row RETURNING id),
      item AS (
        INSERT INTO order_item (organization_id, order_id, line, product_id, listing_id, product_quantity, title, quantity, unit_price_cents,
          subtotal_cents, unit_cost)
        SELECT company, id, 1, "productId", "listingId", "packOf", 'Item', units, cents / units, cents, "unitCost" FROM row)
      INSERT INTO money_line (organization_id, order_id, kind, source, amount_cents, as_of)
      SELECT company, id, l.key::"MoneyKind", 'api', l.value::bigint, at FROM row, jsonb_each_text(lines) l`
    // The cost grows with the square of the batch.
    for (let from = 0; from < ids.length; from += AT_ONCE)
      await db.$queryRaw`SELECT append_order_deltas(${ids.slice(from, from + AT_ONCE)}::uuid[], 1)::text`
    return ids
  })
}

/** The worker does this every few seconds: deltas into the read models. */
export const foldSales = ({ organizationId }: TestOrganization) =>
  asWorker(() => withOrganization({ organizationId }, (db) => db.$queryRaw`SELECT fold_sales(1000), fold_buyers(1000)`))
