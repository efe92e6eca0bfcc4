import 'server-only'
import { addDays, type Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import type { SuggestionFilters } from './filters'

/** The numbers of the formula, as they stand beside each product. */
export type Suggestion = {
  id: string
  sku: string
  title: string
  /** Sold in the period, in packs and kits too. */
  sold: number
  /** Days of the period on which the product existed. */
  days: number
  available: number
  onOrder: number
  leadDays: number
  leadFrom: 'product' | 'supplier' | 'company'
  coverDays: number
  supplierId: string | null
  supplierName: string | null
  supplierCode: string | null
  unitsPerPack: number
  minimumUnits: number | null
  /** Before it is rounded up to whole packs. */
  need: number
  suggested: number
  /** Until what is available is sold; null where nothing sells. */
  daysLeft: number | null
}
export type BuyingRules = { salesDays: number; coverDays: number; leadDays: number; today: Day }

/** The most urgent first: what runs out soonest. Rows of what does not sell stand last. */
export async function listSuggestions(
  db: Db,
  organizationId: string,
  filters: SuggestionFilters,
  rules: BuyingRules,
  size: number,
): Promise<Page<Suggestion>> {
  const isPlace = (value: string) => /^-?\d{1,12}(\.\d{1,4})?$/.test(value)
  const wanted = requestPage(filters, size, { ascending: true, isPlace })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`n.urgency`, Prisma.sql`n.id`, Prisma.sql`numeric`)
  const where = [filters.all ? Prisma.sql`true` : Prisma.sql`n.suggested > 0`]
  if (filters.supplier) where.push(Prisma.sql`n.supplier_id = ${filters.supplier}::uuid`)
  const rows = await db.$queryRaw<(Suggestion & { urgency: string })[]>`
    ${needed(organizationId, filters, rules)}
    SELECT n.id, n.sku, n.title, n.sold, n.days, n.available, n.on_order AS "onOrder", n.lead_days AS "leadDays", n.lead_from AS "leadFrom",
      n.cover_days AS "coverDays", n.supplier_id AS "supplierId", s.name AS "supplierName", n.code AS "supplierCode",
      n.units_per_pack AS "unitsPerPack", n.minimum_units AS "minimumUnits", n.need::float8 AS need, n.suggested::int AS suggested,
      CASE WHEN n.sold > 0 THEN n.urgency::float8 END AS "daysLeft", n.urgency::text AS urgency
    FROM needed n LEFT JOIN supplier s ON s.organization_id = ${organizationId}::uuid AND s.id = n.supplier_id
    WHERE ${Prisma.join(where, ' AND ')} ${beyond} ORDER BY n.urgency ${order}, n.id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, ({ urgency, id }) => ({
    value: urgency,
    id,
  }))
  return { ...page, rows: page.rows.map(({ urgency: _, ...row }) => row) }
}

export async function countSuggestions(
  db: Db,
  organizationId: string,
  filters: SuggestionFilters,
  rules: BuyingRules,
): Promise<{ products: number; units: number }> {
  const supplier = filters.supplier ? Prisma.sql`AND n.supplier_id = ${filters.supplier}::uuid` : Prisma.empty
  const [counted] = await db.$queryRaw<[{ products: number; units: number }]>`
    ${needed(organizationId, filters, rules)}
    SELECT count(*)::int AS products, coalesce(sum(n.suggested), 0)::int AS units FROM needed n
    WHERE (${filters.all} OR n.suggested > 0) ${supplier}`
  return counted
}

/** A product without sales never runs out. */
const never = Prisma.sql`999999`

/**
 * Daily sales × (lead time + cover) − available − on order, in whole packs. From the roll-ups, folded and appended rows
 * alike; kits count for their components. Today is not over, so the period ends yesterday.
 */
function needed(
  organizationId: string,
  { q, days, cover }: SuggestionFilters,
  { salesDays, coverDays, leadDays, today }: BuyingRules,
): Prisma.Sql {
  const period = days ?? salesDays
  const [from, to] = [addDays(today, -period), addDays(today, -1)]
  const within = Prisma.sql`organization_id = ${organizationId}::uuid AND day BETWEEN ${from}::date AND ${to}::date AND mapped`
  const words = matchesWords(Prisma.sql`p.words`, q)
  const matching = words.length > 0 ? Prisma.sql`AND ${Prisma.join(words, ' AND ')}` : Prisma.empty
  return Prisma.sql`WITH sold AS (
    SELECT item_key, sum(physical_units) AS units, min(day) AS first_day FROM (
      SELECT item_key, physical_units, day FROM product_day WHERE ${within}
      UNION ALL SELECT item_key, physical_units, day FROM product_day_delta WHERE ${within}
    ) counted GROUP BY 1
  ), demand AS (
    SELECT coalesce(k.component_id, s.item_key) AS product_id, sum(s.units * coalesce(k.quantity, 1)) AS units, min(s.first_day) AS first_day
    FROM sold s LEFT JOIN kit_component k ON k.organization_id = ${organizationId}::uuid AND k.kit_id = s.item_key GROUP BY 1
  ), coming AS (
    SELECT l.product_id, sum(greatest(l.quantity - l.received, 0)) AS units
    FROM purchase_order o JOIN purchase_order_line l ON l.organization_id = ${organizationId}::uuid AND l.purchase_order_id = o.id
    WHERE o.organization_id = ${organizationId}::uuid AND o.status IN ('sent', 'partly_received') GROUP BY 1
  ), source AS (
    SELECT DISTINCT ON (c.product_id) c.product_id, c.supplier_id, c.code, c.units_per_pack, c.minimum_units, s.lead_time_days
    FROM supplier_product c JOIN supplier s ON s.organization_id = ${organizationId}::uuid AND s.id = c.supplier_id AND s.archived_at IS NULL
    WHERE c.organization_id = ${organizationId}::uuid ORDER BY c.product_id, c.updated_at DESC, c.supplier_id, c.code
  ), stock AS (
    SELECT v.product_id, v.on_hand - v.reserved AS units FROM stock_level v
    JOIN stock_location l ON l.organization_id = ${organizationId}::uuid AND l.id = v.location_id AND l.kind = 'own'
    WHERE v.organization_id = ${organizationId}::uuid
  ), known AS (
    SELECT p.id, p.sku::text AS sku, p.title, coalesce(d.units, 0)::int AS sold, coalesce(k.units, 0)::int AS available,
      coalesce(c.units, 0)::int AS on_order, o.supplier_id, o.code, coalesce(o.units_per_pack, 1) AS units_per_pack, o.minimum_units,
      greatest(1, ${to}::date - greatest(${from}::date, least(p.created_at::date, coalesce(d.first_day, p.created_at::date))) + 1) AS days,
      coalesce(p.lead_time_days, o.lead_time_days, ${leadDays}::int) AS lead_days,
      CASE WHEN p.lead_time_days IS NOT NULL THEN 'product' WHEN o.lead_time_days IS NOT NULL THEN 'supplier' ELSE 'company' END AS lead_from,
      ${cover ?? coverDays}::int AS cover_days
    FROM product p
    LEFT JOIN demand d ON d.product_id = p.id LEFT JOIN coming c ON c.product_id = p.id
    LEFT JOIN source o ON o.product_id = p.id LEFT JOIN stock k ON k.product_id = p.id
    WHERE p.organization_id = ${organizationId}::uuid AND p.archived_at IS NULL ${matching}
      AND NOT EXISTS (SELECT 1 FROM kit_component x WHERE x.organization_id = ${organizationId}::uuid AND x.kit_id = p.id)
  ), counted AS (
    SELECT *, greatest(0, sold::numeric / days * (lead_days + cover_days) - available - on_order) AS need,
      CASE WHEN sold > 0 THEN round(available / (sold::numeric / days), 2) ELSE ${never} END AS urgency
    FROM known
  ), needed AS (
    SELECT *, CASE WHEN need > 0 THEN ceil(greatest(need, coalesce(minimum_units, 0)) / units_per_pack) * units_per_pack ELSE 0 END AS suggested
    FROM counted
  )`
}
