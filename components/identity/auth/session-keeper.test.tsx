import { act, fireEvent, render, screen } from '@testing-library/react'
import { testPage } from '@/components/ui/test-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { leavePage } from './leave-page'
import { notifyOtherTabs } from './session-channel'
import { SessionKeeper } from './session-keeper'

stubPage({ useRouter: () => ({ refresh: vi.fn() }) })
vi.mock('./leave-page')

const MINUTE = 60_000
const here = { userId: 'ana', organizationId: 'company-1', organizationName: 'Casa & Cia' }
const signIn = '/auth?callbackUrl=%2Fdashboard%2Fproducts%3Fq%3Dgarrafa'

let requests: string[]
let session: object | null
let lives: boolean
let offline: boolean

beforeEach(() => {
  vi.useFakeTimers()
  // A browser without channels hears of its other tabs through storage.
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.mocked(leavePage).mockReset()
  ;[requests, session, lives, offline] = [[], here, true, false]
  window.history.replaceState(null, '', '/dashboard/products?q=garrafa')
  window.fetch = ((path: string) => {
    requests.push(path)
    if (offline) return Promise.reject(new TypeError('offline'))
    const body = path === '/api/session' ? { standing: session } : lives ? { user: {} } : {}
    return Promise.resolve({ ok: true, json: () => Promise.resolve(body) })
  }) as unknown as typeof fetch
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  render(
    <>
      <SessionKeeper {...here} />
      <label>
        Título <input />
      </label>
      <label>
        Busca <input type="search" />
      </label>
    </>,
    { wrapper: testPage() },
  )
  await act(async () => undefined)
  requests.length = 0
}
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms))
const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')))
const press = () => act(async () => void fireEvent.keyDown(document.body, { key: 'a' }))
const type = (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }))
const receive = (newValue: string) =>
  act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'mascate-session', newValue })))

test('the cookie is renewed while somebody works, at most every ten minutes, and never by a tab left alone', async () => {
  await open()
  await wait(3 * 60 * MINUTE)
  expect(requests).toEqual([])
  await press()
  await press()
  expect(requests).toEqual(['/api/auth/session'])
  await wait(9 * MINUTE)
  await press()
  expect(requests).toHaveLength(1)
  await wait(MINUTE)
  await press()
  expect(requests).toHaveLength(2)
})

test('after the device’s clock was set back by days the cookie is renewed, and the tab asks, as before', async () => {
  await open()
  vi.setSystemTime(Date.now() - 2 * 24 * 60 * MINUTE)
  await press()
  await comeBack()
  expect(requests).toEqual(['/api/auth/session', '/api/session'])
})

test('coming back to the tab asks once, and not again within half a minute', async () => {
  await open()
  await comeBack()
  expect(requests).toEqual([])
  await wait(31_000)
  await comeBack()
  await comeBack()
  expect(requests).toEqual(['/api/session'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a tab without anything typed leads to the sign-in, and back to where it was', async () => {
  await open()
  await type('Busca', 'garrafa')
  session = null
  await wait(31_000)
  await comeBack()
  expect(leavePage).toHaveBeenCalledWith(signIn)
  expect(screen.getByRole('alert').textContent).toContain('Sua sessão terminou')
})

test('a session found ended while renewing ends the tab too', async () => {
  await open()
  lives = false
  await wait(10 * MINUTE)
  await press()
  expect(leavePage).toHaveBeenCalledWith(signIn)
})

test('typed text stays: the sign-in opens in another tab, and the banner goes once that is done', async () => {
  await open()
  await type('Título', 'Garrafa térmica')
  session = null
  await wait(31_000)
  await comeBack()
  expect(leavePage).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Entrar em uma nova aba' }).getAttribute('target')).toBe('_blank')
  expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Garrafa térmica')
  session = here
  await wait(1_000)
  await comeBack()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a form that guards its changes keeps the tab where it is, even with no text in it', async () => {
  const guard = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', guard)
  await open()
  await receive('ended:1')
  window.removeEventListener('beforeunload', guard)
  expect(leavePage).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('Sua sessão terminou')
})

test('signing out in one tab ends the others at once, without asking', async () => {
  await open()
  sessionStorage.setItem('mascate.cart.company-1', '{}')
  await receive('ended:1')
  expect(leavePage).toHaveBeenCalledWith(signIn)
  expect(requests).toEqual([])
  expect(sessionStorage).toHaveLength(0)
})

test('news from another tab is heard once each, and nothing else is taken for news', async () => {
  await open()
  await receive('nonsense:1')
  expect(requests).toEqual([])
  await receive('changed:1')
  expect(requests).toEqual(['/api/session'])
  notifyOtherTabs('ended')
  const first = localStorage.getItem('mascate-session')
  notifyOtherTabs('ended')
  expect(first).toMatch(/^ended:/)
  expect(localStorage.getItem('mascate-session')).not.toBe(first)
})

test('another company in another tab is shown, and the banner goes when the session is back here', async () => {
  await open()
  session = { ...here, organizationId: 'company-2', organizationName: 'Outra Ltda' }
  await receive('changed:1')
  expect(screen.getByRole('alert').textContent).toContain('você agora está na empresa Outra Ltda')
  screen.getByRole('button', { name: 'Recarregar' })
  session = here
  await receive('changed:2')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a removed member, and a user who finds another person signed in, are informed', async () => {
  await open()
  session = { ...here, organizationId: null, organizationName: null }
  await receive('changed:1')
  expect(screen.getByRole('alert').textContent).toContain('Você não faz mais parte de Casa & Cia')
  session = { ...here, userId: 'bia' }
  await receive('changed:2')
  expect(screen.getByRole('alert').textContent).toContain('Outra conta foi aberta')
  expect(leavePage).not.toHaveBeenCalled()
})

test('a tab without network stays as it is', async () => {
  await open()
  offline = true
  await wait(10 * MINUTE)
  await comeBack()
  await press()
  expect(requests).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(leavePage).not.toHaveBeenCalled()
})
