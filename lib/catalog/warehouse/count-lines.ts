import 'server-only'
import type { Day } from '@/lib/core/dates'
import type { Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Page } from '@/lib/core/keyset'
import { matchesWords } from '@/lib/core/text/match-words'
import { unitCostOn } from '../costs/cost-queries'
import type { CountTab } from './count-schema'
import { difference } from './count-queries'

export type CountLine = {
  productId: string
  sku: string
  title: string
  photoFileId: string | null
  shelfAddress: string | null
  barcodes: string[]
  position: number
  listed: boolean
  round: number
  units: bigint | null
  /** The level at the moment it was counted; of what is uncounted, now. */
  expected: bigint
  difference: bigint | null
  moved: boolean
  countedAt: Date | null
  /** At cost; null where the cost is unknown or nothing differs. Left out for roles that may not read cost. */
  valueCents?: bigint | null
  people: { person: string; units: number }[]
}

type LineQuery = {
  tab: CountTab
  q: string
  after: string | null
  before: string | null
  size: number
  today: Day
  seesMoney: boolean
}

const tabs: Record<CountTab, Prisma.Sql> = {
  all: Prisma.empty,
  missing: Prisma.sql`AND l.units IS NULL AND l.difference IS NULL`,
  counted: Prisma.sql`AND l.units IS NOT NULL`,
  different: Prisma.sql`AND ${difference} <> 0`,
  moved: Prisma.sql`AND l.moved`,
}

function linesOf(organizationId: string, countId: string, { tab, q }: Pick<LineQuery, 'tab' | 'q'>): Prisma.Sql {
  const words = matchesWords(Prisma.sql`p.words`, q)
  const searched = words.length > 0 ? Prisma.sql`AND ${Prisma.join(words, ' AND ')}` : Prisma.empty
  return Prisma.sql`stock_count_line l JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
    WHERE l.organization_id = ${organizationId}::uuid AND l.count_id = ${countId}::uuid ${tabs[tab]} ${searched}`
}

export async function sumCountLines(
  db: Db,
  organizationId: string,
  countId: string,
  query: Pick<LineQuery, 'tab' | 'q'>,
): Promise<bigint> {
  const [row] = await db.$queryRaw<[{ count: bigint }]>`
    SELECT count(*) AS count FROM ${linesOf(organizationId, countId, query)}`
  return row.count
}

/** In the order of the shelves; what was found by scanning stands at the end. */
export async function listCountLines(
  db: Db,
  organizationId: string,
  countId: string,
  { tab, q, after, before, size, today, seesMoney }: LineQuery,
): Promise<Page<CountLine>> {
  const wanted = requestPage({ after, before }, size, { ascending: true, isPlace: (value) => /^\d{1,9}$/.test(value) })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`l.position`, Prisma.sql`l.product_id`, Prisma.sql`int`)
  const value = seesMoney
    ? Prisma.sql`, CASE WHEN ${difference} <> 0 THEN round(${difference} * ${unitCostOn(organizationId, today)} * 100)::bigint END AS "valueCents"`
    : Prisma.empty
  const rows = await db.$queryRaw<CountLine[]>`
    WITH page AS MATERIALIZED (
      SELECT l.* FROM ${linesOf(organizationId, countId, { tab, q })} ${beyond}
      ORDER BY l.position ${order}, l.product_id ${order} LIMIT ${size + 1}
    ), counted AS MATERIALIZED (
      SELECT e.product_id, e.actor_id, sum(e.units)::int AS units FROM page l
      JOIN stock_count_entry e ON e.organization_id = ${organizationId}::uuid AND e.count_id = ${countId}::uuid
        AND e.product_id = l.product_id AND e.round = l.round
      GROUP BY 1, 2 HAVING bool_or(e.undoes IS NULL)
    ), person AS MATERIALIZED (
      SELECT user_id, display_name FROM list_actor_names((SELECT array_agg(DISTINCT actor_id) FROM counted))
    )
    SELECT l.product_id AS "productId", p.sku::text AS sku, p.title, p.photo_file_id AS "photoFileId", p.shelf_address AS "shelfAddress",
      p.barcodes, l.position, l.listed, l.round, l.units, coalesce(l.on_hand_at, v.on_hand, 0) AS expected, ${difference} AS difference,
      l.moved, l.counted_at AS "countedAt", coalesce((
        SELECT jsonb_agg(jsonb_build_object('person', n.display_name, 'units', c.units) ORDER BY n.display_name)
        FROM counted c JOIN person n ON n.user_id = c.actor_id WHERE c.product_id = l.product_id), '[]') AS people ${value}
    FROM page l JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = l.product_id
    LEFT JOIN stock_location o ON o.organization_id = ${organizationId}::uuid AND o.kind = 'own'
    LEFT JOIN stock_level v ON v.organization_id = ${organizationId}::uuid AND v.product_id = l.product_id AND v.location_id = o.id
    ORDER BY l.position ${order}, l.product_id ${order}`
  return pageOf(wanted, rows, ({ position, productId }) => ({
    value: String(position),
    id: productId,
  }))
}

export type CountEntry = {
  id: string
  productId: string
  sku: string
  title: string
  units: number
  person: string | null
  countedAt: Date
  /** Undone, or of a round before the product was counted again. */
  isOver: boolean
}

/** The newest first. */
export const listCountEntries = (
  db: Db,
  organizationId: string,
  countId: string,
  limit: number,
): Promise<CountEntry[]> =>
  db.$queryRaw`
    WITH newest AS MATERIALIZED (
      SELECT e.* FROM stock_count_entry e
      WHERE e.organization_id = ${organizationId}::uuid AND e.count_id = ${countId}::uuid AND e.undoes IS NULL
      ORDER BY e.saved_at DESC, e.id DESC LIMIT ${limit}
    )
    SELECT e.id, e.product_id AS "productId", p.sku::text AS sku, p.title, e.units, n.display_name AS person, e.counted_at AS "countedAt",
      e.round <> l.round OR EXISTS (
        SELECT 1 FROM stock_count_entry u WHERE u.organization_id = ${organizationId}::uuid AND u.undoes = e.id) AS "isOver"
    FROM newest e JOIN product p ON p.organization_id = ${organizationId}::uuid AND p.id = e.product_id
    JOIN stock_count_line l ON l.organization_id = ${organizationId}::uuid AND l.count_id = e.count_id AND l.product_id = e.product_id
    LEFT JOIN list_actor_names((SELECT array_agg(DISTINCT actor_id) FROM newest)) n ON n.user_id = e.actor_id
    ORDER BY e.saved_at DESC, e.id DESC`
