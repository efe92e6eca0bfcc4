import 'server-only'
import { withOrganization, type Db } from '@/lib/core/db'
import { linkHmac, type ChainedEvent } from './link-hmac'
import { findKey, MissingChainKey } from './chain-keys'
import { eventFields, isLinkAt, lockAuditLog, mayFollow, START } from './chain-audit-log'
import { readHead, type ChainPlace, type ChainHead } from './chain-head'

// Links of a quiet company hold an entry or two, those of a busy one a thousand: what one step reads is bounded by both.
const LINKS_AT_ONCE = 500
const EVENTS_AT_ONCE = 5000

export type AuditLogVerdict =
  | { intact: true; chained: bigint; unchained: number }
  | {
      intact: false
      chained: bigint
      unchained: number
      /** The entries among which it is broken. */
      brokenAt: bigint
      brokenUntil: bigint
      /**
       * `link`: the entries differ from the chained ones; `gap`: an entry or a link too few or too many; `head`: the
       * end is not the one kept apart; `key`: not checked, since the key that chained it is missing.
       */
      reason: FaultReason
      /** The id of the key that is not named. */
      keyId?: string
    }
export type FaultReason = 'link' | 'gap' | 'head' | 'key'

type ChainLink = { number: bigint; firstPosition: bigint; lastPosition: bigint; keyId: string; hmac: Uint8Array }
type Head = ChainHead | MissingChainKey | null
type End = { last: ChainLink | null; head: Head; headLink: ChainLink | null; unchained: number; beyond: number }
type Manner = { onProgress?: (done: bigint, total: bigint) => void; signal?: AbortSignal }

/**
 * Recomputes the whole chain, some links at a time, and holds it against the signed head kept outside the database. Only the chain's end
 * is looked at under the chain’s lock; what is chained never changes, so that chaining goes on meanwhile. The head stands at the last
 * link, or at the one before where a crash came between; one ahead of the chain, further behind or of another chain is found.
 */
export async function verifyAuditLog(
  organizationId: string,
  { onProgress, signal }: Manner = {},
): Promise<AuditLogVerdict> {
  const end = await lookAtEnd(organizationId)
  const { chained, unchained } = end
  signal?.throwIfAborted()
  const { place, fault } = await walkAuditLog(organizationId, START, end, ({ lastPosition }) => {
    onProgress?.(lastPosition, chained)
    signal?.throwIfAborted()
    return true
  })
  const broken = fault ?? endFault(end, place.lastPosition)
  if (!broken) return { intact: true, chained: place.lastPosition, unchained }
  const { from: brokenAt, until: brokenUntil, reason, keyId } = broken
  return {
    intact: false,
    chained: place.lastPosition,
    unchained,
    brokenAt,
    brokenUntil,
    reason,
    ...(keyId && { keyId }),
  }
}

export type Fault = { from: bigint; until: bigint; reason: FaultReason; keyId?: string }
export const headFault = (after: bigint): Fault => ({ from: after + 1n, until: after + 1n, reason: 'head' })

/** The fault of the chain's end, reported as being after the last sound entry. */
export function endFault({ stands, lackingKey }: ChainEnd, after: bigint): Fault | null {
  if (lackingKey) return { ...headFault(after), reason: 'key', keyId: lackingKey }
  return stands ? null : headFault(after)
}

/** Where the chain ends, and whether its end is the one that is kept apart. */
export type ChainEnd = { number: bigint; chained: bigint; unchained: number; stands: boolean; lackingKey?: string }

export async function lookAtEnd(organizationId: string): Promise<ChainEnd> {
  const end = await withOrganization({ organizationId }, (db) => readEnd(db, organizationId))
  const { last, head, unchained } = end
  const result = { number: last?.number ?? 0n, chained: last?.lastPosition ?? 0n, unchained }
  if (head instanceof MissingChainKey) return { ...result, stands: false, lackingKey: head.keyId }
  return { ...result, stands: end.beyond === 0 && headStands(head, end) }
}

/** Reads on from a place that holds, a step at a time while `goesOn` says so; answers how far it holds, and the first fault. */
export async function walkAuditLog(
  organizationId: string,
  from: ChainPlace,
  { number }: Pick<ChainEnd, 'number'>,
  goesOn: (place: ChainPlace) => boolean,
): Promise<{ place: ChainPlace; fault: Fault | null }> {
  let place = from
  while (place.number < number) {
    const next = await withOrganization({ organizationId }, (db) => follow(db, organizationId, place, number))
    place = next.place
    if (next.fault) return next
    if (!goesOn(place)) break
  }
  return { place, fault: null }
}

/** Where the chain ends: its last link and its head are looked at together. */
async function readEnd(db: Db, organizationId: string): Promise<End> {
  await lockAuditLog(db, organizationId)
  const last = await db.auditChain.findFirst({ where: { organizationId }, orderBy: { number: 'desc' } })
  const head = await readHead(organizationId).catch((error: unknown) => {
    if (error instanceof MissingChainKey) return error
    throw error
  })
  const number = head && 'number' in head ? head.number : 0n
  const headLink =
    number > 0n
      ? await db.auditChain.findUnique({ where: { organizationId_number: { organizationId, number } } })
      : null
  const unchained = await db.auditEvent.count({ where: { organizationId, position: null } })
  const beyond = await db.auditEvent.count({
    where: { organizationId, position: { gt: last?.lastPosition ?? 0n } },
  })
  return { last, head, headLink, unchained, beyond }
}

function headStands(head: ChainHead | null, { last, headLink }: End): boolean {
  const behind = (last?.number ?? 0n) - (head?.number ?? 0n)
  if (!head) return behind === 0n
  if (behind < 0n || behind > 1n || (behind === 1n && !mayFollow(head, last!))) return false
  return isLinkAt(head.number === 0n ? START : headLink, head) && !(headLink && isOlder(head, headLink))
}

/** Each new link also signs the head: one signed with an older key than its link was put there. */
const isOlder = (head: ChainHead, { keyId }: ChainLink) => head.key.age > (findKey(keyId)?.age ?? Infinity)

/** The next links after a place and all their entries, in two questions, as far as they hold. */
async function follow(
  db: Db,
  organizationId: string,
  from: ChainPlace,
  until: bigint,
): Promise<{ place: ChainPlace; fault: Fault | null }> {
  const read = await db.auditChain.findMany({
    where: { organizationId, number: { gte: from.number, lte: until } },
    orderBy: { number: 'asc' },
    take: LINKS_AT_ONCE + 1,
  })
  const before = read.find(({ number }) => number === from.number)
  const next = read.filter(({ number }) => number !== from.number).slice(0, LINKS_AT_ONCE)
  const wide = next.findIndex(({ lastPosition }, i) => i > 0 && lastPosition - from.lastPosition > EVENTS_AT_ONCE)
  const links = wide < 0 ? next : next.slice(0, wide)
  const events = (await db.auditEvent.findMany({
    where: {
      organizationId,
      position: { gt: from.lastPosition, lte: links.at(-1)?.lastPosition ?? from.lastPosition },
    },
    orderBy: { position: 'asc' },
    take: EVENTS_AT_ONCE,
    select: eventFields,
  })) as ChainedEvent[]
  let place = from
  let age = before && findKey(before.keyId)?.age
  let taken = 0
  const gapAt = (position: bigint) => ({
    place,
    fault: { from: position, until: position, reason: 'gap' as const },
  })
  if (links.length === 0) return gapAt(place.lastPosition + 1n)
  for (const link of links) {
    const { firstPosition, lastPosition } = link
    if (link.number !== place.number + 1n || firstPosition !== place.lastPosition + 1n || lastPosition < firstPosition)
      return gapAt(place.lastPosition + 1n)
    const own = events.slice(taken, taken + Number(lastPosition - firstPosition) + 1)
    const missing = own.findIndex(({ position }, i) => position !== firstPosition + BigInt(i))
    if (missing >= 0 || BigInt(own.length) !== lastPosition - firstPosition + 1n)
      return gapAt(firstPosition + BigInt(missing >= 0 ? missing : own.length))
    const range = { from: firstPosition, until: lastPosition }
    const key = findKey(link.keyId)
    if (!key) return { place, fault: { ...range, reason: 'key', keyId: link.keyId } }
    // After a link of one key none of an older: who found a retired key chains nothing with it any more.
    const isRetired = age !== undefined && key.age > age
    if (isRetired || !linkHmac(key.bytes, place.hmac, organizationId, own).equals(link.hmac))
      return { place, fault: { ...range, reason: 'link' } }
    age = key.age
    place = { number: link.number, lastPosition, hmac: Buffer.from(link.hmac) }
    taken += own.length
  }
  return { place, fault: null }
}
