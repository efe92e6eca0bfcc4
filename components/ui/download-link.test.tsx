import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { clientSettings } from './client-settings'
import { DownloadLink } from './download-link'
import { testPage } from './test-page'

type Answer = (init?: RequestInit) => Promise<Partial<Response>>
let answers: Answer[]
let requests: string[]
let saved: string[]
beforeEach(() => {
  ;[requests, saved] = [[], []]
  globalThis.fetch = (async (address: string, init?: RequestInit) => {
    requests.push(address)
    return answers.shift()!(init)
  }) as typeof fetch
  URL.createObjectURL = () => 'blob:held'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} ${this.download}`.trim())
  })
})

const file = async (): Promise<Partial<Response>> => ({
  ok: true,
  headers: new Headers({ 'content-disposition': 'attachment; filename="meus-dados.json"' }),
  blob: async () => new Blob(['{}']),
})
const failing = (body: unknown) => async (): Promise<Partial<Response>> => ({ ok: false, json: async () => body })
const lost = async (): Promise<Partial<Response>> => {
  throw new TypeError('Failed to fetch')
}
const broken = async () => ({ ...(await file()), blob: lost as unknown as Response['blob'] })

function show(isLarge: boolean, ...next: Answer[]) {
  answers = next
  render(
    <DownloadLink href="/api/file" isLarge={isLarge}>
      Baixar
    </DownloadLink>,
    { wrapper: testPage() },
  )
}

async function take(isLarge: boolean, ...next: Answer[]) {
  show(isLarge, ...next)
  await userEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(screen.getByRole('link').hasAttribute('aria-busy')).toBe(false))
}

test.each([
  [false, failing({ ok: false, error: 'tooManyRequests' }), /Muitas tentativas/],
  [true, failing({ ok: false, error: 'exportExpired' }), /Este arquivo já foi apagado/],
  [false, failing('no answer of ours'), /não respondeu a tempo/],
  [false, lost, /confira sua conexão/],
  [true, lost, /confira sua conexão/],
  [false, broken, /confira sua conexão/],
])(
  'a download that fails is reported in words, and nothing is saved (large: %s, %#)',
  async (isLarge, answer, body) => {
    await take(isLarge, answer)
    expect(screen.getByRole('alert').textContent).toMatch(body)
    expect(saved).toEqual([])
  },
)

test('a file is saved under its name, and an earlier failure is no longer shown', async () => {
  await take(false, failing({ error: 'unexpected' }), file)
  await userEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(saved).toEqual(['blob:held meus-dados.json']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a large file is never fetched by the page: once it can be had the browser takes it', async () => {
  await take(true, file)
  expect(saved).toEqual(['/api/file'])
  expect(requests).toEqual(['/api/file?check'])
})

test.each([false, true])(
  'a file under way is seen and heard to be, and is not asked for again (large: %s)',
  async (isLarge) => {
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    show(isLarge, async () => {
      await arrived
      return file()
    })
    const link = screen.getByRole('link', { name: 'Baixar' })
    await userEvent.click(link)
    expect(screen.getByRole('status').textContent).toBe('Preparando o arquivo…')
    expect(link.getAttribute('aria-disabled')).toBe('true')
    expect(link.querySelector('.animate-spin')).toBeTruthy()
    await userEvent.click(link)
    arrive()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(requests).toHaveLength(1)
    expect(screen.getByRole('status').textContent).toBe('')
    expect(link.hasAttribute('aria-disabled')).toBe(false)
    expect(link.querySelector('.animate-spin')).toBeNull()
  },
)

test.each([
  [false, clientSettings.fileDeadlineMs],
  [true, clientSettings.actionDeadlineMs],
])('a file that never comes is given up (large: %s)', async (isLarge, ms) => {
  const deadline = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
  show(isLarge, (init) => new Promise((_, reject) => (init!.signal!.onabort = () => reject(new Error('aborted')))))
  await userEvent.click(screen.getByRole('link'))
  expect(timeout).toHaveBeenCalledWith(ms)
  deadline.abort()
  expect((await screen.findByRole('alert')).textContent).toMatch(/confira sua conexão/)
  timeout.mockRestore()
})

test('a failure stands after its neighbours', async () => {
  await take(false, lost)
  expect(screen.getByRole('alert').parentElement!.className).toContain('order-last')
})
