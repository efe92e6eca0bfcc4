import 'server-only'
import { recordAudit } from '@/lib/core/audit/record'
import { withOrganization, type Actor, type Db } from '@/lib/core/db'
import { runCheck, clockOf, find } from './run-check'
import { writeAnswer } from './perform-run'
import type { ReportRepaired } from './contract'
import { findCheck } from './registry'
import { scoreOf } from './score'

/** With more, the next repair takes the rest: the check says how many are left. */
const AT_ONCE = 5000

/** Puts right what the check finds now, asks it again, and says so in the run. Done twice it finds nothing the second time. */
export async function performRepair(actor: Actor, runId: string, name: string): Promise<void> {
  const { organizationId } = actor
  const check = findCheck(name)
  if (!check?.repair) return
  const clock = await clockOf(actor)
  const { rows } = await find(check, organizationId, clock, AT_ONCE)
  const refs = rows.map(({ ref }) => ref)
  if (refs.length > 0) await check.repair(actor, refs, reportRepaired(actor, runId, name))
  const answer = await runCheck(check, organizationId, clock)
  await withOrganization(actor, async (db) => {
    await writeAnswer(db, { organizationId, runId, check, answer })
    await endRepair(db, actor, runId, name, 'done')
    const findings = await db.healthFinding.findMany({
      where: { organizationId, runId },
      select: { severity: true, outcome: true },
    })
    await db.healthRun.updateMany({
      where: { organizationId, id: runId, state: 'done' },
      data: { score: scoreOf(findings) },
    })
  })
}

/** With each part of the change: what a worker that dies has put right stands in the trail. */
export const reportRepaired =
  (actor: Actor, runId: string, check: string): ReportRepaired =>
  async (db, repaired) => {
    if (repaired > 0)
      await recordAudit(db, actor, { event: 'healthRun.repaired', subjectId: runId, after: { check, repaired } })
  }

const endRepair = (db: Db, { organizationId }: Actor, runId: string, check: string, repair: 'done' | 'failed') =>
  db.healthFinding.updateMany({ where: { organizationId, runId, check }, data: { repair } })

export const failRepair = (actor: Actor, runId: string, check: string) =>
  withOrganization(actor, async (db) => {
    await endRepair(db, actor, runId, check, 'failed')
    await recordAudit(db, actor, { event: 'healthRun.repairFailed', subjectId: runId, after: { check } })
  })
