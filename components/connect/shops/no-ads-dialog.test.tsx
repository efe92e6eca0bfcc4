import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { NoAdsButton } from './no-ads-dialog'

const saved = vi.fn()
stubPage({
  useRouter: () => ({ refresh: vi.fn() }),
  setNoAdsAction: async (_: unknown, input: unknown) => {
    saved(input)
    return { ok: true, data: { id: 'one', version: 4 } }
  },
})

const shop = { id: 'one', version: 3, name: 'Loja Um', noAdsFrom: null }

test('the day from which a shop does not advertise stands where its missing report is shown', async () => {
  await act(async () => void render(<NoAdsButton shop={shop} today="2026-11-21" />, { wrapper: testPage() }))
  await act(
    async () => void fireEvent.click(screen.getByRole('button', { name: 'Dizer desde quando Loja Um não anuncia' })),
  )
  const field = screen.getByLabelText('Não anuncia desde')
  fireEvent.change(field, { target: { value: '05/11/2026' } })
  fireEvent.blur(field)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Salvar' })))
  expect(saved).toHaveBeenCalledWith({ id: 'one', version: 3, noAdsFrom: '2026-11-05' })
})
