import { act, fireEvent, render, screen } from '@testing-library/react'
import { QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import toast, { useToasterStore } from 'react-hot-toast'
import type { ActionResult } from '@/lib/core/errors'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { clientSettings } from './client-settings'
import { FormError } from './form-error'
import { createQueryClient } from './query-provider'
import { testOrganizationId, testPage } from './test-page'
import { useAction } from './use-action'

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })

type Request = { organizationId: string; idempotencyKey: string }
type Answer = ActionResult<string>

let requests: Request[]
let answers: (() => Promise<Answer>)[]
const save = (request: Request) => {
  requests.push(request)
  return answers.shift()?.() ?? Promise.resolve<Answer>({ ok: true, data: 'saved' })
}
const never = new Promise<Answer>(() => {})

function Form() {
  const saving = useAction(save, { refresh: true })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run('input')
      }}
    >
      <FormError error={saving.error} fields={saving.fields} labels={{ sku: 'SKU' }} />
      <input name="sku" defaultValue="GAR-1L" aria-label="SKU" />
      <button aria-busy={saving.pending}>save</button>
    </form>
  )
}

const submit = () => fireEvent.submit(screen.getByRole('button', { name: 'save' }))
const submitAndWait = () => act(async () => void submit())

beforeEach(() => {
  requests = []
  answers = []
  refresh.mockClear()
  toast.remove()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('a double click sends once', async () => {
  render(<Form />, { wrapper: testPage() })
  await act(async () => {
    submit()
    submit()
  })
  expect(requests).toHaveLength(1)
  expect(requests[0]?.organizationId).toBe(testOrganizationId)
})

test('success renews the key and asks for the page again', async () => {
  render(<Form />, { wrapper: testPage() })
  await submitAndWait()
  await submitAndWait()
  expect(requests).toHaveLength(2)
  expect(requests[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  expect(requests[1]?.idempotencyKey).not.toBe(requests[0]?.idempotencyKey)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('success renews every look-up of the browser that may show what was changed, a refusal none', async () => {
  const client = createQueryClient()
  client.setQueryData(['products', 'gar'], ['old price'])
  render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
    { wrapper: testPage('en') },
  )
  answers.push(() => Promise.resolve({ ok: false, error: 'invalidInput' }))
  await submitAndWait()
  expect(client.getQueryData(['products', 'gar'])).toEqual(['old price'])
  await submitAndWait()
  expect(client.getQueryData(['products', 'gar'])).toBeUndefined()
})

test('a preview of the change that was just made is not asked for again: what it counted is gone', async () => {
  const client = createQueryClient()
  const asked: string[] = []
  const watch = (name: string, meta: Record<string, unknown>) =>
    new QueryObserver(client, { queryKey: [name], queryFn: () => (asked.push(name), 1), meta }).subscribe(
      () => undefined,
    )
  const stops = [watch('list', {}), watch('preview', { isPreview: true })]
  render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
    { wrapper: testPage('en') },
  )
  await submitAndWait()
  expect(asked.toSorted()).toEqual(['list', 'list', 'preview'])
  for (const stop of stops) stop()
})

test('past the deadline the form says so, keeps what was typed and retries with the same key', async () => {
  answers = [() => never]
  render(<Form />, { wrapper: testPage('en') })
  fireEvent.change(screen.getByLabelText('SKU'), { target: { value: 'POT-3' } })
  await submitAndWait()
  expect(screen.getByRole('button', { name: 'save' }).getAttribute('aria-busy')).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(clientSettings.actionDeadlineMs - 1))
  expect(screen.queryByRole('alert')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('alert').textContent).toBe('Connection timeout - check your internet and try again')
  expect(screen.getByLabelText<HTMLInputElement>('SKU').value).toBe('POT-3')
  expect(screen.getByRole('button', { name: 'save' }).getAttribute('aria-busy')).toBe('false')
  await submitAndWait()
  expect(requests).toHaveLength(2)
  expect(requests[1]?.idempotencyKey).toBe(requests[0]?.idempotencyKey)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a form changed after a timeout learns that its earlier version was saved, and can be sent as another', async () => {
  answers = [() => never, () => Promise.resolve<Answer>({ ok: false, error: 'keyReused' })]
  render(<Form />, { wrapper: testPage('en') })
  await submitAndWait()
  await act(() => vi.advanceTimersByTimeAsync(clientSettings.actionDeadlineMs))
  fireEvent.change(screen.getByLabelText('SKU'), { target: { value: 'POT-3' } })
  await submitAndWait()
  expect(screen.getByRole('alert').textContent).toContain('was already saved')
  expect(screen.getByLabelText<HTMLInputElement>('SKU').value).toBe('POT-3')
  await submitAndWait()
  expect(requests[1]?.idempotencyKey).toBe(requests[0]?.idempotencyKey)
  expect(requests[2]?.idempotencyKey).not.toBe(requests[1]?.idempotencyKey)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a refusal keeps the key, takes the focus and leads to the field', async () => {
  answers = [() => Promise.resolve<Answer>({ ok: false, error: 'invalidInput', fields: { sku: ['skuTaken'] } })]
  render(<Form />, { wrapper: testPage() })
  await submitAndWait()
  const summary = screen.getByRole('alert')
  expect(document.activeElement).toBe(summary)
  expect(summary.textContent).toContain('SKU: Já existe um produto com este SKU')
  fireEvent.click(screen.getByRole('button', { name: 'SKU' }))
  expect(document.activeElement).toBe(screen.getByLabelText('SKU'))
  await submitAndWait()
  expect(requests[1]?.idempotencyKey).toBe(requests[0]?.idempotencyKey)
})

test('a call that never left the browser is a connection failure; one that broke on the server shows its reference', async () => {
  answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(Object.assign(new Error('broken'), { digest: 'ab12' })),
  ]
  render(<Form />, { wrapper: testPage('en') })
  await submitAndWait()
  expect(screen.getByRole('alert').textContent).toContain('Connection timeout')
  await submitAndWait()
  expect(screen.getByRole('alert').textContent).toContain('ab12')
  expect(requests[1]?.idempotencyKey).toBe(requests[0]?.idempotencyKey)
})

describe('a failure is shown once', () => {
  const refused = () => Promise.resolve<Answer>({ ok: false, error: 'invalidInput' })
  const toasts = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

  test('in the form that shows it', async () => {
    answers = [refused, refused]
    render(<Form />, { wrapper: withToasts })
    await submitAndWait()
    await submitAndWait()
    expect(screen.getByRole('alert').textContent).toBe('Confira os campos destacados.')
    expect(toasts()).toEqual([])
  })

  test('by a toast where nothing shows it, each time', async () => {
    answers = [refused, refused]
    render(<Bare />, { wrapper: withToasts })
    await submitAndWait()
    expect(toasts()).toEqual(['Confira os campos destacados.'])
    await submitAndWait()
    expect(toasts()).toHaveLength(2)
  })

  test('by a toast when what began it is gone from the page', async () => {
    let answer = (_: Answer) => {}
    answers = [() => new Promise<Answer>((resolve) => (answer = resolve))]
    const { rerender } = render(<Form />, { wrapper: withToasts })
    await submitAndWait()
    rerender(<p />)
    await act(async () => answer({ ok: false, error: 'invalidInput' }))
    expect(toasts()).toEqual(['Confira os campos destacados.'])
  })
})

/** As a button in a row. */
function Bare() {
  const saving = useAction(save)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run('input')
      }}
    >
      <button>save</button>
    </form>
  )
}

const Page = testPage()
function withToasts({ children }: { children: ReactNode }) {
  return (
    <Page>
      {children}
      <Toasts />
    </Page>
  )
}

function Toasts() {
  const { toasts } = useToasterStore()
  return (
    <ul>
      {toasts
        .filter(({ visible }) => visible)
        .map(({ id, message }) => (
          <li key={id}>{typeof message === 'string' && message}</li>
        ))}
    </ul>
  )
}
