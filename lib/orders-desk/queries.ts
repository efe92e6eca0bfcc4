import 'server-only'
import type { Db } from '../db'
import { holdsSearch } from '../search-words'
import { deskList } from './schema'

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
  const stored = await db.savedView.findMany({
    where: { organizationId, list: deskList, OR: [{ userId }, { shared: true }] },
    select: { id: true, name: true, query: true, shared: true, userId: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  const opened = await db.savedViewDefault.findUnique({
    where: { organizationId_userId_list: { organizationId, userId, list: deskList } },
    select: { viewId: true },
  })
  const found = stored.filter((view) => mayOpenView(view, viewer))
  const views = found.map(({ userId: owner, ...view }) => ({ ...view, own: owner === userId }))
  return { views, defaultId: views.find(({ id }) => id === opened?.viewId)?.id ?? null }
}
