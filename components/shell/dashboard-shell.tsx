import { getTranslations } from 'next-intl/server'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { DeletionBanner } from '@/components/identity/company/deletion-banner'
import { NoticesProvider } from '@/components/insight/notifications/notices-provider'
import { QueryProvider } from '@/components/ui/query-provider'
import { Toaster } from '@/components/ui/toaster'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import type { Company } from '@/lib/identity/organizations/queries'
import { getShownPreferences } from '@/lib/identity/auth/shown-preferences'
import { companyGroupCookie, sidebarCookie } from '@/lib/core/preferences'
import { getDestination } from './navigation'
import { listEntryKeys, mayOpen } from './navigation-rights'
import { OrganizationContext } from './organization-context'
import { PhoneBar } from './phone-bar'
import { listPhonePlaces } from './phone-places'
import { shortcutPlaces } from './shortcut-places'
import { ShortcutsProvider } from './shortcuts'
import { Sidebar } from './sidebar'
import { SidebarProvider } from './sidebar-state'
import { TopBar, type TopBarProps } from './top-bar'

type DashboardShellProps = { member: Member; companies: Company[]; unread: number; children: ReactNode } & Pick<
  TopBarProps,
  'isSandbox' | 'signOut' | 'setPreferences'
>

export async function DashboardShell({
  member,
  companies,
  unread,
  isSandbox,
  signOut,
  setPreferences,
  children,
}: DashboardShellProps) {
  const [t, { language, theme, colorScheme }, jar] = await Promise.all([
    getTranslations('shell'),
    getShownPreferences(),
    cookies(),
  ])
  const { userId, organizationId, role, timeZone } = member
  return (
    <OrganizationContext value={{ userId, organizationId, role, language, timeZone }}>
      <QueryProvider>
        <ShortcutsProvider places={shortcutPlaces.filter(({ page }) => mayOpen(role, getDestination(page), member))}>
          <SidebarProvider initial={jar.get(sidebarCookie)?.value === 'collapsed' ? 'collapsed' : 'expanded'}>
            <a
              href="#content"
              className="sr-only z-50 rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
            >
              {t('skip')}
            </a>
            <NoticesProvider unread={unread}>
              <div className="flex min-h-dvh">
                <Sidebar
                  allowed={listEntryKeys(role, member)}
                  companyOpen={jar.get(companyGroupCookie)?.value !== 'closed'}
                  companies={companies.map((company) => ({
                    organizationId: company.organizationId,
                    name: company.name,
                    ending: company.deletionAt !== null,
                  }))}
                />
                <div className="flex min-w-0 flex-1 flex-col">
                  <TopBar
                    isSandbox={isSandbox}
                    email={member.email}
                    displayName={member.displayName}
                    organizationName={member.organizationName}
                    avatarUrl={member.avatarId && `/api/avatars/${member.avatarId}`}
                    theme={theme}
                    scheme={colorScheme}
                    showApis={can(role, 'token.own')}
                    signOut={signOut}
                    setPreferences={setPreferences}
                  />
                  {member.deletionAt && (
                    <DeletionBanner name={member.organizationName} deletionAt={member.deletionAt} />
                  )}
                  <main
                    id="content"
                    tabIndex={-1}
                    className="mx-auto w-full max-w-[1440px] flex-1 p-4 outline-none max-md:pb-[calc(5rem+env(safe-area-inset-bottom))] md:p-6"
                  >
                    {children}
                  </main>
                </div>
              </div>
              <PhoneBar places={listPhonePlaces(role)} />
            </NoticesProvider>
          </SidebarProvider>
        </ShortcutsProvider>
        <Toaster />
      </QueryProvider>
    </OrganizationContext>
  )
}
