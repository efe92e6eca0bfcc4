import 'server-only'
import { callGlobal } from '@/lib/core/db'
import { env, isLoopback } from '@/lib/core/env'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Person } from '../member'
import { deviceOf, type Device } from './device'
import { placeOf, type Place } from './place'

export type OwnSession = {
  id: string
  isThis: boolean
  device: Device
  place: Place
  since: Date
  lastSeenAt: Date
  organizationName: string | null
}

type Row = Pick<OwnSession, 'id' | 'since' | 'lastSeenAt' | 'organizationName'> &
  Record<'device' | 'network', string | null>

/** The person's living sessions, this one first, then by last use. */
export async function listOwnSessions({
  userId,
  sessionId,
}: Pick<Person, 'userId' | 'sessionId'>): Promise<OwnSession[]> {
  const rows = await callGlobal<Row>(Prisma.sql`
    SELECT id, created_at AS since, last_seen_at AS "lastSeenAt", device, network, organization_name AS "organizationName"
    FROM list_user_sessions(${userId}::uuid)`)
  const own = rows.find(({ id }) => id === sessionId)?.network ?? null
  const isOwnComputer = isLoopback(env().NEXTAUTH_URL)
  return rows
    .map(({ device, network, ...session }) => ({
      ...session,
      isThis: session.id === sessionId,
      device: deviceOf(device),
      place: placeOf(network, own, isOwnComputer),
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis))
}
