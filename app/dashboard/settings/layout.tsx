import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { getDestination } from '@/components/shell/navigation'
import { mayOpen } from '@/components/shell/navigation-rights'
import { SettingsNav } from '@/components/identity/settings/settings-nav'
import { settingsParts } from '@/components/identity/settings/settings-parts'
import { AreaMessages } from '@/components/shell/area-messages'
import { PageHeader } from '@/components/ui/page-header'
import { requireMember } from '@/lib/identity/auth/member'

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const [{ role }, t] = await Promise.all([requireMember(), getTranslations('settings')])
  const allowed = settingsParts.map(({ page }) => page).filter((page) => mayOpen(role, getDestination(page)))
  return (
    <AreaMessages namespaces={['settings.nav']}>
      <PageHeader title={t('title')} />
      <SettingsNav allowed={allowed} />
      <div className="max-w-4xl">{children}</div>
    </AreaMessages>
  )
}
