import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import { readMonth } from '@/lib/money/expenses/calendar'
import { readExpenseFilters } from '@/lib/money/expenses/filters'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { DueGrid } from './due-grid'

const visited: string[] = []
stubPage({ useRouter: () => ({ push: (href: string) => visited.push(href) }) })

const today = '2026-11-21'
const open = () =>
  act(
    async () =>
      void render(
        <DueGrid
          filters={readExpenseFilters({ kind: 'fixed' }, today, '/dashboard/minha-empresa/despesas')}
          month={readMonth('2026-11', today)}
          days={[{ day: '2026-11-20', count: 2, totalCents: 12_345n, pendingCents: 45n }]}
          today={today}
          name="November 2026"
        />,
        { wrapper: testPage('en') },
      ),
  )
const focused = () => document.activeElement?.getAttribute('data-day')

test('the days are one stop of the tab key; arrows, Home and End go from day to day', async () => {
  await open()
  expect(screen.getAllByRole('link').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  await userEvent.tab()
  expect(focused()).toBe(today)
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('2026-11-20')
  expect(document.activeElement!.getAttribute('aria-label')).toBe('Nov 20, 2026: 2 expenses, R$123.45')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toBe('2026-11-13')
  await userEvent.keyboard('{Home}')
  expect(focused()).toBe('2026-11-09')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('2026-11-15')
})

test('beyond the month its neighbour opens, with the same filter, and a day opens its expenses', async () => {
  await open()
  await userEvent.tab()
  await userEvent.keyboard('{PageDown}{ArrowDown}{ArrowDown}')
  expect(visited).toEqual([
    '/dashboard/minha-empresa/despesas?kind=fixed&mode=calendar&month=2026-12',
    '/dashboard/minha-empresa/despesas?kind=fixed&mode=calendar&month=2026-12',
  ])
  const day = screen.getByRole('link', { name: /^Nov 20, 2026/ })
  expect(day.getAttribute('href')).toBe('/dashboard/minha-empresa/despesas?kind=fixed&from=2026-11-20&to=2026-11-20')
})
