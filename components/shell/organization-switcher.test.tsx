import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import messages from '@/messages/pt-BR.json'
import { OrganizationContext } from './organization-context'
import { OrganizationSwitcher } from './organization-switcher'

stubPage({
  useRouter: () => ({ refresh: vi.fn() }),
  switchOrganizationAction: () => Promise.resolve({ ok: true, data: null }),
})

const company = (organizationId: string, name: string) => ({ organizationId, name, ending: false })

const show = (companies: ReturnType<typeof company>[]) =>
  render(
    <NextIntlClientProvider locale="pt" messages={messages}>
      <OrganizationContext
        value={{ userId: 'u', organizationId: 'a', role: 'owner', language: 'pt', timeZone: 'America/Sao_Paulo' }}
      >
        <OrganizationSwitcher companies={companies} />
      </OrganizationContext>
    </NextIntlClientProvider>,
  )

test('a member of one company sees no switcher', () => {
  show([company('a', 'Casa & Cia')])
  expect(screen.queryByRole('button')).toBeNull()
})

test('a member of several sees the one that the page was made for', () => {
  show([company('b', 'Outra'), company('a', 'Casa & Cia')])
  expect(screen.getByRole('button', { name: 'Empresa: Casa & Cia. Trocar de empresa' })).toBeTruthy()
})
