import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import type { RunView } from '@/lib/sales/dispatch/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { RunsCard } from './runs-card'

stubPage({ useRouter: () => ({ refresh: () => undefined }), retryRunAction: async () => ({ ok: true, data: {} }) })

const run: RunView = {
  id: '0192d1b0-0000-7000-8000-000000000009',
  kind: 'invoices',
  state: 'done',
  done: 12,
  total: 12,
  orders: 12,
  problems: [],
  hasFile: false,
  thermalLabels: 0,
  sheetLabels: 0,
  refused: 1,
  latePickups: [],
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: '2026-11-21T12:01:00.000Z',
}
const now = new Date('2026-11-21T12:05:00Z')

test('an order that SEFAZ refused does not count as done, and a finished run can be put away', async () => {
  await act(
    async () =>
      void render(
        <QueryClientProvider client={new QueryClient()}>
          <RunsCard runs={[run]} canRetry now={now} />
        </QueryClientProvider>,
        { wrapper: testPage('pt') },
      ),
  )
  expect(screen.getByText(/11 pedidos passaram · 1 recusada pela SEFAZ/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Dispensar' }))
  expect(screen.queryByText('Trabalhos')).toBeNull()
})

test('labels for a thermal printer are handed over in words, beside the pages or without them', async () => {
  const show = (language: 'pt' | 'en', shown: RunView) =>
    act(
      async () =>
        void render(
          <QueryClientProvider client={new QueryClient()}>
            <RunsCard runs={[shown]} canRetry now={now} />
          </QueryClientProvider>,
          { wrapper: testPage(language) },
        ),
    )
  await show('pt', { ...run, kind: 'labels', refused: 0, thermalLabels: 2 })
  expect(screen.getByText(/2 etiquetas vieram em ZPL/)).toBeTruthy()
  expect(screen.getByRole('link', { name: /impressora térmica/ }).getAttribute('href')).toBe(
    `/api/dispatch/runs/${run.id}/labels?form=zpl`,
  )
  expect(screen.queryByRole('link', { name: /PDF/ })).toBeNull()
  await show('en', { ...run, kind: 'labels', refused: 0, hasFile: true, thermalLabels: 1 })
  expect(screen.getByRole('link', { name: 'Open labels (PDF)' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /thermal printer/ })).toBeTruthy()
})

test('a day that is prepared says which pickups come too late, in both languages', async () => {
  const shown: RunView = { ...run, kind: 'prepare', refused: 0, latePickups: [{ subject: run.id, code: '261129LATE' }] }
  for (const [language, words] of [
    ['pt', '1 coleta vem depois do prazo'],
    ['en', '1 pickup comes after the ship-by day'],
  ] as const) {
    await act(
      async () =>
        void render(
          <QueryClientProvider client={new QueryClient()}>
            <RunsCard runs={[shown]} canRetry now={now} />
          </QueryClientProvider>,
          { wrapper: testPage(language) },
        ),
    )
    expect(screen.getByRole('region', { name: words }).textContent).toContain('261129LATE')
  }
})

test('work that ended a while ago is one line with what failed in it, and opens when it is asked for', async () => {
  const problem = {
    code: 'P1',
    subject: run.id,
    errorCode: 'notReady',
    text: null,
  } as unknown as RunView['problems'][0]
  await act(
    async () =>
      void render(
        <QueryClientProvider client={new QueryClient()}>
          <RunsCard runs={[{ ...run, problems: [problem] }]} canRetry now={new Date('2026-11-21T14:00:00Z')} />
        </QueryClientProvider>,
        { wrapper: testPage('pt') },
      ),
  )
  expect(screen.queryByRole('listitem')).toBeNull()
  expect(screen.getByText('2 com problema')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '1 trabalho', expanded: false }))
  expect(screen.getAllByRole('listitem')).not.toHaveLength(0)
})
