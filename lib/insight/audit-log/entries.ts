import 'server-only'
import { deviceOf, type Device } from '@/lib/identity/auth/sessions/device'
import { placeOf, type Place } from '@/lib/identity/auth/sessions/place'
import type { Role } from '@/lib/core/permissions'
import type { Db } from '@/lib/core/db'
import { env, isLoopback } from '@/lib/core/env'
import { changesOf, recordsIn, type FieldChange } from './changes'
import { kindOf } from '@/lib/core/audit/kinds'
import { recordHref } from './links'
import { nameRecords, type RecordNames } from './names'
import { listActors, listPlaces, type AuditLogRow } from './queries'

export type AuditLogEntry = AuditLogRow & {
  /** Null where there was no actor, or the person is no longer known. */
  person: { name: string; isMember: boolean } | null
  subject: { kind: string; name: string | null; href: string | null }
  /** Null where there was no session, or it is kept no longer. */
  place: { device: Device; place: Place } | null
  /** The name of the access token that it was done by; null where there was none. */
  token: { name: string | null } | null
  changes: FieldChange[]
}
export type AuditLogEntries = { entries: AuditLogEntry[]; nameOf: RecordNames }

/** Rows with the names of who acted, of what they are about and of what their fields name: a few questions, however many rows. */
export async function describeEntries(
  db: Db,
  organizationId: string,
  rows: AuditLogRow[],
  role: Role,
): Promise<AuditLogEntries> {
  const people = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]
  const actors = new Map((await listActors(db, organizationId, people)).map((actor) => [actor.userId, actor]))
  const seated = rows.filter(({ sessionId }) => sessionId !== null).map(({ id }) => id)
  const places = new Map((await listPlaces(db, seated)).map((place) => [place.eventId, place]))
  const changed = rows.map((row) => ({ ...row, changes: changesOf(kindOf(row.event), row.before, row.after) }))
  const nameOf = await nameRecords(db, organizationId, [
    ...rows.map(({ event, subjectId }) => ({ kind: kindOf(event), id: subjectId })),
    ...changed.flatMap(({ changes }) => recordsIn(changes)),
    ...rows.flatMap(({ tokenId }) => (tokenId === null ? [] : { kind: 'accessToken', id: tokenId })),
  ])
  const isOwnComputer = isLoopback(env().NEXTAUTH_URL)
  const entries = changed.map((row): AuditLogEntry => {
    const [actor, stored] = [row.actorId === null ? undefined : actors.get(row.actorId), places.get(row.id)]
    const kind = kindOf(row.event)
    const name = nameOf({ kind, id: row.subjectId }) ?? recordedName(row)
    const isThere = nameOf({ kind, id: row.subjectId }) !== null
    return {
      ...row,
      person: actor ? { name: actor.displayName, isMember: actor.isMember } : null,
      subject: { kind, name, href: isThere ? recordHref(kind, row.subjectId, role) : null },
      place: stored ? { device: deviceOf(stored.device), place: placeOf(stored.network, null, isOwnComputer) } : null,
      token: row.tokenId === null ? null : { name: nameOf({ kind: 'accessToken', id: row.tokenId }) },
    }
  })
  return { entries, nameOf }
}

/** The name of a record at the time of its change. */
function recordedName({ before, after }: AuditLogRow): string | null {
  for (const values of [after, before])
    for (const field of ['name', 'title', 'sku', 'code', 'description'])
      if (typeof values?.[field] === 'string' && values[field] !== '') return values[field]
  return null
}
