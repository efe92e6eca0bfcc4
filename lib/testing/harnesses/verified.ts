import { verifyAuditLog } from '@/lib/insight/audit-log/verify-audit-log'
import { chainAndFold } from '@/lib/worker/tasks/maintenance'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { asWorker, withOwner } from './database'
import { exactly, isFullProfile, reportFigures } from './report-figures'

const ROUNDS = 100
const LOOKED_AT = isFullProfile ? Infinity : 10

type Waiting = { waiting: boolean }

async function settle(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await asWorker(chainAndFold)
    const [row] = await withOwner(
      async (owner) =>
        (await owner.query<Waiting>('SELECT EXISTS (SELECT FROM list_organizations_with_work()) AS waiting')).rows,
    )
    if (!row!.waiting) return
  }
}

const listCompanies = () =>
  withOwner(async (owner) =>
    (await owner.query<{ id: string }>('SELECT organization_id AS id FROM organization')).rows.map(({ id }) => id),
  )

/**
 * `db:verify` and `audit:verify` of this test's companies, of which the short form checks some, once all is chained and
 * folded; reported as a suite's figures. Where the test itself plants rows without what the product keeps beside them,
 * its audit logs alone.
 */
export async function verifyCompanies({ isPlanted = false } = {}): Promise<void> {
  await settle()
  const companies = (await listCompanies()).slice(0, LOOKED_AT)
  const [differences, broken]: unknown[][] = [[], []]
  for (const id of companies) {
    const verdict = await verifyAuditLog(id)
    if (!verdict.intact || verdict.unchained > 0) broken!.push({ id, ...verdict })
    if (!isPlanted) differences!.push(...(await verifyFigures(id)).differences)
  }
  reportFigures({
    figures: [
      ...(isPlanted ? [] : [exactly('db:verify: differences', differences!.length, 0)]),
      exactly('audit:verify: trails that are not intact', broken!.length, 0),
    ],
    notes: { 'companies verified': companies.length },
  })
  expect({ differences, broken }).toEqual({ differences: [], broken: [] })
  expect(companies.length).toBeGreaterThan(0)
}
