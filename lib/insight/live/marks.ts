import 'server-only'
import { createHash } from 'node:crypto'
import type { AuditEventName } from '@/lib/core/audit/events'
import { runAlone } from '@/lib/core/db'
import { idAt } from '@/lib/core/ids'
import { can } from '@/lib/core/permissions'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Member } from '@/lib/identity/auth/member'

/** Each changes when there may be something new of its kind. They say nothing else. */
export type LiveMarks = { orders: string | null; returns: string | null; parcels: string | null; notices: string }

/** As long as all tabs of a company share one reading, in each process. */
const TICK_MS = 4000
/** Ids are not committed in their order: with each span every mark changes once, and what was missed is counted. */
const SPAN_MS = 600_000
const OVERLAP_MS = 60_000
const KEPT = 1000
/** A parcel is ready, packed, gone, or cannot be packed. */
const parcelEvents = [
  'order.labelPrinted',
  'order.packed',
  'manifest.closed',
  'stock.missing',
  'stock.missingEnded',
] satisfies AuditEventName[]

/** Beside the orders that become cancelled: those whose buyer asks for it. */
const cancelEvents = ['order.cancelled', 'order.cancellationAsked'] satisfies AuditEventName[]

type Row = { order: string | null; cancelled: number; parcels: number; return: string | null; notice: string | null }
type Reading = { at: number; marks: Promise<Required<LiveMarks>> }

const readings = new Map<string, Reading>()

/** The marks of the kinds that the member may read. One statement a tick for each company, however many tabs ask. */
export async function getLiveMarksFor(
  { organizationId, role }: Pick<Member, 'organizationId' | 'role'>,
  now = Date.now(),
): Promise<LiveMarks> {
  const { orders, returns, parcels, notices } = await sharedReading(organizationId, now)
  return {
    orders: can(role, 'sales.read') ? orders : null,
    returns: can(role, 'dispatch.work') ? returns : null,
    parcels: can(role, 'dispatch.work') ? parcels : null,
    notices,
  }
}

function sharedReading(organizationId: string, now: number): Promise<Required<LiveMarks>> {
  const known = readings.get(organizationId)
  if (known && now - known.at < TICK_MS && now >= known.at) return known.marks
  const marks = readMarks(organizationId, now)
  // The oldest reading stands first.
  readings.delete(organizationId)
  readings.set(organizationId, { at: now, marks })
  for (const [id] of readings) {
    if (readings.size <= KEPT) break
    readings.delete(id)
  }
  marks.catch(() => readings.delete(organizationId))
  return marks
}

/** Ids are made in the order of time, so the newest one of a table is the last of its key. */
async function readMarks(organizationId: string, now: number): Promise<Required<LiveMarks>> {
  const span = Math.floor(now / SPAN_MS)
  const from = idAt(span * SPAN_MS - OVERLAP_MS, 0)
  const [row] = await runAlone<Row>(
    { organizationId },
    Prisma.sql`
      SELECT (SELECT id FROM orders WHERE organization_id = ${organizationId}::uuid ORDER BY id DESC LIMIT 1) AS order,
        a.cancelled, a.parcels,
        (SELECT id FROM order_return WHERE organization_id = ${organizationId}::uuid ORDER BY id DESC LIMIT 1) AS return,
        (SELECT id FROM notification WHERE organization_id = ${organizationId}::uuid ORDER BY id DESC LIMIT 1) AS notice
      FROM (SELECT count(*) FILTER (WHERE event = ANY (${cancelEvents}) OR event = 'order.statusChanged' AND after->>'status' = 'cancelled')::int AS cancelled,
          count(*) FILTER (WHERE event = ANY (${parcelEvents}))::int AS parcels
        FROM audit_event WHERE organization_id = ${organizationId}::uuid AND id > ${from}::uuid) a`,
  )
  const mark = (...parts: unknown[]) =>
    createHash('sha256')
      .update(JSON.stringify([organizationId, span, ...parts]))
      .digest('base64url')
      .slice(0, 12)
  return {
    orders: mark(row?.order, row?.cancelled),
    returns: mark(row?.return),
    parcels: mark(row?.parcels),
    notices: mark(row?.notice),
  }
}
