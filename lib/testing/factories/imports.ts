import { createReadStream } from 'node:fs'
import { applyImport } from '@/lib/connect/order-imports/apply-import'
import { checkImport } from '@/lib/connect/order-imports/check-import'
import { confirmImport } from '@/lib/connect/order-imports/confirm-import'
import { uploadImport } from '@/lib/connect/order-imports/upload-import'
import { newId } from '@/lib/core/ids'
import { systemActor } from '@/lib/core/queue/task'
import { asWorker, inspect } from '../harnesses/database'
import type { TestOrganization } from './factories'

type Options = { shopName?: string; shopId?: string; fileName?: string }
type Applied = Options & { takeStock?: boolean; isHistory?: boolean; leaveOutBadRows?: boolean }

/** Uploads a sheet and has the worker check it. */
export async function checkSheet({ owner }: TestOrganization, path: string, options: Options = {}): Promise<string> {
  const { shopName = 'Loja', shopId = null, fileName = 'Order.all.xlsx' } = options
  const input = { fileName, shopId, shopName: shopId ? null : shopName }
  const { importId } = await uploadImport(owner, input, { body: createReadStream(path), key: newId() })
  await asWorker(() => checkImport(systemActor(owner.organizationId, owner.userId), importId))
  return importId
}

/** The whole way: uploaded, checked, confirmed unless there is nothing to do, applied. */
export async function importSheet(
  organization: TestOrganization,
  path: string,
  options: Applied = {},
): Promise<string> {
  const importId = await checkSheet(organization, path, options)
  const { state } = await getImportRow(organization, importId)
  if (state !== 'ready') return importId
  const { takeStock = false, isHistory = false, leaveOutBadRows = false } = options
  await confirmImport(organization.owner, { importId, takeStock, isHistory, leaveOutBadRows })
  await runApply(organization, importId)
  return importId
}

export const runApply = ({ owner }: TestOrganization, importId: string, options?: Parameters<typeof applyImport>[2]) =>
  asWorker(() => applyImport(systemActor(owner.organizationId, owner.userId), importId, options))

export type ImportRow = {
  state: string
  error_code: string | null
  total: number
  summary: {
    outcomes?: Record<string, number>
    result?: Record<string, number>
    badRows?: number
    unknown?: number
    errorValues?: Record<string, string>
  }
}

export async function getImportRow({ organizationId }: TestOrganization, importId: string): Promise<ImportRow> {
  const [row] = await inspect<ImportRow>(
    organizationId,
    'select state, error_code, total, summary from import where id = $1',
    [importId],
  )
  return row!
}

// The owner reads the deltas and buyers of all companies (as the worker's functions do), so the company stands in those queries.
/** Everything that an import may write, in an order of its own, without ids and times of writing: to hold two runs against each other. */
export async function readBooks({ organizationId }: { organizationId: string }) {
  const read = (sql: string) => inspect(organizationId, sql)
  return {
    orders:
      await read(`select external_code, status, platform_status, placed_at, local_day::text, paid_at, ship_by, shipped_at, delivered_at,
      cancelled_at, units, revenue_cents, total_cents, fees_charged_cents, fees_estimated_cents, tracking_number, encode(buyer_key, 'hex') as buyer_key,
      moves_stock, version from orders where platform = 'shopee' order by external_code`),
    items:
      await read(`select o.external_code, i.line, i.sku, i.title, i.variation, i.quantity, i.unit_price_cents, i.discount_cents, i.subtotal_cents,
      l.external_key, p.sku as product from order_item i join orders o on o.id = i.order_id join listing l on l.id = i.listing_id
      left join product p on p.id = i.product_id order by 1, 2`),
    lines: await read(
      `select o.external_code, m.kind, m.source, m.amount_cents from money_line m join orders o on o.id = m.order_id order by 1, 2, 3`,
    ),
    buyers: await read(
      `select o.external_code, b.name, b.username, b.phone, b.city, b.state from order_buyer b join orders o on o.id = b.order_id where b.organization_id = current_organization() order by 1`,
    ),
    sales: await listSales(organizationId),
    products:
      await read(`select day::text, coalesce(p.sku::text, l.external_key) as item, sum(units)::int as units, sum(revenue_cents)::bigint as revenue
      from (select day, item_key, units, revenue_cents from product_day union all select day, item_key, units, revenue_cents from product_day_delta where organization_id = current_organization()) d
      left join product p on p.id = d.item_key left join listing l on l.id = d.item_key group by 1, 2 having sum(units) <> 0 order by 1, 2`),
    levels: await read(
      `select p.sku, l.on_hand, l.reserved from stock_level l join product p on p.id = l.product_id order by 1`,
    ),
  }
}

/** Sales by day from the roll-ups: what is folded and what is not yet. */
export const listSales = (organizationId: string) =>
  inspect<{ day: string; orders: number; valid: number; gross: string }>(
    organizationId,
    `select day::text, sum(orders)::int as orders, sum(orders - pending - cancelled)::int as valid, sum(units)::int as units,
      sum(gross_cents)::bigint as gross, sum(cancelled_cents)::bigint as cancelled, sum(fees_charged_cents)::bigint as charged,
      sum(fees_estimated_cents)::bigint as estimated
    from (select day, orders, pending, cancelled, units, gross_cents, cancelled_cents, fees_charged_cents, fees_estimated_cents from sales_day
      union all select day, orders, pending, cancelled, units, gross_cents, cancelled_cents, fees_charged_cents, fees_estimated_cents from sales_day_delta
        where organization_id = current_organization()) d
    group by 1 having sum(orders) <> 0 order by 1`,
  )
