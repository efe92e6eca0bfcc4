import { fireEvent, render, screen, within } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { ToolAnswer, ToolSeries } from '@/lib/assist/tools/contract'
import { QuestionList } from './suggestions'
import { ToolResult } from './tool-result'

const sales = (cents: string): ToolAnswer['figures'] => [
  { name: 'grossSales', unit: 'cents', value: cents, href: '/dashboard/orders?valid=1' },
]
const series: ToolSeries = {
  name: 'grossSales',
  unit: 'cents',
  by: 'day',
  points: [
    { from: '2026-11-18', to: '2026-11-18', value: '14444', href: '/dashboard/orders?from=2026-11-18' },
    { from: '2026-11-19', to: '2026-11-19', value: null, href: null },
  ],
  compared: {
    period: { from: '2026-11-16', to: '2026-11-17' },
    points: [
      { from: '2026-11-16', to: '2026-11-16', value: '3015', href: null },
      { from: '2026-11-17', to: '2026-11-17', value: '3017', href: null },
    ],
  },
}
const answer: ToolAnswer = {
  asked: { period: { from: '2026-11-18', to: '2026-11-19' }, shop: null, product: null },
  figures: sales('14444'),
  compared: null,
  table: null,
  series,
  notes: [],
  href: '/dashboard',
}
const show = (outcome: ToolAnswer, language: 'pt' | 'en' = 'pt') =>
  render(<ToolResult name="sales_summary" outcome={outcome} />, { wrapper: testPage(language) })

test('a series is drawn beside what it is compared with, and read out by arrow keys', async () => {
  show(answer)
  const cursor = await screen.findByRole('slider', { name: /Vendas por dia/ })
  fireEvent.keyDown(cursor, { key: 'Home' })
  expect(cursor.getAttribute('aria-valuetext')).toMatch(
    /^18\/11\/2026, 18\/11\/2026 a 19\/11\/2026 R\$\s144,44, 16\/11\/2026 a 17\/11\/2026 R\$\s30,15$/,
  )
  fireEvent.keyDown(cursor, { key: 'End' })
  expect(cursor.getAttribute('aria-valuetext')).toContain('sem dados')
})

test('behind it stand all of its figures as text, each step with the rows behind it', async () => {
  show(answer, 'en')
  await screen.findByRole('heading', { name: 'Sales by day' })
  fireEvent.click(screen.getByText('View as table'))
  screen.getByText('View as table').closest('details')!.open = true
  fireEvent(screen.getByText('View as table').closest('details')!, new Event('toggle'))
  const table = await screen.findByRole('table', { name: 'Sales by day' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByText('R$144.44')).toBeTruthy()
  expect(within(table).getByRole('link', { name: 'Nov 18, 2026' }).getAttribute('href')).toBe(
    '/dashboard/orders?from=2026-11-18',
  )
  expect(within(table).getAllByRole('link')).toHaveLength(1)
})

test('a course of nothing is not drawn, and an answer that was kept before there were any is shown', () => {
  const zero = series.points.map((point) => ({ ...point, value: '0' }))
  show({ ...answer, series: { ...series, points: zero } })
  expect(screen.queryByRole('figure')).toBeNull()
  const { series: _, ...kept } = answer
  show(kept)
  expect(screen.queryByRole('figure')).toBeNull()
})

test('where there is nothing no row of zeros is shown, but what to do', () => {
  const nothing = { beginnings: [{ name: 'connectShop' as const, href: '/dashboard/shops' }] }
  show({ ...answer, figures: sales('0'), nothing })
  expect(screen.getByRole('link', { name: 'Conectar uma loja' }).getAttribute('href')).toBe('/dashboard/shops')
  expect(screen.queryByText(/R\$/)).toBeNull()
})

test.each([
  ['pt', 'Pedidos atrasados para enviar', 'A Shopee decide em 24 h?'],
  ['en', 'Orders late to ship', 'Does Shopee decide in 24 h?'],
] as const)(
  'work is named in words and leads to its page; a nearest question is a button that asks it (%s)',
  (language, work, question) => {
    const table: ToolAnswer['table'] = {
      columns: [
        { name: 'task', unit: 'state', words: 'tools.tasks' },
        { name: 'count', unit: 'count' },
      ],
      rows: [{ cells: ['late', '2'], href: '/dashboard/orders?waiting=late' }],
      total: 1,
    }
    const outcome: ToolAnswer = { ...answer, figures: [], table }
    render(<ToolResult name="work_today" outcome={outcome} />, { wrapper: testPage(language) })
    expect(screen.getByText(work)).toBeTruthy()
    const onQuestion = vi.fn()
    render(<QuestionList label="x" questions={[question]} onQuestion={onQuestion} />, { wrapper: testPage(language) })
    fireEvent.click(screen.getByRole('button', { name: question }))
    expect(onQuestion).toHaveBeenCalledWith(question)
  },
)
