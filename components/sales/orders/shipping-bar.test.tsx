import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { ShippingBar } from './shipping-bar'

test.each([
  ['pending', false],
  ['confirmed', true],
  ['processing', true],
  ['shipped', false],
  ['cancelled', false],
] as const)('an order that is %s leads to its shipping on a phone: %s', (status, leads) => {
  render(<ShippingBar status={status} to="dispatch" />, { wrapper: testPage() })
  const link = screen.queryByRole('link', { name: 'Ir para a expedição' })
  expect(link?.getAttribute('href') ?? null).toBe(leads ? '#dispatch' : null)
})
