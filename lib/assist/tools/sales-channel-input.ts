import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { fold } from '@/lib/insight/palette/match'
import type { ToolViewer } from './contract'
import { namedInput } from './named-input'

export const shopInput = {
  shop: namedInput(120).optional().describe('Name or id of a shop; without it all shops'),
}

/** The shop that a question names, by id or by words of its name; none and several of that name are distinguished. */
export async function findShop(
  viewer: ToolViewer,
  named: string | undefined,
): Promise<{ id: string; name: string } | null> {
  if (!named) return null
  const { organizationId } = viewer
  const shops = await withOrganization(viewer, (db) =>
    db.shop.findMany({ where: { organizationId }, select: { id: true, name: true }, orderBy: { name: 'asc' } }),
  )
  const wanted = fold(named)
  const exact = shops.filter(({ id, name }) => id === named || fold(name) === wanted)
  // A name of punctuation alone folds to an empty text, which every name would include.
  const matches = exact.length > 0 || !wanted ? exact : shops.filter(({ name }) => fold(name).includes(wanted))
  if (matches.length === 1) return matches[0]!
  throw new UserError(matches.length === 0 ? 'shopUnknown' : 'shopAmbiguous', { values: { name: named } })
}
