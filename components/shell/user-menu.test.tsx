import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { leavePage } from '@/components/identity/auth/leave-page'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import english from '@/messages/en.json'
import portuguese from '@/messages/pt-BR.json'
import { LanguageToggle } from './language-toggle'
import { UserMenu, type UserMenuProps } from './user-menu'

vi.mock('@/components/identity/auth/leave-page')

const refresh = vi.fn()
stubPage({ useRouter: () => ({ refresh }) })

const props: UserMenuProps = {
  email: 'marina@loja.com.br',
  displayName: '',
  organizationName: 'Casa & Cia',
  avatarUrl: null,
  theme: 'ocean-blue',
  scheme: 'system',
  showApis: true,
  signOut: () => Promise.resolve({ ok: true }),
  setPreferences: () => Promise.resolve({ ok: true }),
}

function renderClosed(over: Partial<UserMenuProps> = {}) {
  return render(
    <NextIntlClientProvider locale="pt" messages={portuguese}>
      <UserMenu {...props} {...over} />
    </NextIntlClientProvider>,
  )
}

function renderMenu(over: Partial<UserMenuProps> = {}) {
  const rendered = renderClosed(over)
  fireEvent(screen.getByRole('group', { name: 'Sua conta' }), new Event('beforetoggle'))
  return rendered
}

const avatars = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>('[data-state]')]

beforeEach(() => {
  localStorage.clear()
  for (const name of ['language', 'theme', 'color-scheme']) document.cookie = `${name}=; path=/; max-age=0`
})

describe('the language toggle', () => {
  test.each([
    ['pt', portuguese, 'EN Switch to English', 'en'],
    ['en', english, 'PT Mudar para português', 'pt'],
  ] as const)(
    'in %s shows the other language, and keeps it in cookie and local storage',
    async (locale, messages, name, target) => {
      render(
        <NextIntlClientProvider locale={locale} messages={messages}>
          <LanguageToggle />
        </NextIntlClientProvider>,
      )
      await userEvent.click(screen.getByRole('button', { name }))
      expect(document.cookie).toContain(`language=${target}`)
      expect(localStorage.getItem('language')).toBe(target)
      expect(refresh).toHaveBeenCalled()
    },
  )
})

describe('the avatar', () => {
  test('without an image shows the first letter of the e-mail', () => {
    const { container } = renderMenu()
    expect(avatars(container).map((avatar) => [avatar.dataset.state, avatar.textContent])).toEqual([
      ['idle', 'M'],
      ['idle', 'M'],
    ])
  })

  test('keeps the letter while the image loads and when it fails, and drops it once loaded', () => {
    const { container } = renderMenu({ avatarUrl: '/api/files/1' })
    const [avatar] = avatars(container)
    const image = avatar!.querySelector('img')!
    expect([avatar!.dataset.state, avatar!.textContent]).toEqual(['loading', 'M'])
    fireEvent.load(image)
    expect([avatar!.dataset.state, avatar!.textContent]).toEqual(['loaded', ''])
    fireEvent.error(image)
    expect([avatar!.dataset.state, avatar!.textContent]).toEqual(['error', 'M'])
  })
})

describe('the user menu', () => {
  test('holds nothing until it is opened, by whatever opens it', () => {
    renderClosed()
    const panel = screen.getByRole('group', { name: 'Sua conta' })
    expect(panel.childElementCount).toBe(0)
    fireEvent(panel, new Event('beforetoggle'))
    expect(screen.getByRole('button', { name: 'Sair' })).toBeTruthy()
  })

  test('is filled where the browser opened it before the page came alive', () => {
    const matches = Element.prototype.matches
    const isOpen = function (this: Element, selector: string) {
      return selector === ':popover-open' ? this.id === 'user-menu' : matches.call(this, selector)
    }
    vi.spyOn(Element.prototype, 'matches').mockImplementation(isOpen)
    Object.assign(HTMLElement.prototype, { togglePopover: () => true })
    renderClosed()
    Reflect.deleteProperty(HTMLElement.prototype, 'togglePopover')
    vi.mocked(Element.prototype.matches).mockRestore()
    expect(screen.getByRole('button', { name: 'Sair' })).toBeTruthy()
  })

  test('without a display name shows the part of the e-mail before the at sign', () => {
    renderMenu()
    expect(screen.getByText('marina')).toBeTruthy()
    expect(screen.getByText('marina@loja.com.br')).toBeTruthy()
  })

  test('offers the eight themes, and a choice is on the page, in the cookie and on the account', async () => {
    const kept: object[] = []
    renderMenu({
      setPreferences: (preferences) => {
        kept.push(preferences)
        return Promise.reject(new Error('offline'))
      },
    })
    const themes = screen.getByRole('group', { name: 'Cor do tema' })
    expect(themes.querySelectorAll('input[type=radio]')).toHaveLength(8)
    await userEvent.click(screen.getByRole('radio', { name: 'Esmeralda' }))
    expect(document.documentElement.dataset.theme).toBe('emerald')
    expect(document.cookie).toContain('theme=emerald')
    expect(kept).toEqual([{ theme: 'emerald' }])
  })

  test('says so when signing out did not work', async () => {
    renderMenu({ signOut: () => Promise.reject(new Error('offline')) })
    await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Não deu para sair agora. Tente de novo.')
  })

  test('signing out clears what this tab kept, and not what the device has still to send', async () => {
    sessionStorage.setItem('mascate.cart.company', '{"lines":[]}')
    localStorage.setItem('count-queue:1:ana', '[{}]')
    renderMenu({ signOut: () => Promise.resolve({ ok: false }) })
    await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
    expect(sessionStorage).toHaveLength(1)
    cleanup()
    renderMenu()
    await userEvent.click(screen.getByRole('button', { name: 'Sair' }))
    expect(leavePage).toHaveBeenCalledWith('/auth')
    expect(sessionStorage).toHaveLength(0)
    expect(localStorage.getItem('count-queue:1:ana')).toBe('[{}]')
  })
})
