import 'server-only'
import type { Db } from '@/lib/core/db'
import { holdsSearch } from '@/lib/core/text/search-words'
import { orderListKey } from './schema'

export type SavedView = { id: string; name: string; query: string; shared: boolean; own: boolean }
export type SavedViews = { views: SavedView[]; defaultId: string | null }

type Viewer = { organizationId: string; userId: string; seesBuyers: boolean }
type Shown = { query: string; userId: string }

/** Words in another's view may be a buyer's name: they are for who made it and for who always sees buyers whole. */
export const mayOpenView = ({ query, userId }: Shown, viewer: Omit<Viewer, 'organizationId'>): boolean =>
  userId === viewer.userId || viewer.seesBuyers || !holdsSearch(query)

/** A person's own views and the shared ones, by name. */
export async function listSavedViews(db: Db, viewer: Viewer): Promise<SavedViews> {
  const { organizationId, userId } = viewer
  type Row = Omit<SavedView, 'own'> & { userId: string; opens: boolean }
  const stored = await db.$queryRaw<Row[]>`
    SELECT v.id, v.name::text AS name, v.query, v.shared, v.user_id AS "userId", d.view_id IS NOT NULL AS opens FROM saved_view v
    LEFT JOIN saved_view_default d ON d.organization_id = ${organizationId}::uuid AND d.user_id = ${userId}::uuid AND d.list = ${orderListKey}
      AND d.view_id = v.id
    WHERE v.organization_id = ${organizationId}::uuid AND v.list = ${orderListKey} AND (v.user_id = ${userId}::uuid OR v.shared)
    ORDER BY v.name, v.id`
  const matches = stored.filter((view) => mayOpenView(view, viewer))
  const views = matches.map(({ userId: owner, opens: _, ...view }) => ({ ...view, own: owner === userId }))
  return { views, defaultId: matches.find(({ opens }) => opens)?.id ?? null }
}
