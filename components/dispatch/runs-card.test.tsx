import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { RunView } from '@/lib/dispatch/schema'
import { stubPage } from '@/lib/testing/page-stubs'
import { RunsCard } from './runs-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }), retryRunAction: async () => ({ ok: true, data: {} }) })

const run: RunView = {
  ...{ id: '0192d1b0-0000-7000-8000-000000000009', kind: 'invoices', state: 'done', done: 12, total: 12, problems: [] },
  ...{ hasFile: false, refused: 1, createdAt: '2026-11-21T12:00:00.000Z', finishedAt: '2026-11-21T12:01:00.000Z' },
}

test('what SEFAZ refused is no order that went through, and what ended can be put away', async () => {
  await act(
    async () =>
      void render(
        <QueryClientProvider client={new QueryClient()}>
          <RunsCard runs={[run]} canRetry />
        </QueryClientProvider>,
        { wrapper: testPage('pt') },
      ),
  )
  expect(screen.getByText(/11 pedidos passaram · 1 recusada pela SEFAZ/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Dispensar' }))
  expect(screen.queryByText('Trabalhos')).toBeNull()
})
