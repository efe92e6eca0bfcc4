import 'server-only'
import { SOON_DAYS } from '@/lib/money/cases/queries'
import { casePath, casesPath } from '@/lib/money/cases/tabs'
import { addDays } from '@/lib/core/dates'
import { Prisma } from '@/lib/generated/prisma/client'
import { sqlCheck } from '../contract'
import { reconcileAgain } from '../repairs/money'

const BEHIND_MINUTES = 60

/** A settlement's explained cents are those of its causes. */
export const settlementSums = sqlCheck({
  name: 'settlementSums',
  severity: 'critical',
  right: 'reconciliation.read',
  rowHref: (code) => `/dashboard/shopee-reconciliation?q=${encodeURIComponent(code)}`,
  query: (organizationId) => Prisma.sql`
    SELECT s.external_code AS ref, s.external_code AS label, jsonb_build_object('cents', (s.explained_cents - coalesce(c.cents, 0))::text) AS values
    FROM settlement s LEFT JOIN (
      SELECT settlement_id, sum(amount_cents) AS cents FROM discrepancy WHERE organization_id = ${organizationId}::uuid GROUP BY 1) c ON c.settlement_id = s.id
    WHERE s.organization_id = ${organizationId}::uuid AND s.explained_cents <> coalesce(c.cents, 0)`,
})

export const payoutsLate = sqlCheck({
  name: 'payoutsLate',
  severity: 'warning',
  right: 'reconciliation.read',
  href: '/dashboard/shopee-reconciliation?period=all&state=late',
  rowHref: (code) => `/dashboard/shopee-reconciliation?q=${encodeURIComponent(code)}`,
  query: (organizationId) => Prisma.sql`
    SELECT external_code AS ref, external_code AS label, jsonb_build_object('day', due_on::text, 'cents', coalesce(expected_cents, 0)::text) AS values
    FROM settlement WHERE organization_id = ${organizationId}::uuid AND state = 'late'`,
})

/** Changes that have waited for the reconciliation for long. */
export const reconcileBehind = sqlCheck({
  name: 'reconcileBehind',
  severity: 'warning',
  right: 'reconciliation.read',
  repair: reconcileAgain,
  rowHref: (code) => `/dashboard/shopee-reconciliation?q=${encodeURIComponent(code)}`,
  query: (organizationId, { now }) => Prisma.sql`
    SELECT external_code AS ref, external_code AS label, jsonb_build_object('day', min(marked_at)::date::text) AS values FROM reconcile_due
    WHERE organization_id = ${organizationId}::uuid AND marked_at < ${now}::timestamptz - make_interval(mins => ${BEHIND_MINUTES}) GROUP BY 1`,
})

export const casesEnding = sqlCheck({
  name: 'casesEnding',
  severity: 'warning',
  right: 'reconciliation.read',
  href: `${casesPath}?soon=1`,
  rowHref: casePath,
  query: (organizationId, { today }) => Prisma.sql`
    SELECT id AS ref, '#' || number AS label, jsonb_build_object('day', deadline::text, 'cents', amount_cents::text) AS values FROM recovery_case
    WHERE organization_id = ${organizationId}::uuid AND state = 'detected' AND deadline <= ${addDays(today, SOON_DAYS)}::date`,
})

export const expensesOverdue = sqlCheck({
  name: 'expensesOverdue',
  severity: 'notice',
  right: 'money.read',
  href: '/dashboard/expenses?status=overdue',
  rowHref: (id) => `/dashboard/expenses?edit=${id}`,
  query: (organizationId, { today }) => Prisma.sql`
    SELECT id AS ref, description AS label, jsonb_build_object('day', due_on::text, 'cents', amount_cents::text) AS values FROM expense
    WHERE organization_id = ${organizationId}::uuid AND status = 'pending' AND voided_at IS NULL AND due_on < ${today}::date`,
})
