import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Mock } from 'vitest'
import { testPage } from '@/components/ui/test-page'
import type { ExportKind, ExportProgress } from '@/lib/core/exports/schema'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { ExportRun } from './export-run'

stubPage({ useRouter: () => ({ refresh: vi.fn() }) })

const made: ExportProgress = {
  state: 'done',
  done: 2,
  total: 2,
  missing: 0,
  errorCode: null,
  reference: null,
  drive: null,
}
let progress: ExportProgress
let checks: ((error: string | null) => void)[]
let onEnd: Mock<() => void>
beforeEach(() => {
  ;[progress, checks, onEnd] = [made, [], vi.fn()]
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  globalThis.fetch = ((address: string) =>
    address.endsWith('?check')
      ? new Promise((resolve) =>
          checks.push((error) => resolve({ ok: !error, json: async () => ({ ok: !error, error }) })),
        )
      : Promise.resolve({ ok: true, json: async () => ({ data: progress }) })) as unknown as typeof fetch
})
const answer = (error: string | null) => act(async () => checks.shift()!(error))

const show = (kind: ExportKind = 'orders') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <input aria-label="elsewhere" />
      <ExportRun exportId="A" kind={kind} onEnd={onEnd} />
    </QueryClientProvider>,
    { wrapper: testPage() },
  )

test.each([
  ['orders', /O download começou.*por 7 dias/],
  ['wholeCompany', /O download começou.*aqui e em Exportações por até 24 horas/],
] as const)('that the download of %s has started, and how long it stays, is said once it has', async (kind, result) => {
  show(kind)
  expect(await screen.findByText('Iniciando o download…')).toBeTruthy()
  expect(screen.queryByText(/O download começou/)).toBeNull()
  expect(onEnd).not.toHaveBeenCalled()
  await answer(null)
  expect(screen.getByText(result)).toBeTruthy()
  expect(screen.queryByText('Iniciando o download…')).toBeNull()
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a download that did not start by itself is announced, and the focus stays in the field', async () => {
  show()
  await screen.findByText('Iniciando o download…')
  screen.getByLabelText('elsewhere').focus()
  await answer('exportExpired')
  expect(screen.getByRole('alert').textContent).toMatch(/Este arquivo já foi apagado/)
  expect(document.activeElement).toBe(screen.getByLabelText('elsewhere'))
  expect(screen.queryByText(/O download começou/)).toBeNull()
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('only the last attempt is reported', async () => {
  show()
  await screen.findByText('Iniciando o download…')
  await answer('exportExpired')
  const again = screen.getByRole('link', { name: 'Baixar de novo' })
  await userEvent.click(again)
  expect(screen.queryByRole('alert')).toBeNull()
  await answer('tooManyRequests')
  expect(screen.getByRole('alert').textContent).toMatch(/Muitas tentativas/)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await userEvent.click(again)
  await answer(null)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/O download começou/)).toBeTruthy()
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('that it waits for its turn is said to who has waited a second, and moves no button', async () => {
  vi.useFakeTimers()
  progress = { ...made, state: 'waiting', total: null }
  show()
  const line = screen.getByText(/Este começa quando chegar a vez dele/)
  const stop = screen.getByRole('button', { name: 'Cancelar exportação' })
  expect(stop.compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const isSeen = () => getComputedStyle(line).visibility !== 'hidden'
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(isSeen()).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(isSeen()).toBe(true)
  progress = { ...progress, state: 'running' }
  await act(() => vi.advanceTimersByTimeAsync(600))
  expect(isSeen()).toBe(false)
  expect(line.isConnected).toBe(true)
  vi.useRealTimers()
})
