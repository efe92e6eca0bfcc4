import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { brazilFeeHistory } from '@/lib/money/fees/brazil'
import { listFeeRules } from '@/lib/money/fees/queries'
import { listFeeShops } from '@/lib/money/fees/shop-terms'
import { withOwner } from '@/lib/testing/harnesses/database'
import { explain } from '@/lib/testing/harnesses/explain'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { addShop } from '@/lib/testing/factories/sales'

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

test('the days of sales are read of an individual’s shops alone, and of no other company at all', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  await addShop(company, 'Loja')
  const plan = () => explain(organizationId, (db) => listFeeShops(db, organizationId))
  expect(await plan()).not.toMatch(/sales_day/)
  await withOwner(async (owner) => {
    await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId])
    await owner.query(`update legal_entity set seller_type = 'cpf' where organization_id = $1`, [organizationId])
  })
  const individual = await plan()
  for (const table of ['sales_day', 'sales_day_delta'])
    expect(individual).toMatch(new RegExp(` on ${table}\\b[^]*?outlet_id = ANY`))
})
