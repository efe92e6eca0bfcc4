import { withOrganization } from '@/lib/core/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { newId } from '@/lib/core/ids'
import { addEntity } from '../harnesses/company-harness'
import { plantDifference } from '../harnesses/case-harness'
import { changeAsOwner } from '../harnesses/database'
import { createTestOrganization, signInAs, type TestOrganization } from '../factories/factories'
import { addMovements } from '../harnesses/money-harness'
import { addListing, addOrders, addShop } from '../factories/sales'

// Rows that hang on those of a shop or a legal entity, asked for directly: no join with what they hang on hides them.
const tables = ['discrepancy', 'case_order', 'case_event', 'case_file', 'bank_match', 'order_list', 'reconcile_due']

/** One row of each. */
async function keepMoney(company: TestOrganization, legalEntityId: string) {
  const { organizationId } = company
  const shop = await addShop({ ...company, legalEntityId }, newId())
  const run = (text: string, given: unknown[]) => changeAsOwner(organizationId, text, given)
  const { settlementId } = await plantDifference(company, shop)
  const [kase, file, entry] = [newId(), newId(), newId()]
  await run(
    `INSERT INTO recovery_case (organization_id, id, number, shop_id, cause, amount_cents, deadline, reason)
     SELECT current_organization(), $1, (SELECT count(*) + 1 FROM recovery_case), $2, 'freight', 1240, '2026-12-01', 'Frete a mais'`,
    [kase, shop],
  )
  await run(`INSERT INTO case_order VALUES (current_organization(), $1, $2, 'freight', 1240)`, [kase, settlementId])
  await run(`INSERT INTO case_event (organization_id, id, case_id) VALUES (current_organization(), $1, $2)`, [
    newId(),
    kase,
  ])
  await run(
    `INSERT INTO stored_file (organization_id, id, kind, name, bytes, sha256, place) VALUES (current_organization(), $1, 'case', 'a', 1, '', $2)`,
    [file, file],
  )
  await run(`INSERT INTO case_file VALUES (current_organization(), $1, $2)`, [kase, file])
  const [withdrawal] = await addMovements(company, shop, [
    { at: '2026-11-10T12:00:00Z', cents: -5000n, kind: 'withdrawal' },
  ])
  await run(
    `INSERT INTO bank_entry (organization_id, id, legal_entity_id, account_key, account_end, fitid, day, amount_cents, memo)
     VALUES (current_organization(), $1, $2, '', '1', $3, '2026-11-11', 5000, 'PIX')`,
    [entry, legalEntityId, entry],
  )
  await run(
    `INSERT INTO bank_match (organization_id, transaction_id, entry_id) VALUES (current_organization(), $1, $2)`,
    [withdrawal, entry],
  )
  const listingId = await addListing(company, shop, 'Item')
  await addOrders(company, shop, [{ at: '2026-11-09T15:00:00Z', cents: 5_000n, listingId }])
  await run(`DELETE FROM reconcile_due WHERE shop_id = $1`, [shop])
  await run(
    `INSERT INTO reconcile_due (organization_id, shop_id, external_code) VALUES (current_organization(), $1, 'A')`,
    [shop],
  )
}

let company: TestOrganization
let branch: string
beforeAll(async () => {
  company = await createTestOrganization()
  await signInAs(company.owner)
  branch = await addEntity(company, { name: 'Filial' })
  await keepMoney(company, company.legalEntityId)
  await keepMoney(company, branch)
}, 60_000)

const count = (table: string, legalEntityIds: string[] | null) =>
  withOrganization({ organizationId: company.organizationId, legalEntityIds }, async (db) => {
    const [row] = await db.$queryRaw<[{ rows: number }]>(
      Prisma.sql`SELECT count(*)::int AS rows FROM ${Prisma.raw(table)}`,
    )
    return row.rows
  })

test.each(tables)(
  'a member with legal entities reads their rows of %s alone, and one without that limit all',
  async (table) => {
    expect(await count(table, null)).toBe(2)
    expect(await count(table, [branch])).toBe(1)
    expect(await count(table, [company.legalEntityId, branch])).toBe(2)
    expect(await count(table, [])).toBe(0)
  },
)

test('a withdrawal to the account of another legal entity is matched for both', async () => {
  const { organizationId } = company
  await changeAsOwner(organizationId, `DELETE FROM bank_match`)
  await changeAsOwner(
    organizationId,
    `INSERT INTO bank_match (organization_id, transaction_id, entry_id)
     SELECT current_organization(), w.id, e.id FROM wallet_transaction w JOIN shop s ON s.id = w.shop_id, bank_entry e
     WHERE s.legal_entity_id = $1 AND e.legal_entity_id = $2`,
    [company.legalEntityId, branch],
  )
  expect(await count('bank_match', [branch])).toBe(1)
  expect(await count('bank_match', [company.legalEntityId])).toBe(1)
  expect(await count('bank_match', [])).toBe(0)
})

test('how the company shares its expenses names all of its legal entities: a member with some of them does not read it', async () => {
  const { organizationId, legalEntityId } = company
  const shares = JSON.stringify([
    { id: legalEntityId, points: 9_000 },
    { id: branch, points: 1_000 },
  ])
  await changeAsOwner(
    organizationId,
    `INSERT INTO expense_split (organization_id, from_month, method, shares) VALUES (current_organization(), '2026-11-01', 'percent', $1)`,
    [shares],
  )
  expect(await count('expense_split', null)).toBe(1)
  expect(await count('expense_split', [branch])).toBe(0)
  expect(await count('expense_split', [])).toBe(0)
})
