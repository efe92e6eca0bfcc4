import { fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { readDeskFilters } from '@/lib/money/prices/desk-filters'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { RuleForm } from './rule-form'

const push = vi.fn()
stubPage({ useRouter: () => ({ push }) })

test('a day that cannot be read is refused: no fees of another day answer in its place', () => {
  const today = '2026-11-30'
  render(<RuleForm filters={readDeskFilters({})} today={today} day={today} />, { wrapper: testPage('pt') })
  const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Ver taxas do dia' }))
  for (const typed of ['99/99/2026', '']) {
    fireEvent.change(screen.getByLabelText('Taxas do dia'), { target: { value: typed } })
    apply()
    expect(screen.getByText(/Informe uma data/)).toBeTruthy()
  }
  expect(push).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('Taxas do dia'), { target: { value: '15/12/2026' } })
  apply()
  expect(push.mock.calls[0]?.[0]).toContain('day=2026-12-15')
})
