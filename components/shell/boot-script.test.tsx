import { renderToStaticMarkup } from 'react-dom/server'
import type { AccountPreferences } from '@/lib/identity/auth/shown-preferences'
import { BootScript } from './boot-script'

const names = ['language', 'theme', 'color-scheme']
const nothing: AccountPreferences = { language: null, theme: null, colorScheme: null }
const cookie = (name: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1]
const setCookie = (name: string, value: string) => (document.cookie = `${name}=${value}; path=/`)

/** Runs the script as the page does; answers how often it asked for the page again. */
function boot(account: Partial<AccountPreferences> = {}): number {
  const html = renderToStaticMarkup(<BootScript nonce="n" account={{ ...nothing, ...account }} />)
  const source = /<script[^>]*>([\s\S]*)<\/script>/.exec(html)![1]!
  let reloads = 0
  const decoded = new DOMParser().parseFromString(source, 'text/html').documentElement.textContent!
  new Function('location', decoded)({ reload: () => (reloads += 1) })
  return reloads
}

beforeEach(() => {
  localStorage.clear()
  for (const name of names) document.cookie = `${name}=; path=/; max-age=0`
  delete document.documentElement.dataset.theme
  delete document.documentElement.dataset.scheme
})

test("the account's choice goes before the device's and the cookie's, and both learn it without another load", () => {
  const chosen = { language: 'en', theme: 'emerald', 'color-scheme': 'dark' } as const
  const other = { language: 'pt', theme: 'crimson', 'color-scheme': 'light' }
  for (const name of names) {
    setCookie(name, other[name as keyof typeof other])
    localStorage.setItem(name, other[name as keyof typeof other])
  }
  expect(boot({ language: 'en', theme: 'emerald', colorScheme: 'dark' })).toBe(0)
  for (const name of names) {
    expect(cookie(name)).toBe(chosen[name as keyof typeof chosen])
    expect(localStorage.getItem(name)).toBe(chosen[name as keyof typeof chosen])
  }
})

test("where the account says nothing, the device's choice goes before the cookie's", () => {
  const device = { language: 'en', theme: 'golden', 'color-scheme': 'dark' }
  for (const [name, value] of Object.entries(device)) localStorage.setItem(name, value)
  for (const [name, value] of Object.entries({ language: 'pt', theme: 'crimson', 'color-scheme': 'light' }))
    setCookie(name, value)
  expect(boot()).toBe(1)
  for (const [name, value] of Object.entries(device)) expect(cookie(name)).toBe(value)
  expect(document.documentElement.dataset).toMatchObject({ theme: 'golden', scheme: 'dark' })
  expect(boot()).toBe(0)
})

test('an account that chose only a theme leaves the language of the device as it is', () => {
  localStorage.setItem('language', 'en')
  setCookie('language', 'en')
  expect(boot({ theme: 'emerald' })).toBe(0)
  expect(cookie('language')).toBe('en')
  expect(cookie('theme')).toBe('emerald')
})

test('with nothing chosen anywhere, and with what no version knows, nothing is kept and nothing loads again', () => {
  expect(boot()).toBe(0)
  localStorage.setItem('language', 'fr')
  localStorage.setItem('theme', '<script>')
  expect(boot()).toBe(0)
  expect(document.cookie).toBe('')
})

test('a browser that takes no cookies is not loaded again and again', () => {
  localStorage.setItem('language', 'en')
  const refuse = vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation(() => undefined)
  expect(boot()).toBe(0)
  refuse.mockRestore()
})

test('a browser without local storage still keeps what the account says', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('switched off')
  })
  expect(boot({ language: 'en' })).toBe(0)
  expect(cookie('language')).toBe('en')
  refuse.mockRestore()
})
