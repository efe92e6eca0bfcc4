import 'server-only'
import { recordAudit } from '../audit/record'
import { can, type Permission } from '../auth/permissions'
import { localDay } from '../dates'
import { writeOnce, type Actor, type Db } from '../db'
import { UserError } from '../errors'
import { newId } from '../ids'
import { deskPath, orderListHref, readOrderFilters } from '../orders/filters'
import { orderSightOf } from '../orders/views'
import { deskList, maxViews } from './schema'
import type { DeleteViewInput, RenameViewInput, SaveViewInput, SetDefaultViewInput } from './schema'

/** Who may change many records at once may also say what everybody finds above the list. */
export const sharingPermission: Permission = 'sheet.import'

const personOf = ({ userId }: Actor): string => {
  if (!userId) throw new UserError('permissionDenied')
  return userId
}

/** Keeps the filter under a name, without the page and made sound. */
export function saveView(actor: Actor, { name, query, shared }: SaveViewInput): Promise<{ id: string; href: string }> {
  const { organizationId, role } = actor
  const userId = personOf(actor)
  if (shared && !can(role, sharingPermission)) throw new UserError('permissionDenied')
  return writeOnce(actor, async (db) => {
    const count = await db.savedView.count({ where: { organizationId, userId, list: deskList } })
    if (count >= maxViews) throw new UserError('savedViewsFull', { values: { count: maxViews } })
    const { timeZone } = await db.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: { timeZone: true },
    })
    const asked = Object.fromEntries(new URLSearchParams(query))
    const filters = readOrderFilters(asked, localDay(new Date(), timeZone), orderSightOf(role))
    const href = orderListHref(filters, {}, deskPath)
    const view = { id: newId(), list: deskList, name, query: href.slice(deskPath.length + 1), shared }
    await db.savedView.create({ data: { organizationId, userId, ...view }, select: { id: true } })
    await recordAudit(db, actor, {
      event: 'savedView.created',
      subjectId: view.id,
      after: { name, query: view.query, shared },
    })
    return { id: view.id, href }
  })
}

export function renameView(actor: Actor, { id, name }: RenameViewInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const view = await requireView(db, actor, id)
    await db.savedView.update({
      where: { organizationId_id: { organizationId, id } },
      data: { name },
      select: { id: true },
    })
    await recordAudit(db, actor, {
      event: 'savedView.renamed',
      subjectId: id,
      before: { name: view.name },
      after: { name },
    })
    return { id }
  })
}

export function deleteView(actor: Actor, { id }: DeleteViewInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const { name, shared } = await requireView(db, actor, id)
    await db.savedView.delete({ where: { organizationId_id: { organizationId, id } }, select: { id: true } })
    await recordAudit(db, actor, { event: 'savedView.deleted', subjectId: id, before: { name, shared } })
    return { id }
  })
}

/** The view that one's own list opens with. */
export function setDefaultView(actor: Actor, { viewId }: SetDefaultViewInput): Promise<{ viewId: string | null }> {
  const { organizationId } = actor
  const userId = personOf(actor)
  return writeOnce(actor, async (db) => {
    const key = { organizationId, userId, list: deskList }
    if (viewId) {
      await findView(db, actor, viewId)
      const where = { organizationId_userId_list: key }
      await db.savedViewDefault.upsert({
        where,
        create: { ...key, viewId },
        update: { viewId },
        select: { viewId: true },
      })
    } else await db.savedViewDefault.deleteMany({ where: key })
    await recordAudit(db, actor, { event: 'savedView.madeDefault', subjectId: viewId ?? userId, after: { viewId } })
    return { viewId }
  })
}

/** One's own, or a shared one; of anybody else's nothing is said. */
async function findView(db: Db, actor: Actor, id: string) {
  const { organizationId } = actor
  const view = await db.savedView.findUnique({
    where: { organizationId_id: { organizationId, id } },
    select: { name: true, shared: true, userId: true },
  })
  if (!view || (!view.shared && view.userId !== actor.userId)) throw new UserError('notFound')
  return view
}

/** A shared view is changed by who made it and by who may share. */
async function requireView(db: Db, actor: Actor, id: string) {
  const view = await findView(db, actor, id)
  if (view.userId !== actor.userId && !can(actor.role, sharingPermission)) throw new UserError('permissionDenied')
  return view
}
