import { render, screen, within } from '@testing-library/react'
import { NoticesProvider } from '@/components/insight/notifications/notices-provider'
import { testPage } from '@/components/ui/test-page'
import type { Role } from '@/lib/core/permissions'
import { stubPage } from '@/lib/testing/fakes/page-stubs'
import { getDestination } from './navigation'
import { mayOpen } from './navigation-rights'
import { OrganizationContext } from './organization-context'
import { PhoneBar } from './phone-bar'
import { listPhonePlaces } from './phone-places'

stubPage({ usePathname: () => '/dashboard/minha-empresa/shopee-central/bancada' })

const organization = {
  userId: 'u',
  organizationId: 'o',
  role: 'owner' as const,
  language: 'pt' as const,
  timeZone: 'America/Sao_Paulo',
}

test('a seller has sales, shipping, scanning and notices under the thumb, an operator the day’s work first', () => {
  expect(listPhonePlaces('owner')).toEqual(['dashboard', 'shopeeCentral', 'centralBench', 'notifications'])
  expect(listPhonePlaces('operator')).toEqual(['shopeeCentral', 'centralBench', 'companyOrders', 'notifications'])
})

test.each<Role>(['owner', 'admin', 'manager', 'operator', 'finance', 'viewer', 'accountant'])(
  '%s finds nothing in the bar that the role may not open',
  (role) => {
    const places = listPhonePlaces(role)
    expect(places.length).toBeGreaterThan(1)
    expect(places.filter((place) => !mayOpen(role, getDestination(place)))).toEqual([])
  },
)

test('the bar says where one is and how much is unread', () => {
  render(
    <OrganizationContext value={organization}>
      <NoticesProvider unread={3}>
        <PhoneBar places={listPhonePlaces('owner')} />
      </NoticesProvider>
    </OrganizationContext>,
    { wrapper: testPage('pt') },
  )
  const bar = screen.getByRole('navigation', { name: 'Atalhos do celular' })
  expect(within(bar).getByRole('link', { name: 'Bipar' }).getAttribute('aria-current')).toBe('page')
  expect(
    within(bar)
      .getByRole('link', { name: /Expedir/ })
      .getAttribute('aria-current'),
  ).toBeNull()
  expect(within(bar).getByRole('link', { name: /Avisos/ }).textContent).toContain('3 não lidos')
})
