import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'
import { FIRST_HMAC, linkHmac } from './link-hmac'
import { findKey, keyInForce, requireKey } from './chain-keys'
import { readHead, writeHead, type ChainPlace, type ChainHead } from './chain-head'

const BATCH = 1000
const TIMEOUT_MS = 120_000
export const START = { number: 0n, lastPosition: 0n, hmac: FIRST_HMAC }

export const eventFields = {
  id: true,
  position: true,
  at: true,
  actorKind: true,
  actorId: true,
  sessionId: true,
  tokenId: true,
  event: true,
  subjectKind: true,
  subjectId: true,
  before: true,
  after: true,
} as const

/**
 * Chains what the organization's trail has gained since the last link; one job at a time. Answers how many rows. The head follows
 * a link only when it is committed, at the start of the next turn: a crash between the two leaves it one link behind, never ahead.
 */
export async function chainAuditLog(organizationId: string): Promise<number> {
  let added = 0
  for (;;) {
    const batch = await withOrganization({ organizationId }, (db) => chainBatch(db, organizationId), TIMEOUT_MS)
    added += batch
    if (batch === 0) return added
  }
}

// Held by the chaining job, and by who verifies while the chain's end and its head are looked at together.
export const lockAuditLog = (db: Db, organizationId: string) =>
  db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`chain:${organizationId}`}, 0))`

async function chainBatch(db: Db, organizationId: string): Promise<number> {
  await lockAuditLog(db, organizationId)
  const last = await db.auditChain.findFirst({ where: { organizationId }, orderBy: { number: 'desc' } })
  // A process that still works with the key before leaves the trail to those that know the next one.
  if (last) requireKey(last.keyId)
  await moveHead(db, organizationId, last)
  const waiting = await db.auditEvent.findMany({
    where: { organizationId, position: null },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: eventFields,
  })
  if (waiting.length === 0) return 0
  const firstPosition = (last?.lastPosition ?? 0n) + 1n
  const events = waiting.map((event, i) => ({ ...event, position: firstPosition + BigInt(i) }))
  const lastPosition = events.at(-1)!.position
  const previous = last?.hmac ?? FIRST_HMAC
  const key = keyInForce()
  const hmac = linkHmac(key.bytes, previous, organizationId, events)
  const ids = events.map(({ id }) => id)
  await db.$executeRaw`
    UPDATE audit_event e SET position = ${firstPosition}::bigint + s.ordinality - 1
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY s(id, ordinality)
    WHERE e.organization_id = ${organizationId}::uuid AND e.id = s.id`
  const number = (last?.number ?? 0n) + 1n
  await db.auditChain.create({
    data: {
      organizationId,
      number,
      firstPosition,
      lastPosition,
      keyId: key.id,
      previous: Uint8Array.from(previous),
      hmac: Uint8Array.from(hmac),
    },
    select: { number: true },
  })
  return events.length
}

type ChainLink = { number: bigint; lastPosition: bigint; keyId: string; hmac: Uint8Array }

/** The head of a company whose trail gained nothing since the key was changed comes under the new key too; answers whether it does. */
export const carryHead = (organizationId: string): Promise<boolean> =>
  withOrganization({ organizationId }, async (db) => {
    await lockAuditLog(db, organizationId)
    const last = await db.auditChain.findFirst({ where: { organizationId }, orderBy: { number: 'desc' } })
    if (last) requireKey(last.keyId)
    await moveHead(db, organizationId, last)
    return (await readHead(organizationId))?.key.age === 0
  })

/** Brings the head to the last committed link, or to the start of an empty chain. A head ahead of the chain stays: it shows a cut. */
async function moveHead(db: Db, organizationId: string, last: ChainLink | null): Promise<void> {
  const { number, lastPosition, hmac } = last ?? START
  const head = await readHead(organizationId)
  if (head && !(await mayMove(db, organizationId, head, number))) return
  await writeHead(organizationId, { number, lastPosition, hmac: Buffer.from(hmac) })
}

async function mayMove(db: Db, organizationId: string, head: ChainHead, number: bigint): Promise<boolean> {
  if (head.number > number || (head.number === number && head.key.age === 0)) return false
  const past = await db.auditChain.findMany({
    where: { organizationId, number: { gt: head.number } },
    distinct: ['keyId'],
    select: { keyId: true },
  })
  return past.every((link) => mayFollow(head, link)) && belongs(db, organizationId, head)
}

/** Past a head signed with one key nothing is chained with an older one: who found a retired key cannot add to a trail. */
export const mayFollow = (head: ChainHead, { keyId }: Pick<ChainLink, 'keyId'>): boolean => {
  const key = findKey(keyId)
  return !key || key.age <= head.key.age
}

async function belongs(db: Db, organizationId: string, head: ChainHead): Promise<boolean> {
  const where = { organizationId_number: { organizationId, number: head.number } }
  return isLinkAt(head.number === 0n ? START : await db.auditChain.findUnique({ where }), head)
}

export const isLinkAt = (link: Pick<ChainLink, 'lastPosition' | 'hmac'> | null | undefined, place: ChainPlace) =>
  link?.lastPosition === place.lastPosition && place.hmac.equals(link.hmac)
