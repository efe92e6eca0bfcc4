import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { Prisma } from '@/lib/generated/prisma/client'
import { asId } from '@/lib/core/keyset'
import { getMappingFor, type MappingLine } from '@/lib/catalog/mapping/views'
import { fold } from '@/lib/insight/palette/match'
import type { ToolViewer } from '../tools/contract'

export type ProposedListing = Pick<MappingLine, 'id' | 'title' | 'variation' | 'sku' | 'shopName' | 'originalCents'>

const TRIED = 20

/** By its id or by all of its SKU, however many others have these letters; two of them say that it is not one. */
const findKnown = (viewer: ToolViewer, named: string) =>
  withOrganization(
    viewer,
    (db) => db.$queryRaw<ProposedListing[]>`
      SELECT l.id, l.title, l.variation, l.sku::text AS sku, s.name::text AS "shopName", l.original_cents AS "originalCents"
      FROM listing l JOIN shop s ON s.organization_id = l.organization_id AND s.id = l.shop_id
      WHERE l.organization_id = ${viewer.organizationId}::uuid AND l.gone_at IS NULL
        AND ${asId(named) ? Prisma.sql`l.id = ${named}::uuid` : Prisma.sql`l.sku_key = lower(${named})`} LIMIT 2`,
  )

/** The listing named by its title or SKU; several of that name are distinguished. */
export async function findListing(viewer: ToolViewer, named: string): Promise<ProposedListing> {
  const known = await findKnown(viewer, named)
  if (known.length === 1) return known[0]!
  if (known.length > 1) throw new UserError('listingAmbiguous', { values: { name: named } })
  const { page } = await getMappingFor(viewer, { tab: 'all', q: named }, TRIED)
  const wanted = fold(named)
  const exact = page.rows.filter(({ title }) => fold(title) === wanted)
  const matches = exact.length > 0 ? exact : page.rows
  if (matches.length === 1) return matches[0]!
  throw new UserError(matches.length === 0 ? 'listingUnknown' : 'listingAmbiguous', { values: { name: named } })
}

export const nameOf = ({ title, variation, shopName }: ProposedListing) =>
  `${[title, variation].filter(Boolean).join(' · ')} (${shopName})`
