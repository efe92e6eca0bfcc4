import 'server-only'
import type { Db } from '@/lib/core/db'
import type { Day } from '@/lib/core/dates'
import type { KnownProduct } from './judge-rows'

type Row = {
  id: string
  sku: string
  version: number
  title: string
  price: string | null
  cost: string | null
  held: boolean
  on_hand: number
  movement: string
  minimum: number | null
  lead_time: number | null
  barcodes: string[]
  shelf: string | null
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  ncm: string | null
  cest: string | null
  origin: number | null
  unit: string
  packaging: string | null
  description: string
  archived: boolean
  parts: { sku: string; quantity: number }[]
  costs: { from: Day; cost: string }[]
}

/**
 * The products of these SKUs as they are now, by SKU in lower case. With `lockStock` their levels are held until the transaction ends, so
 * that the last movement seen and the level seen belong together.
 */
export async function findKnownProducts(
  db: Db,
  organizationId: string,
  skus: readonly string[],
  { today, lockStock }: { today: Day; lockStock: boolean },
): Promise<Map<string, KnownProduct>> {
  const keys = [...new Set(skus.map((sku) => sku.toLowerCase()))]
  if (keys.length === 0) return new Map()
  if (lockStock)
    await db.$queryRaw`
      SELECT count(*) FROM lock_stock(ARRAY(SELECT p.id FROM product p WHERE p.organization_id = ${organizationId}::uuid AND p.sku_key = ANY (${keys})))`
  const rows = await db.$queryRaw<Row[]>`
    SELECT p.id, p.sku::text AS sku, p.version, p.title, p.price_cents::text AS price, c.cost::text AS cost, a.many > coalesce(t.many, 0) AS held,
      coalesce(l.on_hand, 0)::int AS on_hand, coalesce(m.id, 0)::text AS movement, p.minimum_stock AS minimum, p.lead_time_days AS lead_time, p.barcodes,
      p.shelf_address AS shelf, p.weight_grams AS weight, p.length_mm AS length, p.width_mm AS width, p.height_mm AS height, p.ncm, p.cest, p.origin, p.unit,
      p.packaging_cost_cents::text AS packaging, p.description_html AS description, p.archived_at IS NOT NULL AS archived, coalesce(k.parts, '[]') AS parts, coalesce(a.costs, '[]') AS costs
    FROM product p
    LEFT JOIN stock_location o ON o.organization_id = p.organization_id AND o.kind = 'own'
    LEFT JOIN stock_level l ON l.organization_id = p.organization_id AND l.product_id = p.id AND l.location_id = o.id
    LEFT JOIN LATERAL (SELECT c.cost FROM product_cost c WHERE c.organization_id = p.organization_id AND c.product_id = p.id AND c.from_day <= ${today}::date ORDER BY c.from_day DESC LIMIT 1) c ON true
    LEFT JOIN LATERAL (SELECT m.id FROM stock_movement m WHERE m.organization_id = p.organization_id AND m.product_id = p.id ORDER BY m.id DESC LIMIT 1) m ON true
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('sku', x.sku::text, 'quantity', k.quantity) ORDER BY x.sku) AS parts
      FROM kit_component k JOIN product x ON x.organization_id = k.organization_id AND x.id = k.component_id
      WHERE k.organization_id = p.organization_id AND k.kit_id = p.id) k ON true
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('from', c.from_day, 'cost', c.cost::text) ORDER BY c.from_day) AS costs, count(*) AS many
      FROM product_cost c WHERE c.organization_id = p.organization_id AND c.product_id = p.id) a ON true
    LEFT JOIN (SELECT r.product_id, count(*) AS many FROM replaceable_costs(
        ARRAY(SELECT x.id FROM product x WHERE x.organization_id = ${organizationId}::uuid AND x.sku_key = ANY (${keys})), ${today}::date) r
      GROUP BY 1) t ON t.product_id = p.id
    WHERE p.organization_id = ${organizationId}::uuid AND p.sku_key = ANY (${keys})`
  return new Map(rows.map((row) => [row.sku.toLowerCase(), toKnown(row)]))
}

function toKnown(row: Row): KnownProduct {
  const { id, sku, version, parts, on_hand: onHand, movement: movementId } = row
  return {
    id,
    sku,
    version,
    parts,
    costs: row.costs.map(({ from, cost }) => ({ from, cost: trimCost(cost) })),
    onHand,
    movementId,
    isKit: parts.length > 0,
    isCostHeld: row.held,
    values: {
      title: row.title,
      price: row.price,
      cost: row.cost === null ? undefined : trimCost(row.cost),
      minimum: row.minimum,
      leadTime: row.lead_time,
      barcodes: row.barcodes.length > 0 ? row.barcodes : null,
      shelf: row.shelf,
      weight: row.weight,
      length: row.length,
      width: row.width,
      height: row.height,
      ncm: row.ncm,
      cest: row.cest,
      origin: row.origin,
      unit: row.unit,
      packagingCost: row.packaging,
      description: row.description || null,
      archived: row.archived,
    },
  }
}

/** '12.340000' is what a sheet writes as '12.34'. */
function trimCost(cost: string): string {
  const [whole = '0', fraction = ''] = cost.split('.')
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}
