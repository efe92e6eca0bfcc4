import { newId } from '@/lib/core/ids'
import { changeAsOwner } from '../harnesses/database'
import type { TestOrganization } from '../factories/factories'

/** A run that has found a fault. */
export async function doneRun({ organizationId }: TestOrganization): Promise<string> {
  const id = newId()
  await changeAsOwner(
    organizationId,
    `insert into health_run (organization_id, id, state, total, score, ended_at) values ($1, $2, 'done', 1, 0, now())`,
    [organizationId, id],
  )
  await changeAsOwner(
    organizationId,
    `insert into health_finding (organization_id, run_id, "check", severity, outcome, count, took_ms)
     values ($1, $2, 'stockLevels', 'critical', 'found', 1, 1)`,
    [organizationId, id],
  )
  return id
}

/** The input of each action of the checks, in a company that has it. */
export const healthSamples = {
  'health.repair': async (company: TestOrganization) => ({ runId: await doneRun(company), check: 'stockLevels' }),
}
