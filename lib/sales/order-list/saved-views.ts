import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { can, type Permission } from '@/lib/core/permissions'
import { localDay } from '@/lib/core/dates'
import { writeOnce, type Actor, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { newId } from '@/lib/core/ids'
import { orderListPath, orderListHref, readOrderFilters } from '../orders/filters'
import { orderVisibilityOf } from '../orders/views'
import { holdsSearch, withoutSearch } from '@/lib/core/text/search-words'
import { mayOpenView } from './queries'
import { orderListKey, maxViews } from './schema'
import type { ChangeViewInput, DeleteViewInput, SaveViewInput, SetDefaultViewInput } from './schema'

/** A role that changes many records at once may also set the views that everybody finds above the list. */
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
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('savedViews:' || ${organizationId} || ${userId}, 0))`
    const count = await db.savedView.count({ where: { organizationId, userId, list: orderListKey } })
    if (count >= maxViews) throw new UserError('savedViewsFull', { values: { count: maxViews } })
    const href = await soundHref(db, actor, query)
    const view = { id: newId(), list: orderListKey, name, query: queryOf(href), shared }
    await db.savedView.create({ data: { organizationId, userId, ...view }, select: { id: true } })
    await recordAudit(db, actor, { event: 'savedView.created', subjectId: view.id, after: auditValuesOf(view) })
    return { id: view.id, href }
  })
}

/** Another name, another filter, or for other eyes; what is not given stays. */
export function changeView(actor: Actor, { id, ...given }: ChangeViewInput): Promise<{ id: string }> {
  const { organizationId, role } = actor
  return writeOnce(actor, async (db) => {
    const { name, query, shared, userId } = await requireView(db, actor, id)
    const before = { name, query, shared }
    if (given.shared && !shared && !can(role, sharingPermission)) throw new UserError('permissionDenied')
    const after = {
      name: given.name ?? name,
      query: given.query === undefined ? query : queryOf(await soundHref(db, actor, given.query)),
      shared: given.shared ?? shared,
    }
    await db.savedView.update({
      where: { organizationId_id: { organizationId, id } },
      data: after,
      select: { id: true },
    })
    // No member opens with a view that is no longer theirs to see.
    if (shared && !after.shared)
      await db.savedViewDefault.deleteMany({
        where: { organizationId, viewId: id, userId: { not: userId } },
      })
    await recordAudit(db, actor, {
      event: 'savedView.changed',
      subjectId: id,
      before: auditValuesOf(before),
      after: { ...auditValuesOf(after), renamed: after.name !== name },
    })
    return { id }
  })
}

const queryOf = (href: string) => href.slice(orderListPath.length + 1)

async function soundHref(db: Db, { organizationId, role }: Actor, query: string): Promise<string> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const params = Object.fromEntries(new URLSearchParams(query))
  const filters = readOrderFilters(params, localDay(new Date(), timeZone), orderVisibilityOf(role))
  return orderListHref(filters, {}, orderListPath)
}

/** The trail is never forgotten: what was looked for, which may be a person's name, stays out of it, and so does the view's own name. */
const auditValuesOf = ({ query, shared }: { query: string; shared: boolean }) => ({
  query: withoutSearch(query),
  searched: holdsSearch(query),
  shared,
})

export function deleteView(actor: Actor, { id }: DeleteViewInput): Promise<{ id: string }> {
  const { organizationId } = actor
  return writeOnce(actor, async (db) => {
    const view = await requireView(db, actor, id)
    await db.savedView.delete({ where: { organizationId_id: { organizationId, id } }, select: { id: true } })
    await recordAudit(db, actor, { event: 'savedView.deleted', subjectId: id, before: auditValuesOf(view) })
    return { id }
  })
}

/** The view that one's own list opens with. */
export function setDefaultView(actor: Actor, { viewId }: SetDefaultViewInput): Promise<{ viewId: string | null }> {
  const { organizationId } = actor
  const userId = personOf(actor)
  return writeOnce(actor, async (db) => {
    const key = { organizationId, userId, list: orderListKey }
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
    select: { name: true, query: true, shared: true, userId: true },
  })
  const viewer = { userId: personOf(actor), seesBuyers: orderVisibilityOf(actor.role).buyers }
  if (!view || (!view.shared && view.userId !== viewer.userId) || !mayOpenView(view, viewer))
    throw new UserError('notFound')
  return view
}

/** A shared view is changed by who made it and by who may share. */
/** Held until the transaction ends: what another changes or deletes meanwhile is seen first. */
async function requireView(db: Db, actor: Actor, id: string) {
  await db.$queryRaw`SELECT 1 FROM saved_view WHERE organization_id = ${actor.organizationId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const view = await findView(db, actor, id)
  if (view.userId !== actor.userId && !can(actor.role, sharingPermission)) throw new UserError('permissionDenied')
  return view
}
