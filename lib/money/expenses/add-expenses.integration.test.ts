import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, type TestOrganization } from '@/lib/testing/factories/factories'
import { channelOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import { addExpenses, type NewExpense } from './add-expenses'
import { getExpenseListFor } from './views'

const bill = {
  description: 'Fornecedor',
  amountCents: 100n,
  kind: 'variable',
  dueOn: '2026-11-21',
  category: null,
} as const
const add = (company: TestOrganization, drafts: NewExpense[]) =>
  withOrganization(company.owner, (db) => addExpenses(db, company.owner, drafts))

test('several expenses are written together, each with its row in the trail', async () => {
  const company = await createTestOrganization()
  const ids = await add(company, [
    { ...bill, instalment: { number: 1, of: 2 }, stockPurchase: true },
    { ...bill, instalment: { number: 2, of: 2 }, stockPurchase: true, paidOn: '2026-11-20' },
  ])
  const auditEvents = await inspect<{ subject_id: string; after: object }>(
    company.organizationId,
    `select subject_id, after from audit_event where event = 'expense.created' order by id`,
  )
  expect(auditEvents.map(({ subject_id }) => subject_id)).toEqual(ids)
  expect(auditEvents[1]!.after).toMatchObject({
    amountCents: '100',
    stockPurchase: true,
    instalment: { number: 2, of: 2 },
  })
  expect(
    await inspect(company.organizationId, `select status, stock_purchase from expense order by instalment`),
  ).toEqual([
    { status: 'pending', stock_purchase: true },
    { status: 'paid', stock_purchase: true },
  ])
})

test('one that cannot be written takes the others with it', async () => {
  const [mine, theirs] = [await createTestOrganization(), await createTestOrganization()]
  const theirShop = await addShop(theirs, 'Loja alheia')
  await expect(add(mine, [bill, { ...bill, shopId: theirShop }])).rejects.toMatchObject({ code: 'notFound' })
  await expect(add(mine, [bill, { ...bill, amountCents: 0n }])).rejects.toThrow('expense_amount')
  expect(await inspect(mine.organizationId, 'select 1 from expense')).toEqual([])
})

test('an accountant of one legal entity sees its expenses and those of its shops and channels, and no other', async () => {
  const company = await createTestOrganization()
  const { organizationId, legalEntityId } = company
  const other = newId()
  await withOrganization(company, (db) =>
    db.legalEntity.create({ data: { organizationId, id: other, name: 'Filial' }, select: { id: true } }),
  )
  const shops = [await addShop(company, 'Matriz'), await addShop({ ...company, legalEntityId: other }, 'Filial')]
  await add(company, [
    { ...bill, description: 'entidade', legalEntityId },
    { ...bill, description: 'loja', shopId: shops[0] },
    { ...bill, description: 'canal', channelId: await channelOf(company) },
    { ...bill, description: 'outra entidade', legalEntityId: other },
    { ...bill, description: 'outra loja', shopId: shops[1] },
    { ...bill, description: 'empresa' },
  ])
  const seenBy = async (legalEntityIds: string[] | null) => {
    const viewer = { organizationId, legalEntityIds, timeZone: 'America/Sao_Paulo', role: 'accountant' } as const
    return (await getExpenseListFor(viewer, {})).page.rows.map(({ description }) => description).toSorted()
  }
  expect(await seenBy([legalEntityId])).toEqual(['canal', 'entidade', 'loja'])
  expect(await seenBy([other])).toEqual(['outra entidade', 'outra loja'])
  expect(await seenBy([])).toEqual([])
  expect(await seenBy(null)).toHaveLength(6)
})
