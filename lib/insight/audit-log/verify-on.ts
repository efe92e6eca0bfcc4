import 'server-only'
import { withOrganization } from '@/lib/core/db'
import { isLinkAt, START } from './chain-audit-log'
import { readLooked, writeLooked, type ChainPlace } from './chain-head'
import { endFault, headFault, lookAtEnd, walkAuditLog, type Fault } from './verify-audit-log'

/** A whole run of the checks has a minute; a trail that takes longer to read is read in several runs. */
const WITHIN_MS = 15_000

export type PartVerdict = {
  fault: Fault | null
  chained: bigint
  /** The first so many of them hold, each read at one time or another. */
  verified: bigint
  /** Each of them has been read since; null where the first reading has not come to the end yet. */
  wholeSince: Date | null
}

/**
 * Verifies the audit log for as long as there is time, from where the last run left it: first the entries chained
 * since, then on from the position of the pass that began at the first entry. The end is compared with the head each
 * time. A change to a verified entry is found when the pass comes to it again, or by verifyAuditLog, which reads
 * everything; a fault stays one until it is corrected.
 */
export async function verifyOn(organizationId: string, withinMs = WITHIN_MS): Promise<PartVerdict> {
  const begun = new Date()
  const until = performance.now() + withinMs
  const end = await lookAtEnd(organizationId)
  const kept = await readLooked(organizationId)
  let { upTo, again, begunAt, wholeSince } = kept ?? { upTo: START, again: START, begunAt: begun, wholeSince: null }
  if (again.number === 0n) begunAt = begun
  const held = upTo.lastPosition < end.chained ? upTo.lastPosition : end.chained
  let fault = endFault(end, held) ?? ((await isStill(organizationId, upTo)) ? null : headFault(held))
  const walk = (from: ChainPlace) => walkAuditLog(organizationId, from, end, () => performance.now() < until)
  if (!fault && upTo.number > again.number) ({ place: upTo, fault } = await walk(upTo))
  if (!fault) ({ place: again, fault } = await walk(again))
  if (again.number > upTo.number) upTo = again
  if (!fault && again.number === end.number) {
    wholeSince = begunAt
    again = START
  }
  await writeLooked(organizationId, { upTo, again, begunAt, wholeSince })
  return { fault, chained: end.chained, verified: upTo.lastPosition, wholeSince }
}

/** A link that was there when it was looked at is there for ever. */
async function isStill(organizationId: string, place: ChainPlace): Promise<boolean> {
  if (place.number === 0n) return true
  const where = { organizationId_number: { organizationId, number: place.number } }
  const link = await withOrganization({ organizationId }, (db) => db.auditChain.findUnique({ where }))
  return isLinkAt(link, place)
}
