import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { HistoryStrip } from './first-histories'

stubPage({ useRouter: () => ({ refresh: vi.fn() }) })

test('while a first history comes in, each page of numbers says how far it is and from which day on they are whole', () => {
  const history = { shopId: 'A', shopName: 'Loja Norte', percent: 34, orders: 1234, secondsLeft: 700 }
  render(
    <HistoryStrip
      histories={[{ ...history, reached: new Date('2026-10-03T12:00:00Z') }]}
      timeZone="America/Sao_Paulo"
    />,
    { wrapper: testPage() },
  )
  const bar = screen.getByRole('progressbar', { name: 'Buscando o histórico de Loja Norte' })
  expect(bar.getAttribute('aria-valuenow')).toBe('34')
  expect(screen.getByRole('listitem').textContent).toBe(
    'Buscando o histórico de Loja Norte34 % · 1.234 pedidos · faltam cerca de 15 minutosVem do mais novo ao mais antigo: os números de antes de 03/10/2026 ainda estão incompletos.',
  )
})
