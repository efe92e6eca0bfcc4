'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { settingsParts } from './settings-parts'

/** The parts of the settings that the member may open. */
export function SettingsNav({ allowed }: { allowed: string[] }) {
  const t = useTranslations('settings.nav')
  const pathname = usePathname()
  const tabs = settingsParts
    .filter(({ page }) => allowed.includes(page))
    .map(({ key, href }) => ({ href, label: t(key), active: pathname === href }))
  return <Tabs label={t('label')} tabs={tabs} />
}
