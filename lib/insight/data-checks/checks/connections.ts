import 'server-only'
import { dispatchTabPaths } from '@/lib/sales/dispatch/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { warnedDays } from '@/lib/connect/shops/grant'
import { sqlCheck } from '../contract'
import { retryJobs, retrySyncs, syncAgain } from '../repairs/connections'

const shopsPath = '/dashboard/minha-empresa/lojas'
const drivePath = '/dashboard/settings/drive'
const failuresPath = dispatchTabPaths.failures
/** The usual interval many times over; a shop's health is asked for twice a day. */
const LATE_HOURS = 6
const HEALTH_LATE_HOURS = 48

export const shopsExpired = sqlCheck({
  name: 'shopsExpired',
  severity: 'critical',
  right: 'sales.read',
  href: shopsPath,
  rowHref: () => shopsPath,
  query: (organizationId) => Prisma.sql`
    SELECT id AS ref, name::text AS label, '{}'::jsonb AS values FROM shop WHERE organization_id = ${organizationId}::uuid AND status = 'expired'`,
})

export const shopGrantsEnding = sqlCheck({
  name: 'shopGrantsEnding',
  severity: 'warning',
  right: 'sales.read',
  href: shopsPath,
  rowHref: () => shopsPath,
  query: (organizationId, { now }) => Prisma.sql`
    SELECT id AS ref, name::text AS label, jsonb_build_object('day', grant_ends_at::date::text) AS values FROM shop
    WHERE organization_id = ${organizationId}::uuid AND status = 'active'
      AND grant_ends_at <= ${now}::timestamptz + make_interval(days => ${warnedDays[0]})`,
})

export const lateSyncs = sqlCheck({
  name: 'lateSyncs',
  severity: 'warning',
  right: 'sales.read',
  href: shopsPath,
  rowHref: () => shopsPath,
  repair: syncAgain,
  query: (organizationId, { now }) => Prisma.sql`
    SELECT s.id AS ref, s.name::text AS label, jsonb_build_object('stream', min(y.stream)::text, 'day', min(coalesce(y.last_good_at, s.connected_at))::date::text) AS values
    FROM shop s JOIN sync_state y ON y.organization_id = ${organizationId}::uuid AND y.shop_id = s.id
    WHERE s.organization_id = ${organizationId}::uuid AND s.status = 'active' AND coalesce(y.last_good_at, s.connected_at) < ${now}::timestamptz
      - make_interval(hours => CASE y.stream WHEN 'health' THEN ${HEALTH_LATE_HOURS}::int ELSE ${LATE_HOURS}::int END)
    GROUP BY s.id, s.name`,
})

/** Subjects that are tried no more by themselves. */
export const failedSyncs = sqlCheck({
  name: 'failedSyncs',
  severity: 'warning',
  right: 'dispatch.work',
  href: failuresPath,
  repair: retrySyncs,
  query: (organizationId) => Prisma.sql`
    SELECT f.id AS ref, f.operation || ' ' || f.subject AS label, jsonb_build_object('name', s.name::text) AS values FROM sync_failure f
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = f.shop_id
    WHERE f.organization_id = ${organizationId}::uuid AND f.state = 'dead'`,
})

/** Stock and prices that did not get to the platform. */
export const failedPushes = sqlCheck({
  name: 'failedPushes',
  severity: 'warning',
  right: 'dispatch.work',
  href: failuresPath,
  query: (organizationId) => Prisma.sql`
    SELECT l.id AS ref, concat_ws(' · ', l.title, l.variation) AS label, jsonb_build_object('name', s.name::text) AS values FROM listing_update p
    JOIN listing l ON l.organization_id = ${organizationId}::uuid AND l.id = p.listing_id
    JOIN shop s ON s.organization_id = ${organizationId}::uuid AND s.id = l.shop_id
    WHERE p.organization_id = ${organizationId}::uuid AND p.state = 'failed'`,
})

/** Exports and copies that were to go there stay here. */
export const driveBroken = sqlCheck({
  name: 'driveBroken',
  severity: 'warning',
  right: 'integration.manage',
  href: drivePath,
  rowHref: () => drivePath,
  query: (organizationId) => Prisma.sql`
    SELECT organization_id AS ref, coalesce(folder_name, 'Google Drive') AS label, '{}'::jsonb AS values
    FROM drive_connection WHERE organization_id = ${organizationId}::uuid AND error_code IS NOT NULL`,
})

/** Addresses that failed for so long that they are disabled. */
export const webhooksDisabled = sqlCheck({
  name: 'webhooksDisabled',
  severity: 'warning',
  right: 'integration.manage',
  href: '/dashboard/apis',
  query: (organizationId) => Prisma.sql`
    SELECT id AS ref, url AS label, jsonb_strip_nulls(jsonb_build_object('day', failing_since::date::text)) AS values FROM webhook_endpoint
    WHERE organization_id = ${organizationId}::uuid AND state = 'disabled'`,
})

export const failedJobs = sqlCheck({
  name: 'failedJobs',
  severity: 'warning',
  right: 'audit.health',
  repair: retryJobs,
  query: () => Prisma.sql`
    SELECT job_id::text AS ref, task AS label, jsonb_build_object('day', failed_at::date::text) AS values FROM list_dead_jobs()`,
})
