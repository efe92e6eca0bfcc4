import 'server-only'
import { auditPath } from '../../audit-log/tabs'
import { Prisma } from '@/lib/generated/prisma/client'
import { verifyOn } from '../../audit-log/verify-on'
import { sqlCheck, type HealthCheck } from '../contract'

const peoplePath = '/dashboard/settings/people'
const ENDING_DAYS = 7
const UNCHAINED_MINUTES = 10

/** People stand by their id: their names are looked up when they are shown, and go with them. */
const withoutTwoFactor = (roles: Prisma.Sql) => Prisma.sql`
  SELECT user_id AS ref, role::text AS label, jsonb_build_object('role', role::text) AS values FROM list_members()
  WHERE NOT has_second_step AND ${roles}`

export const leadersWithoutSecondStep = sqlCheck({
  name: 'leadersWithoutSecondStep',
  severity: 'critical',
  right: 'member.manage',
  href: peoplePath,
  rowHref: () => peoplePath,
  query: () => withoutTwoFactor(Prisma.sql`role IN ('owner', 'admin')`),
})

export const membersWithoutSecondStep = sqlCheck({
  name: 'membersWithoutSecondStep',
  severity: 'notice',
  right: 'member.manage',
  href: peoplePath,
  rowHref: () => peoplePath,
  query: () => withoutTwoFactor(Prisma.sql`role NOT IN ('owner', 'admin')`),
})

export const tokensEnding = sqlCheck({
  name: 'tokensEnding',
  severity: 'notice',
  right: 'member.manage',
  query: (organizationId, { now }) => Prisma.sql`
    SELECT id AS ref, name AS label, jsonb_build_object('day', expires_at::date::text) AS values FROM access_token
    WHERE organization_id = ${organizationId}::uuid AND revoked_at IS NULL AND expires_at > ${now}::timestamptz
      AND expires_at <= ${now}::timestamptz + make_interval(days => ${ENDING_DAYS})`,
})

/**
 * Entries chained since the last time, and as many earlier ones as there is time for: read in transactions of its own.
 */
export const trailBroken: HealthCheck = {
  name: 'trailBroken',
  severity: 'critical',
  right: 'integration.manage',
  rowHref: () => `${auditPath}?tab=trail`,
  findAlone: async (organizationId) => {
    const { fault, verified, chained, wholeSince } = await verifyOn(organizationId)
    const read = { verified: Number(verified), chained: Number(chained), wholeSince: wholeSince?.toISOString() ?? null }
    if (!fault) return { count: 0, rows: [], read }
    const at = fault.from.toString()
    return { count: 1, rows: [{ ref: at, label: `#${at}`, values: {} }], read }
  },
}

/** Entries that the worker should have chained long ago. */
export const auditLogUnchained = sqlCheck({
  name: 'auditLogUnchained',
  severity: 'critical',
  right: 'integration.manage',
  query: (organizationId, { now }) => Prisma.sql`
    SELECT id AS ref, event AS label, jsonb_build_object('day', at::date::text) AS values FROM audit_event
    WHERE organization_id = ${organizationId}::uuid AND position IS NULL AND at < ${now}::timestamptz - make_interval(mins => ${UNCHAINED_MINUTES})`,
})
