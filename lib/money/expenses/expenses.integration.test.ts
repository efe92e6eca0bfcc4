import { z } from 'zod'
import { can, ROLES } from '@/lib/core/permissions'
import { addDays, localDay } from '@/lib/core/dates'
import { newId } from '@/lib/core/ids'
import { inspect } from '@/lib/testing/harnesses/database'
import {
  addMember,
  createTestOrganization,
  envelope,
  signInAs,
  unique,
  type TestOrganization,
} from '@/lib/testing/factories/factories'
import {
  createExpenseAction,
  markExpenseAction,
  markExpensesAction,
  renameCategoryAction,
  restoreExpenseAction,
  updateExpenseAction,
  voidExpenseAction,
} from './actions'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import { addShop } from '@/lib/testing/factories/sales'
import type { createExpenseInput } from './schema'
import { getExpenseListFor } from './views'

const timeZone = 'America/Sao_Paulo'
const today = localDay(new Date(), timeZone)

type NewExpense = z.input<typeof createExpenseInput>
const newExpense = (given: Partial<NewExpense> = {}): NewExpense => ({
  description: unique('Aluguel'),
  amountCents: 185_000n,
  kind: 'fixed',
  dueOn: today,
  category: null,
  paidOn: null,
  ...given,
})

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

async function create(given: Partial<NewExpense> = {}): Promise<string> {
  const result = await createExpenseAction(envelope(mine), newExpense(given))
  if (!result.ok) throw new Error(result.error)
  return result.data.id
}
const list = (query: Record<string, string> = {}, size?: number) =>
  getExpenseListFor({ organizationId: mine.organizationId, timeZone, role: 'owner' }, query, { size })
const rows = () => inspect(mine.organizationId, 'select * from expense order by id')
const audits = (organizationId = mine.organizationId) =>
  inspect<{ event: string; before: Record<string, unknown>; after: Record<string, unknown> }>(
    organizationId,
    `select event, before, after from audit_event where subject_kind = 'expense' and organization_id = $1 order by id`,
    [organizationId],
  )

test('an expense is added, changed, paid, unpaid and voided, with one row each in the trail', async () => {
  const id = await create({ description: ' Aluguel ', category: ' Estrutura ' })
  expect((await list()).page.rows).toEqual([
    {
      id,
      description: 'Aluguel',
      amountCents: 185_000n,
      kind: 'fixed',
      dueOn: today,
      status: 'pending',
      paidOn: null,
      category: 'Estrutura',
      shopId: null,
      channelId: null,
      legalEntityId: null,
      placeName: null,
      seriesId: null,
      rhythm: null,
      instalment: null,
      instalmentOf: null,
      fileId: null,
      stockPurchase: false,
      version: 1,
    },
  ])
  const version = (expected: number) => ({ ok: true, data: { version: expected } })
  const edited = { ...newExpense({ description: 'Aluguel novo', kind: 'variable' }), id, version: 1 }
  expect(await updateExpenseAction(envelope(mine), edited)).toEqual(version(2))
  expect(await markExpenseAction(envelope(mine), { id, version: 2, status: 'paid' })).toEqual(version(3))
  expect((await list()).page.rows).toMatchObject([{ description: 'Aluguel novo', status: 'paid', paidOn: today }])
  expect(await markExpenseAction(envelope(mine), { id, version: 3, status: 'pending' })).toEqual(version(4))
  expect((await list()).page.rows).toMatchObject([{ status: 'pending', paidOn: null }])
  expect(await voidExpenseAction(envelope(mine), { id, version: 4 })).toEqual(version(5))
  expect((await list()).page.rows).toEqual([])
  expect((await audits()).map(({ event }) => event)).toEqual([
    'expense.created',
    'expense.updated',
    'expense.paid',
    'expense.unpaid',
    'expense.voided',
  ])
  const kept = {
    kind: 'fixed',
    dueOn: today,
    paidOn: null,
    category: 'Estrutura',
    description: 'Aluguel',
    amountCents: '185000',
  }
  expect((await audits())[0]).toMatchObject({ before: null, after: kept })
  expect((await audits())[2]).toMatchObject({ before: { status: 'pending' }, after: { status: 'paid', paidOn: today } })
})

test.each([
  [{ description: ' ' }, 'expenseRequired', { description: ['expenses.fields.titleRequired'] }],
  [{ amountCents: null }, 'expenseRequired', { amountCents: ['expenses.fields.amountRequired'] }],
  [{ amountCents: 0n }, 'invalidInput', { amountCents: ['expenses.fields.amountAboveZero'] }],
  [{ amountCents: -1n }, 'invalidInput', { amountCents: ['expenses.fields.amountAboveZero'] }],
  [{ dueOn: '2026-02-30' }, 'invalidInput', { dueOn: ['errors.dateInvalid'] }],
])('an expense with %p is refused at its field', async (given, error, fields) => {
  expect(await createExpenseAction(envelope(mine), newExpense(given))).toEqual({ ok: false, error, fields })
  expect(await rows()).toEqual([])
  expect(await audits()).toEqual([])
})

test('the same form sent many times at once makes one expense', async () => {
  const form = newExpense()
  const key = newId()
  const results = await Promise.all(Array.from({ length: 10 }, () => createExpenseAction(envelope(mine, key), form)))
  expect(new Set(results.map((result) => result.ok && result.data.id)).size).toBe(1)
  expect(await rows()).toHaveLength(1)
  expect(await audits()).toHaveLength(1)
})

test('an edit of an expense that another member has changed is refused', async () => {
  const id = await create()
  await markExpenseAction(envelope(mine), { id, version: 1, status: 'paid' })
  const stale = { ok: false, error: 'staleVersion' }
  expect(await markExpenseAction(envelope(mine), { id, version: 1, status: 'pending' })).toEqual(stale)
  expect(await updateExpenseAction(envelope(mine), { ...newExpense(), id, version: 1 })).toEqual(stale)
  expect(await voidExpenseAction(envelope(mine), { id, version: 1 })).toEqual(stale)
  expect((await list()).page.rows).toMatchObject([{ status: 'paid', version: 2 }])
})

test('a voided expense comes back by its restoring alone', async () => {
  const id = await create()
  await voidExpenseAction(envelope(mine), { id, version: 1 })
  const missing = { ok: false, error: 'notFound' }
  expect(await markExpenseAction(envelope(mine), { id, version: 2, status: 'paid' })).toEqual(missing)
  expect(await updateExpenseAction(envelope(mine), { ...newExpense(), id, version: 2 })).toEqual(missing)
  expect(await voidExpenseAction(envelope(mine), { id, version: 2 })).toEqual(missing)
  expect(await restoreExpenseAction(envelope(mine), { id, version: 1 })).toEqual({ ok: false, error: 'staleVersion' })
  expect(await restoreExpenseAction(envelope(mine), { id, version: 2 })).toEqual({ ok: true, data: { version: 3 } })
  expect(await restoreExpenseAction(envelope(mine), { id, version: 3 })).toEqual(missing)
  expect((await list()).page.rows).toMatchObject([{ id, version: 3 }])
  expect((await audits()).at(-1)).toMatchObject({ event: 'expense.restored' })
})

test("another organization's expenses are not found, and nothing of them changes", async () => {
  const id = await create()
  const before = await rows()
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  const missing = { ok: false, error: 'notFound' }
  expect(await markExpenseAction(envelope(theirs), { id, version: 1, status: 'paid' })).toEqual(missing)
  expect(await updateExpenseAction(envelope(theirs), { ...newExpense(), id, version: 1 })).toEqual(missing)
  expect(await voidExpenseAction(envelope(theirs), { id, version: 1 })).toEqual(missing)
  const seen = await getExpenseListFor({ organizationId: theirs.organizationId, timeZone, role: 'owner' }, { edit: id })
  expect(seen).toMatchObject({ open: null, matching: { count: 0n } })
  expect(await rows()).toEqual(before)
  expect(await audits(theirs.organizationId)).toEqual([])
})

test.each(ROLES)('role %s reads and writes expenses only with the right to', async (role) => {
  const id = await create()
  await signInAs(await addMember(mine, role))
  const results = [
    await createExpenseAction(envelope(mine), newExpense()),
    await updateExpenseAction(envelope(mine), { ...newExpense(), id, version: 1 }),
    await markExpenseAction(envelope(mine), { id, version: 2, status: 'paid' }),
    await voidExpenseAction(envelope(mine), { id, version: 3 }),
  ]
  for (const result of results) {
    if (can(role, 'expense.write')) expect(result.ok).toBe(true)
    else expect(result).toEqual({ ok: false, error: 'permissionDenied' })
  }
  const reading = getExpenseListFor({ organizationId: mine.organizationId, timeZone, role }, { new: '1' })
  if (!can(role, 'money.read')) await expect(reading).rejects.toMatchObject({ code: 'permissionDenied' })
  else
    expect(await reading).toMatchObject({
      canWrite: can(role, 'expense.write'),
      open: can(role, 'expense.write') ? 'new' : null,
    })
})

test('totals are those of everything the filter matches, in cents, whatever the page shows', async () => {
  await create({ amountCents: 1001n, dueOn: addDays(today, -3) })
  await create({ amountCents: 2002n, dueOn: addDays(today, -2), paidOn: today, kind: 'tax' })
  await create({ amountCents: 4004n, dueOn: addDays(today, 5), description: 'Água e luz' })
  const all = await list({}, 1)
  expect(all.page.rows).toHaveLength(1)
  expect(all.totals).toEqual({
    count: 3n,
    totalCents: 7007n,
    pendingCents: 5005n,
    overdueCents: 1001n,
    paidCents: 2002n,
    fixedCents: 5005n,
    variableCents: 0n,
    taxCents: 2002n,
  })
  expect(all.counts).toEqual({ all: 3n, pending: 2n, overdue: 1n, paid: 1n })
  const sum = async (query: Record<string, string>) => (await list(query)).matching.totalCents
  expect(await sum({ status: 'overdue' })).toBe(1001n)
  expect(await sum({ status: 'pending' })).toBe(5005n)
  expect(await sum({ status: 'paid' })).toBe(2002n)
  expect((await list({ status: 'overdue' })).totals).toEqual(all.totals)
  expect(await sum({ kind: 'tax' })).toBe(2002n)
  expect(await sum({ q: 'agua' })).toBe(4004n)
  expect(await sum({ q: '%' })).toBe(0n)
  expect(await sum({ period: '7d' })).toBe(4004n)
  expect(await sum({ from: addDays(today, -2), to: addDays(today, -3) })).toBe(3003n)
})

test('pages forth and back show every expense once, days shared by many included', async () => {
  for (let n = 0; n < 11; n += 1) await create({ dueOn: addDays(today, n % 3) })
  for (const status of ['', 'pending']) {
    const whole = (await list({ status }, 100)).page.rows.map(({ id }) => id)
    const first = await list({ status }, 4)
    const second = await list({ status, after: first.page.next! }, 4)
    const third = await list({ status, after: second.page.next! }, 4)
    expect([first, second, third].flatMap(({ page }) => page.rows.map(({ id }) => id))).toEqual(whole)
    expect(third.page.next).toBeNull()
    const back = await list({ status, before: third.page.previous! }, 4)
    expect(back.page.rows).toEqual(second.page.rows)
    expect((await list({ status, before: back.page.previous! }, 4)).page).toMatchObject({ previous: null })
  }
})

test.each(['due', '-due', 'amount', '-amount', 'paid', '-paid'])(
  'sorted by %s, pages forth and back show every expense once and in order',
  async (sort) => {
    for (let n = 0; n < 9; n += 1)
      await create({
        dueOn: addDays(today, n % 3),
        amountCents: BigInt(100 + (n % 4)),
        paidOn: n % 2 ? addDays(today, -(n % 5)) : null,
      })
    const whole = (await list({ sort }, 100)).page.rows
    const keyOf = (row: (typeof whole)[number]) =>
      ({ due: row.dueOn, amount: row.amountCents.toString(), paid: row.paidOn ?? '9999' })[sort.replace('-', '')]!
    const keys = whole.map(keyOf)
    expect(keys).toEqual(sort.startsWith('-') ? keys.toSorted().reverse() : keys.toSorted())
    const first = await list({ sort }, 4)
    const second = await list({ sort, after: first.page.next! }, 4)
    const third = await list({ sort, after: second.page.next! }, 4)
    const ids = [first, second, third].flatMap(({ page }) => page.rows.map(({ id }) => id))
    expect(ids).toEqual(whole.map(({ id }) => id))
    expect((await list({ sort, before: third.page.previous! }, 4)).page.rows).toEqual(second.page.rows)
  },
)

test('expenses are found by payment day, amount, category and whose they are', async () => {
  const shopId = await addShop(mine, 'Loja')
  const { legalEntityId } = mine
  await create({ amountCents: 1n, category: 'Água', paidOn: addDays(today, -9), dueOn: addDays(today, -20) })
  await create({ amountCents: 20n, place: { type: 'shop', id: shopId }, paidOn: today, dueOn: addDays(today, -20) })
  await create({ amountCents: 300n, place: { type: 'entity', id: legalEntityId }, category: 'agua' })
  const sum = async (query: Record<string, string>) => (await list(query)).matching.totalCents
  expect(await sum({ by: 'paid', from: addDays(today, -10), to: addDays(today, -1) })).toBe(1n)
  expect(await sum({ by: 'paid', to: today })).toBe(21n)
  expect(await sum({ min: '20', max: '299' })).toBe(20n)
  expect(await sum({ max: '20', min: '300' })).toBe(320n)
  expect(await sum({ category: 'agua' })).toBe(300n)
  expect(await sum({ place: `shop:${shopId}` })).toBe(20n)
  expect(await sum({ place: `entity:${legalEntityId}` })).toBe(321n) // The whole company's is its only entity's too.
  expect(await sum({ place: 'company' })).toBe(1n)
  expect(await sum({ place: 'shop:x', min: '-1', max: 'a', sort: 'x' })).toBe(321n)
})

test('many are marked at once, each judged by itself, and taken back', async () => {
  const ids = [await create(), await create(), await create(), await create({ paidOn: today })]
  const gone = await create()
  await voidExpenseAction(envelope(mine), { id: gone, version: 1 })
  await updateExpenseAction(envelope(mine), { ...newExpense(), id: ids[1]!, version: 1 })
  const rows = [...ids, gone, newId()].map((id) => ({ id, version: 1 }))
  const paidOn = addDays(today, -2)
  const marked = await markExpensesAction(envelope(mine), { rows, status: 'paid', paidOn })
  const outcomes = dataOf(marked)
  expect(rows.map(({ id }) => outcomes.find((row) => row.id === id)!.outcome)).toEqual([
    'marked',
    'stale',
    'marked',
    'already',
    'gone',
    'gone',
  ])
  expect((await list({ by: 'paid', from: paidOn, to: paidOn })).matching.count).toBe(2n)
  const undone = outcomes.filter(({ outcome }) => outcome === 'marked').map(({ id, version }) => ({ id, version }))
  dataOf(await markExpensesAction(envelope(mine), { rows: undone, status: 'pending', paidOn: null }))
  expect((await list({ status: 'paid' })).matching.count).toBe(1n)
})

test('a category given another’s name is merged with it, and no other company’s changes', async () => {
  const theirs = await createTestOrganization()
  await signInAs(theirs.owner)
  dataOf(await createExpenseAction(envelope(theirs), newExpense({ category: 'Luz' })))
  await signInAs(mine.owner)
  for (const category of ['Luz', 'Luz', 'Energia']) await create({ category })
  expect(await renameCategoryAction(envelope(mine), { from: 'Luz', to: 'Energia' })).toEqual({
    ok: true,
    data: { count: 2 },
  })
  expect((await list()).categories).toEqual([{ name: 'Energia', count: 3 }])
  expect(await renameCategoryAction(envelope(mine), { from: 'Luz', to: '' })).toEqual({ ok: false, error: 'notFound' })
  expect(await inspect(theirs.organizationId, 'select category from expense')).toEqual([{ category: 'Luz' }])
})
