import { newExpensePath } from '@/lib/core/paths'
import { startDraft } from './draft'
import { readExpenseStart } from './filters'

test('a new expense begins with the values of the address that another page made', () => {
  const path = newExpensePath({ description: 'CT-e 1234 · Transportes & Já', cents: 112_345n, dueOn: '2026-11-10' })
  const start = readExpenseStart(Object.fromEntries(new URL(path, 'http://x').searchParams))
  expect(start).toEqual({ description: 'CT-e 1234 · Transportes & Já', amountCents: 112_345n, dueOn: '2026-11-10' })
  expect(startDraft(start, '2026-11-29', 'pt')).toMatchObject({
    description: start.description,
    amount: '1.123,45',
    dueOn: '2026-11-10',
  })
  expect(startDraft(readExpenseStart({}), '2026-11-29', 'pt')).toMatchObject({
    description: '',
    amount: '',
    dueOn: '2026-11-29',
  })
})

test('an address with unsound values begins an expense without them', () => {
  const start = readExpenseStart({ title: ' a\0b ', amount: '-5', due: '2026-02-31' })
  expect(start).toEqual({ description: 'ab', amountCents: null, dueOn: null })
  expect(readExpenseStart({ title: 'x'.repeat(500), amount: '9'.repeat(20) })).toMatchObject({
    description: 'x'.repeat(200),
    amountCents: null,
  })
})
