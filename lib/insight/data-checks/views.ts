import 'server-only'
import { auditPath } from '../audit-log/tabs'
import type { Member } from '@/lib/identity/auth/member'
import { can, scopeOf, type Role } from '@/lib/core/permissions'
import { withOrganization, type Db } from '@/lib/core/db'
import { UserError } from '@/lib/core/errors'
import { firstOf, type Query } from '@/lib/core/keyset'
import { listMembers } from '@/lib/identity/organizations/queries'
import type { HealthCheck } from './contract'
import { latestRun, listScores, type DayScore, type RunRow } from './queries'
import { findCheck } from './registry'
import { aliveStates, checkNames, findingRow, readSoFar, severities } from './schema'
import type { CheckName, FindingRow, ReadSoFar, Severity } from './schema'

type Viewer = Pick<Member, 'organizationId' | 'timeZone' | 'role' | 'legalEntityIds'> & { userId?: string | null }

/** `none`: there is none, or it is not this role's to ask for. */
export type RepairOffer = 'none' | 'offered' | 'asked' | 'failed' | 'done'
export type RowView = FindingRow & { href: string | null }
export type FindingView = {
  check: CheckName
  severity: Severity
  outcome: 'found' | 'unknown'
  count: number
  /** Whether this role sees which they are. */
  isVisible: boolean
  /** It is found of the viewer alone, who can mend it: a second step that is not on yet. */
  isOwn: boolean
  /** The page that lists exactly these. */
  href: string | null
  /** The rows of the one that the address opens. */
  rows: RowView[] | null
  toggleHref: string
  repair: RepairOffer
}

export type AuditHealthView = {
  /** The run that is under way. */
  running: Pick<RunRow, 'state' | 'done' | 'total'> | null
  /** The last run that came to its end. */
  latest: { runId: string; at: Date; score: number; byNight: boolean; askedBy: string | null } | null
  /** A later run stopped before its end. */
  hasFailed: boolean
  /** Worst first. */
  findings: FindingView[]
  healthy: CheckName[]
  /** For the audit log, by the last run; null where none was made. */
  auditLog: (ReadSoFar & { at: Date }) | null
  history: DayScore[]
  total: number
  timeZone: string
}

const asRows = findingRow.array()
const ownChecks: readonly CheckName[] = ['leadersWithoutSecondStep', 'membersWithoutSecondStep']
const securityHref = '/dashboard/settings/security'

export async function getAuditHealthFor(viewer: Viewer, query: Query): Promise<AuditHealthView> {
  const { organizationId, role, timeZone, userId } = viewer
  if (!can(role, 'audit.health')) throw new UserError('permissionDenied')
  const open = firstOf(query.check)
  return withOrganization(viewer, async (db) => {
    const last = await latestRun(db, organizationId, ['queued', 'running', 'failed', 'done'])
    const done = last?.state === 'done' ? last : await latestRun(db, organizationId, ['done'])
    const findings = done ? await listFindings(db, { organizationId, runId: done.id, role, open, userId }) : []
    const isAlive = last !== null && aliveStates.some((state) => state === last.state)
    return {
      running: isAlive ? last : null,
      latest: done && {
        runId: done.id,
        at: done.endedAt!,
        score: done.score!,
        byNight: done.askedBy === null,
        askedBy: done.askedBy && (await nameOf(db, done.askedBy)),
      },
      hasFailed: last?.state === 'failed',
      findings: findings.filter((finding): finding is FindingView => typeof finding !== 'string'),
      healthy: findings.filter((finding) => typeof finding === 'string'),
      auditLog: done && (await getAuditLogCheck(db, organizationId, done.id)),
      history: await listScores(db, organizationId, timeZone),
      total: checkNames.length,
      timeZone,
    }
  })
}

async function getAuditLogCheck(db: Db, organizationId: string, runId: string): Promise<AuditHealthView['auditLog']> {
  const finding = await db.healthFinding.findUnique({
    where: { organizationId_runId_check: { organizationId, runId, check: 'trailBroken' satisfies CheckName } },
    select: { read: true, checkedAt: true },
  })
  const { data } = readSoFar.safeParse(finding?.read)
  return data ? { ...data, at: finding!.checkedAt } : null
}

type RunView = { organizationId: string; runId: string; role: Role; open: string | null; userId?: string | null }

/** The findings, worst and largest first, and the names of the checks without findings. */
async function listFindings(
  db: Db,
  { organizationId, runId, role, open, userId }: RunView,
): Promise<(FindingView | CheckName)[]> {
  const stored = await db.healthFinding.findMany({
    where: { organizationId, runId },
    select: { check: true, severity: true, outcome: true, count: true, repair: true },
    orderBy: { count: 'desc' },
  })
  const views: (FindingView | CheckName)[] = []
  for (const severity of severities)
    for (const finding of stored.filter((one) => one.severity === severity)) {
      const check = findCheck(finding.check)
      if (!check) continue
      if (finding.outcome === 'healthy') {
        views.push(check.name)
        continue
      }
      const isVisible = can(role, check.right)
      const isOwn = await isOnly(db, { organizationId, runId, check, userId })
      const isOpen = isVisible && open === check.name && finding.outcome === 'found'
      views.push({
        check: check.name,
        severity,
        outcome: finding.outcome,
        count: Number(finding.count),
        isVisible,
        isOwn,
        href: isOwn ? securityHref : (isVisible && check.href) || null,
        rows: isOpen ? await listRows(db, organizationId, runId, check) : null,
        toggleHref: `${auditPath}?tab=health${isOpen ? '' : `&check=${check.name}`}`,
        repair: offerOf(check, role, finding),
      })
    }
  return views
}

type Only = { organizationId: string; runId: string; check: HealthCheck; userId?: string | null }

async function isOnly(db: Db, { organizationId, runId, check, userId }: Only): Promise<boolean> {
  if (!ownChecks.includes(check.name)) return false
  const rows = await listRows(db, organizationId, runId, check)
  return rows.length === 1 && rows[0]!.ref === userId
}

function offerOf(check: HealthCheck, role: Role, { outcome, repair }: { outcome: string; repair: RepairOffer | null }) {
  if (!check.repair || outcome !== 'found') return 'none'
  if (repair === 'asked') return 'asked'
  return scopeOf(role, 'audit.health') === 'all' ? (repair ?? 'offered') : 'none'
}

async function listRows(db: Db, organizationId: string, runId: string, check: HealthCheck): Promise<RowView[]> {
  const { rows } = await db.healthFinding.findUniqueOrThrow({
    where: { organizationId_runId_check: { organizationId, runId, check: check.name } },
    select: { rows: true },
  })
  // People are kept by their id alone.
  const people = check.right === 'member.manage' ? await listMembers(db) : []
  return asRows.parse(rows).map((row) => ({
    ...row,
    label: people.find(({ userId }) => userId === row.ref)?.displayName ?? row.label,
    href: check.rowHref?.(row.ref) ?? null,
  }))
}

const nameOf = async (db: Db, userId: string): Promise<string | null> =>
  (await listMembers(db)).find((member) => member.userId === userId)?.displayName ?? null
