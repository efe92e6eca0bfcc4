import 'server-only'
import { isInstant, firstOf, type Page, type Query } from '@/lib/core/keyset'
import { runAlone, withOrganization, type Actor, type Db } from '@/lib/core/db'
import { beyondPlace, orderOf, pageOf, requestPage } from '@/lib/core/database/keyset-page'
import { Prisma } from '@/lib/generated/prisma/client'
import { listKindsOf, readNotice, sightedKinds, visibilityOf, type NoticeContent } from '@/lib/identity/notices/kinds'

/** Plain JSON: it also travels to the bell. */
export type Notice = { id: string; at: string; read: boolean } & NoticeContent
export type NoticeList = { unread: number; latest: Notice[] }

/** More than these are shown as "99+". */
const COUNTED = 100
const LATEST = 10
const PAGE_SIZE = 50

type Viewer = Pick<Actor, 'organizationId' | 'userId' | 'role' | 'legalEntityIds'>
type Row = { id: string; kind: string; data: unknown; createdAt: string; read: boolean }

/** Theirs, in the product, of kinds that their role may get today, and made while they saw what they see today. */
const shownTo = ({ organizationId, userId, role, legalEntityIds }: Viewer) => Prisma.sql`
  organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid AND in_product AND kind = ANY (${listKindsOf(role)}::text[])
  AND (kind <> ALL (${sightedKinds}::text[]) OR data->>'sight' = ${visibilityOf({ role, legalEntityIds })})`

export const unreadOf = (viewer: Viewer) =>
  Prisma.sql`SELECT count(*)::int AS unread FROM (
    SELECT 1 FROM notification WHERE ${shownTo(viewer)} AND read_at IS NULL LIMIT ${COUNTED}) counted`

export async function countUnreadFor(viewer: Viewer): Promise<number> {
  const [row] = await runAlone<{ unread: number }>({ organizationId: viewer.organizationId }, unreadOf(viewer))
  return row?.unread ?? 0
}

const fields = Prisma.sql`id, kind, data, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
  read_at IS NOT NULL AS read`

export async function getLatestFor(viewer: Viewer): Promise<NoticeList> {
  const { organizationId } = viewer
  return withOrganization({ organizationId }, async (db) => {
    const rows = await db.$queryRaw<Row[]>`
      SELECT ${fields} FROM notification WHERE ${shownTo(viewer)} ORDER BY created_at DESC, id DESC LIMIT ${LATEST}`
    const [{ unread }] = await db.$queryRaw<[{ unread: number }]>(unreadOf(viewer))
    return { unread, latest: toNotices(rows) }
  })
}

export const listNoticesFor = (viewer: Viewer, query: Query, size = PAGE_SIZE): Promise<Page<Notice>> =>
  withOrganization({ organizationId: viewer.organizationId }, (db) =>
    listNotices(db, viewer, { after: firstOf(query.after), before: firstOf(query.before) }, size),
  )

type Cursor = { after: string | null; before: string | null }

async function listNotices(db: Db, viewer: Viewer, { after, before }: Cursor, size: number): Promise<Page<Notice>> {
  const wanted = requestPage({ after, before }, size, { isPlace: isInstant })
  const order = orderOf(wanted)
  const beyond = beyondPlace(wanted, Prisma.sql`created_at`, Prisma.sql`id`, Prisma.sql`timestamptz`)
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${fields} FROM notification WHERE ${shownTo(viewer)} ${beyond}
    ORDER BY created_at ${order}, id ${order} LIMIT ${size + 1}`
  const page = pageOf(wanted, rows, ({ createdAt, id }) => ({
    value: createdAt,
    id,
  }))
  return { ...page, rows: toNotices(page.rows) }
}

const toNotices = (rows: Row[]): Notice[] =>
  rows.flatMap(({ id, kind, data, createdAt, read }) => {
    const content = readNotice(kind, data)
    return content ? [{ id, at: createdAt, read, ...content }] : []
  })
