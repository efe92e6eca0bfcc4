import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { testPage } from '@/components/ui/test-page'
import type { Language } from '@/lib/core/language'
import type { EntityView, RateView } from '@/lib/identity/settings/views'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { TaxForm } from './tax-form'

const mockSave = vi.fn()
stubPage({
  useRouter: () => ({ refresh: vi.fn() }),
  setTaxRateAction: (...request: unknown[]) => mockSave(...request),
})
beforeEach(() => mockSave.mockReset().mockResolvedValue({ ok: true, data: { id: 'rate' } }))

const rate = { lessPix: false, lessVouchers: true, withSubsidies: false, withFreight: false }
const show = (taxRates: object[], language: Language = 'pt', correcting: object | null = null) => {
  const entity = { id: 'entity', version: 1, sellerType: 'cnpj', taxRates, months: [] } as unknown as EntityView
  render(
    <TaxForm
      entity={entity}
      correcting={correcting as RateView | null}
      today="2026-11-29"
      onDirty={() => {}}
      onDone={() => {}}
    />,
    {
      wrapper: testPage(language),
    },
  )
}
const box = (name: RegExp) => screen.getByRole('checkbox', { name })

test.each([
  ['pt', /desconto do Pix: o valor da nota/],
  ['en', /Pix discount off the base: the value on the invoice/],
] as const)('in %s the first rate takes the Pix discount off the base', (language, name) => {
  show([], language)
  expect(box(name)).toHaveProperty('checked', true)
})

test('a new rate is applied to what the one before it was', () => {
  show([rate])
  expect(box(/desconto do Pix/)).toHaveProperty('checked', false)
  expect(box(/cupons e moedas/)).toHaveProperty('checked', true)
})

test('a rate is corrected to the price before the discount where the box is cleared', async () => {
  const correcting = { ...rate, lessPix: true, id: 'rate', fromDay: '2026-01-01', regime: 'simples', rate: '0.060000' }
  show([correcting], 'pt', correcting)
  await userEvent.click(box(/desconto do Pix/))
  await userEvent.click(screen.getByRole('button', { name: /Salvar correção/ }))
  expect(mockSave.mock.calls[0]?.[1]).toMatchObject({ lessPix: false, fromDay: '2026-01-01', rate: '0.060000' })
})
