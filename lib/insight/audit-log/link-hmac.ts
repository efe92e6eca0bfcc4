import { createHmac } from 'node:crypto'

/** A row of the trail as it is chained. Instants are ISO 8601; JSON is taken with its keys in order. */
export type ChainedEvent = {
  id: string
  position: bigint
  at: Date
  actorKind: string
  actorId: string | null
  sessionId: string | null
  tokenId: string | null
  event: string
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
}

export const FIRST_HMAC = Buffer.alloc(32)

/** HMAC-SHA256 over the previous link, the organization and every event of the range in order. */
export function linkHmac(key: Buffer, previous: Uint8Array, organizationId: string, events: ChainedEvent[]): Buffer {
  const hmac = createHmac('sha256', key).update(previous).update(organizationId)
  for (const event of events) hmac.update(canonical(event)).update('\n')
  return hmac.digest()
}

function canonical(event: ChainedEvent): string {
  return JSON.stringify([
    event.id,
    event.position.toString(),
    event.at.toISOString(),
    event.actorKind,
    event.actorId,
    event.sessionId,
    event.event,
    event.subjectKind,
    event.subjectId,
    sorted(event.before ?? null),
    sorted(event.after ?? null),
    // Only where there is one: what was chained before entries had it keeps its link.
    ...(event.tokenId === null ? [] : [event.tokenId]),
  ])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
