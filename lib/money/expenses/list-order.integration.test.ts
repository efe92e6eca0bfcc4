import { addDays } from '@/lib/core/dates'
import { withOrganization } from '@/lib/core/db'
import { newId } from '@/lib/core/ids'
import { createTestOrganization } from '@/lib/testing/factories/factories'
import { readExpenseFilters } from './filters'
import { listExpenses } from './queries'

test('all of them begin with what is overdue and near due, and end with what was paid, both ways', async () => {
  const company = await createTestOrganization()
  const { organizationId } = company
  const today = '2026-11-21'
  const rows = [400, -3, 1, -40, 0].map((days) => ({ days, paid: false }))
  const all = [...rows, ...[-60, 300, -1].map((days) => ({ days, paid: true }))]
  const list = (place: Record<string, string>, size = 100) =>
    withOrganization(company, (db) =>
      listExpenses(db, organizationId, readExpenseFilters(place, today), { today, size }),
    )
  await withOrganization(company, (db) =>
    db.expense.createMany({
      data: all.map(({ days, paid }) => ({
        organizationId,
        id: newId(),
        description: `${paid ? 'paid' : 'open'} ${days}`,
        amountCents: 1n,
        kind: 'fixed' as const,
        dueOn: new Date(addDays(today, days)),
        ...(paid && { status: 'paid' as const, paidOn: new Date(today) }),
      })),
    }),
  )
  const order = ['open -40', 'open -3', 'open 0', 'open 1', 'open 400', 'paid 300', 'paid -1', 'paid -60']
  const names = (page: Awaited<ReturnType<typeof list>>) => page.rows.map(({ description }) => description)
  expect(names(await list({}))).toEqual(order)
  const first = await list({}, 3)
  const second = await list({ after: first.next! }, 3)
  const third = await list({ after: second.next! }, 3)
  expect([first, second, third].flatMap(names)).toEqual(order)
  const back = await list({ before: third.previous! }, 3)
  expect(names(back)).toEqual(names(second))
  expect(names(await list({ before: back.previous! }, 3))).toEqual(names(first))
})
