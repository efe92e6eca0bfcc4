import { z } from 'zod'
import { addDays, addMonths, localDay } from '@/lib/core/dates'
import { makeExpensesTask } from '@/lib/worker/tasks/make-expenses'
import { asWorker, inspect } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs, type TestOrganization } from '@/lib/testing/factories/factories'
import { dataOf } from '@/lib/testing/harnesses/order-harness'
import {
  createExpenseAction,
  endSeriesAction,
  markExpenseAction,
  restoreExpenseAction,
  updateExpenseAction,
  voidExpenseAction,
} from './actions'
import type { createExpenseInput } from './schema'

type Input = z.input<typeof createExpenseInput>
type Row = {
  id: string
  description: string
  amount_cents: string
  due_on: string
  status: string
  instalment: number
  voided: boolean
  version: number
}
const today = localDay(new Date(), 'America/Sao_Paulo')
const rent: Input = {
  description: 'Aluguel',
  amountCents: 1_000n,
  kind: 'fixed',
  dueOn: today,
  category: null,
  paidOn: null,
}

let mine: TestOrganization
beforeEach(async () => {
  mine = await createTestOrganization()
  await signInAs(mine.owner)
})

const create = async (given: Partial<Input>) => dataOf(await createExpenseAction(envelope(mine), { ...rent, ...given }))
const rows = () =>
  inspect<Row>(
    mine.organizationId,
    `select id, description, amount_cents::text, due_on::text, status, instalment, voided_at is not null as voided, version
     from expense order by instalment`,
  )
const shown = async () => (await rows()).filter(({ voided }) => !voided)
type Run = Parameters<typeof makeExpensesTask>[1]
const nightOf = (day: string) =>
  asWorker(async () => makeExpensesTask({ _cron: { ts: `${day}T03:43:00Z` } }, {} as Run))
const edit = async (row: Row, changes: Partial<Input>, scope: 'this' | 'following' | 'open') =>
  dataOf(
    await updateExpenseAction(envelope(mine), {
      ...rent,
      description: row.description,
      amountCents: BigInt(row.amount_cents),
      dueOn: row.due_on,
      ...changes,
      id: row.id,
      version: row.version,
      scope,
    }),
  )
const monthly = (more: { untilOn?: string; times?: number } = {}) => ({
  repeat: { rhythm: 'monthly' as const, untilOn: null, times: null, ...more },
})

test('an endless series is made 13 months ahead, and each night its missing part by then, once', async () => {
  const made = await create({ ...monthly(), paidOn: today })
  const first = await rows()
  expect(first.map(({ due_on }) => due_on)).toEqual(Array.from({ length: 14 }, (_, n) => addMonths(today, n)))
  expect(first.map(({ status }) => status)).toEqual(['paid', ...Array.from({ length: 13 }, () => 'pending')])
  expect(made).toEqual({ id: first[0]!.id, made: 14 })
  await nightOf(today)
  expect(await rows()).toEqual(first)
  const later = addMonths(today, 2)
  await Promise.all([nightOf(later), nightOf(later)])
  await nightOf(later)
  const all = await rows()
  expect(all).toHaveLength(16)
  expect(new Set(all.map(({ instalment }) => instalment)).size).toBe(16)
  const auditEvents = await inspect<{ actor_kind: string }>(
    mine.organizationId,
    `select actor_kind from audit_event where event = 'expense.created' order by id`,
  )
  expect(auditEvents.map(({ actor_kind }) => actor_kind)).toEqual([
    ...Array.from({ length: 14 }, () => 'person'),
    ...Array.from({ length: 2 }, () => 'system'),
  ])
})

test('a series of so many times, or until a day, ends there', async () => {
  await create(monthly({ times: 3 }))
  await create({ repeat: { rhythm: 'weekly', untilOn: addDays(today, 15), times: null } })
  await nightOf(addMonths(today, 30))
  const due = (await rows()).map(({ due_on }) => due_on).toSorted()
  expect(due).toEqual(
    [today, addMonths(today, 1), addMonths(today, 2), today, addDays(today, 7), addDays(today, 14)].toSorted(),
  )
  const past = await createExpenseAction(envelope(mine), { ...rent, ...monthly({ untilOn: addDays(today, -1) }) })
  expect(past).toMatchObject({ ok: false, fields: { untilOn: ['expenses.fields.untilBeforeDue'] } })
})

test('instalments share the total to the cent, each on its own day, and only the first is paid', async () => {
  const dueDays = [today, addDays(today, 40), addDays(today, 61)]
  await create({ amountCents: 10_000n, paidOn: today, repeat: { rhythm: 'instalments', dueDays } })
  expect(await rows()).toMatchObject([
    { amount_cents: '3334', due_on: dueDays[0], status: 'paid', instalment: 1 },
    { amount_cents: '3333', due_on: dueDays[1], status: 'pending', instalment: 2 },
    { amount_cents: '3333', due_on: dueDays[2], status: 'pending', instalment: 3 },
  ])
  const tooSmall = { ...rent, amountCents: 2n, repeat: { rhythm: 'instalments' as const, dueDays } }
  expect(await createExpenseAction(envelope(mine), tooSmall)).toMatchObject({
    fields: { amountCents: ['expenses.fields.amountTooSmall'] },
  })
})

test('a change reaches this one, those after it, or all that are not paid, and takes along only what was changed', async () => {
  await create(monthly({ times: 5 }))
  const [first, second, third, fourth] = await rows()
  dataOf(await markExpenseAction(envelope(mine), { id: fourth!.id, version: 1, status: 'paid' }))
  await edit(second!, { amountCents: 7n }, 'this')
  expect((await rows()).map(({ amount_cents }) => amount_cents)).toEqual(['1000', '7', '1000', '1000', '1000'])
  await edit(third!, { description: 'Aluguel novo' }, 'following')
  expect((await rows()).map(({ description }) => description)).toEqual([
    'Aluguel',
    'Aluguel',
    'Aluguel novo',
    'Aluguel',
    'Aluguel novo',
  ])
  await edit(first!, { amountCents: 50n, dueOn: addDays(today, 3) }, 'open')
  const after = await rows()
  expect(after.map(({ amount_cents }) => amount_cents)).toEqual(['50', '50', '50', '1000', '50'])
  expect(after.map(({ due_on }) => due_on)).toEqual([
    ...[0, 1, 2].map((n) => addMonths(addDays(today, 3), n)),
    addMonths(today, 3),
    addMonths(addDays(today, 3), 4),
  ])
})

test('later entries follow the last change of those after it', async () => {
  await create(monthly())
  const [, second] = await rows()
  await edit(second!, { amountCents: 77n, dueOn: addDays(second!.due_on, 2) }, 'following')
  await nightOf(addDays(addMonths(today, 1), 5))
  const all = await rows()
  expect(all.at(-1)).toMatchObject({
    amount_cents: '77',
    due_on: addMonths(addDays(second!.due_on, 2), 13),
    instalment: 15,
  })
  expect(all[0]).toMatchObject({ amount_cents: '1000', due_on: today })
})

test('voiding those after one ends the series, undoing it brings all back, and the night makes nothing twice', async () => {
  await create(monthly())
  const [, second, third] = await rows()
  dataOf(await markExpenseAction(envelope(mine), { id: third!.id, version: 1, status: 'paid' }))
  dataOf(await voidExpenseAction(envelope(mine), { id: second!.id, version: 1, scope: 'following' }))
  expect((await shown()).map(({ instalment }) => instalment)).toEqual([1, 3])
  await nightOf(addMonths(today, 4))
  expect(await shown()).toHaveLength(2)
  dataOf(await restoreExpenseAction(envelope(mine), { id: second!.id, version: 2 }))
  expect(await shown()).toHaveLength(14)
  await nightOf(addMonths(today, 1))
  expect(await shown()).toHaveLength(15)
})

test('one voided by itself is not made again, and the series goes on', async () => {
  await create(monthly())
  const [, second] = await rows()
  dataOf(await voidExpenseAction(envelope(mine), { id: second!.id, version: 1 }))
  await nightOf(addMonths(today, 1))
  expect((await shown()).map(({ instalment }) => instalment)).toEqual([
    1,
    ...Array.from({ length: 13 }, (_, n) => n + 3),
  ])
})

test('a series ended at one keeps it and those before it', async () => {
  await create(monthly())
  const [, , third] = await rows()
  dataOf(await endSeriesAction(envelope(mine), { id: third!.id, version: 1 }))
  await nightOf(addMonths(today, 6))
  expect((await shown()).map(({ instalment }) => instalment)).toEqual([1, 2, 3])
  const alone = await create({})
  const refused = await endSeriesAction(envelope(mine), { id: alone.id, version: 1 })
  expect(refused).toEqual({ ok: false, error: 'notFound' })
})
