import { render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { CostsScreen } from './costs-screen'

stubPage({ useRouter: () => ({ refresh: () => undefined }) })
const view = { rows: [], total: 0, recosting: null, today: '2026-11-29' } as const

test('a company without products is led to making them, and not praised for costs that it does not have', () => {
  const { rerender } = render(<CostsScreen seesResult view={{ ...view, rows: [], hasProducts: false }} />, {
    wrapper: testPage(),
  })
  expect(screen.queryByText('Todos os produtos têm custo')).toBeNull()
  expect(screen.getByRole('link', { name: 'Criar produtos' }).getAttribute('href')).toBe(
    '/dashboard/minha-empresa/mapeamento-produtos',
  )
  rerender(<CostsScreen seesResult view={{ ...view, rows: [], hasProducts: true }} />)
  expect(screen.getByText('Todos os produtos têm custo')).toBeTruthy()
})
