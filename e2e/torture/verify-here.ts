import { verifyAuditLog } from '../../lib/insight/audit-log/verify-audit-log'
import { chainAndFold } from '../../lib/worker/tasks/maintenance'
import { verifyFigures } from '../../lib/worker/verify-figures/verify-figures'
import { asWorker, inspect } from '../../lib/testing/harnesses/database'
import { exactly, type Company, type Figure } from './scenario'

const ROUNDS = 50

/**
 * Runs the checks of `db:verify` and `audit:verify` without their programs, once the written rows are chained and
 * folded.
 */
export async function verifyHere(companies: readonly Company[]): Promise<Figure[]> {
  let [differences, broken] = [0, 0]
  for (const { id } of companies) {
    await settle(id)
    differences += (await verifyFigures(id)).differences.length
    const verdict = await verifyAuditLog(id)
    if (!verdict.intact || verdict.unchained > 0) broken += 1
  }
  return [exactly('differences of figures', differences, 0), exactly('trails that are not intact', broken, 0)]
}

async function settle(id: string): Promise<void> {
  const waits = () => inspect(id, 'SELECT 1 FROM list_organizations_with_work() WHERE organization_id = $1', [id])
  for (let round = 0; round < ROUNDS && (await waits()).length > 0; round += 1) await asWorker(chainAndFold)
}
