import 'server-only'
import type { Db } from '../db'
import { deskList } from './schema'

export type SavedView = { id: string; name: string; query: string; shared: boolean; own: boolean }
export type SavedViews = { views: SavedView[]; defaultId: string | null }

/** A person's own views and the shared ones, by name. */
export async function listSavedViews(db: Db, organizationId: string, userId: string): Promise<SavedViews> {
  const found = await db.savedView.findMany({
    where: { organizationId, list: deskList, OR: [{ userId }, { shared: true }] },
    select: { id: true, name: true, query: true, shared: true, userId: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  const opened = await db.savedViewDefault.findUnique({
    where: { organizationId_userId_list: { organizationId, userId, list: deskList } },
    select: { viewId: true },
  })
  const views = found.map(({ userId: owner, ...view }) => ({ ...view, own: owner === userId }))
  return { views, defaultId: views.find(({ id }) => id === opened?.viewId)?.id ?? null }
}
