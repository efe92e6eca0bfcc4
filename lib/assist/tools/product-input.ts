import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { asId } from '@/lib/core/keyset'
import { fold } from '@/lib/insight/palette/match'
import { getProductFor, getProductListFor } from '@/lib/catalog/products/views'
import type { ToolViewer } from './contract'
import { namedInput } from './named-input'

export const productInput = {
  product: namedInput(200).optional().describe('SKU, id or words of the title of a product'),
}

export type ProductMatch = { id: string; title: string; sku: string }
const TRIED = 20

/** However many others have these letters in their SKU or title. */
const findBySku = async (viewer: ToolViewer, sku: string): Promise<ProductMatch | undefined> => {
  const [row] = await withOrganization(
    viewer,
    (db) => db.$queryRaw<ProductMatch[]>`
      SELECT id, title, sku::text AS sku FROM product
      WHERE organization_id = ${viewer.organizationId}::uuid AND sku_key = lower(${sku}) AND archived_at IS NULL`,
  )
  return row
}

/**
 * The product that a question names, by id, by its SKU or title, or by words that only its title has; several are
 * distinguished.
 */
export async function findProduct(viewer: ToolViewer, named: string | undefined): Promise<ProductMatch | null> {
  if (!named) return null
  const known = asId(named) ? await getProductFor(viewer, named) : null
  if (known) return known.product
  const bySku = await findBySku(viewer, named)
  if (bySku) return bySku
  const { page } = await getProductListFor(viewer, { q: named }, TRIED)
  const wanted = fold(named)
  const exact = page.rows.filter(({ title }) => fold(title) === wanted)
  const matches = exact.length > 0 ? exact : page.rows
  if (matches.length === 1) return matches[0]!
  throw new UserError(matches.length === 0 ? 'productUnknown' : 'productAmbiguous', { values: { name: named } })
}
