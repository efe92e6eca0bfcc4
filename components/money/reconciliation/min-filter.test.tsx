import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { MinFilter } from './min-filter'

const replace = vi.fn()
stubPage({
  useRouter: () => ({ replace, push: replace }),
  usePathname: () => '/dashboard/shopee-reconciliation',
  useSearchParams: () => new URLSearchParams('min=500'),
})

test('a minimum that cannot be read says so, and the one that holds stays', async () => {
  HTMLElement.prototype.hidePopover = () => undefined
  render(<MinFilter minCents={500n} />, { wrapper: testPage('pt') })
  const panel = screen.getByRole('dialog', { hidden: true })
  await act(async () => void fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' })))
  const field = screen.getByLabelText('Diferença mínima', { selector: 'input' })
  fireEvent.change(field, { target: { value: 'dez mil' } })
  await act(async () => void fireEvent.submit(field.closest('form')!))
  expect(screen.getByText('Informe um valor como 1.234,56')).toBeTruthy()
  expect(replace).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '10' } })
  await act(async () => void fireEvent.submit(field.closest('form')!))
  expect(screen.queryByText('Informe um valor como 1.234,56')).toBeNull()
  expect(replace.mock.calls[0]![0]).toContain('min=1000')
})
