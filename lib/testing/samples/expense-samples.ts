import { Readable } from 'node:stream'
import { withOrganization } from '@/lib/core/db'
import { addExpenses } from '@/lib/money/expenses/add-expenses'
import { addRepetition } from '@/lib/money/expenses/series'
import { recordFile, writeFile } from '@/lib/core/files/store'
import { newId } from '@/lib/core/ids'
import type { TestOrganization } from '../factories/factories'
import { addShop } from '../factories/sales'

type Sample = (company: TestOrganization) => Promise<object>

const fields = { description: 'Luz', amountCents: 100n, kind: 'fixed', dueOn: '2026-11-21', category: null } as const
const one = async (company: TestOrganization) => {
  const [id] = await withOrganization(company, (db) => addExpenses(db, company.owner, [fields]))
  return { id: id!, version: 1 }
}
const repeated = async (company: TestOrganization) => {
  const repeat = { rhythm: 'monthly', untilOn: null, times: 3 } as const
  const [id] = await withOrganization(company, (db) => addRepetition(db, company.owner, fields, repeat, '2026-11-21'))
  return { id: id!, version: 1 }
}
const voided = async (company: TestOrganization) => {
  const { id } = await one(company)
  const { organizationId } = company
  await withOrganization(company, (db) =>
    db.expense.updateMany({ where: { organizationId, id }, data: { voidedAt: new Date() } }),
  )
  return { id, version: 1 }
}

/** A shop whose it is, and a receipt that no expense names yet. */
async function named(company: TestOrganization) {
  const file = await writeFile(company.organizationId, Readable.from(['%PDF-1.7']), 100)
  const expiresAt = new Date(Date.now() + 3_600_000)
  await withOrganization(company, (db) =>
    recordFile(db, company.owner, file, { kind: 'receipt', name: 'recibo.pdf', expiresAt }),
  )
  return { fileId: file.id, place: { type: 'shop', id: await addShop(company, newId()) } }
}

/** An expense with its receipt. */
export async function expenseWithReceipt(company: TestOrganization): Promise<string> {
  const file = await writeFile(company.organizationId, Readable.from(['%PDF-1.7']), 100)
  return withOrganization(company, async (db) => {
    await recordFile(db, company.owner, file, { kind: 'receipt', name: 'recibo.pdf' })
    const [id] = await addExpenses(db, company.owner, [{ ...fields, fileId: file.id }])
    return id!
  })
}

export const expenseSamples: Record<string, Sample> = {
  'expense.mark': async (company) => ({ ...(await one(company)), status: 'paid' }),
  'expense.markMany': async (company) => ({ rows: [await one(company)], status: 'paid', paidOn: null }),
  'expense.create': async (company) => ({ ...fields, ...(await named(company)), paidOn: null }),
  'expense.update': async (company) => ({
    ...fields,
    ...(await repeated(company)),
    ...(await named(company)),
    paidOn: null,
    scope: 'open',
  }),
  'expense.void': async (company) => ({ ...(await repeated(company)), scope: 'following' }),
  'expense.restore': voided,
  'expense.endSeries': repeated,
  'expense.setSplit': async ({ legalEntityId }) => ({
    fromMonth: '2026-01-01',
    method: 'equal',
    shares: [{ id: legalEntityId, points: 0 }],
  }),
}
