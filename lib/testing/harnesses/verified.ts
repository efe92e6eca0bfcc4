import { verifyTrail } from '@/lib/insight/audit-log/verify-trail'
import { sealAndFold } from '@/lib/worker/tasks/keep-house'
import { verifyFigures } from '@/lib/worker/verify-figures/verify-figures'
import { asWorker, withOwner } from './database'
import { exactly, isFullProfile, tellFigures } from './tell-figures'

const ROUNDS = 100
const LOOKED_AT = isFullProfile ? Infinity : 10

type Waiting = { waiting: boolean }

async function settle(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await asWorker(sealAndFold)
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
    const trail = await verifyTrail(id)
    if (!trail.intact || trail.unsealed > 0) broken!.push({ id, ...trail })
    if (!isPlanted) differences!.push(...(await verifyFigures(id)).differences)
  }
  tellFigures({
    figures: [
      ...(isPlanted ? [] : [exactly('db:verify: differences', differences!.length, 0)]),
      exactly('audit:verify: trails that are not intact', broken!.length, 0),
    ],
    notes: { 'companies verified': companies.length },
  })
  expect({ differences, broken }).toEqual({ differences: [], broken: [] })
  expect(companies.length).toBeGreaterThan(0)
}
