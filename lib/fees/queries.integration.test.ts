import { withOrganization } from '@/lib/db'
import { newId } from '@/lib/ids'
import { brazilFeeHistory } from '@/lib/fees/brazil'
import { listFeeRules } from '@/lib/fees/queries'
import { createTestOrganization } from '@/lib/testing/factories'

test('a new company starts from Brazil’s fee history, exactly and unconfirmed', async () => {
  const { organizationId } = await createTestOrganization()
  const rules = await withOrganization({ organizationId }, (db) => listFeeRules(db, organizationId))
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  expect(rules.map(({ id: _id, confirmedBy: _by, version: _version, ...terms }) => terms).sort(byName)).toEqual(
    [...brazilFeeHistory].sort(byName),
  )
  expect(rules.every(({ confirmedBy }) => confirmedBy === 0)).toBe(true)
})

test('a company reads no other company’s rules', async () => {
  const { organizationId } = await createTestOrganization()
  const stranger = { organizationId: newId() }
  expect(await withOrganization(stranger, (db) => listFeeRules(db, organizationId))).toEqual([])
  expect(await withOrganization({ organizationId }, (db) => listFeeRules(db, stranger.organizationId))).toEqual([])
})
