'use client'

import { useLocale, useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { dispatchTabPaths, dispatchTabs, type DispatchTab } from '@/lib/sales/dispatch/schema'
import { formatNumber } from '@/lib/core/money'

/** The rooms with what waits in each. Pages beside the list belong to the first room. */
export function CentralNav({ counts }: { counts: Record<DispatchTab, number> }) {
  const t = useTranslations('dispatch.rooms')
  const language = useLocale()
  const pathname = usePathname()
  const current =
    dispatchTabs.find((tab) => tab !== 'dispatch' && pathname.startsWith(dispatchTabPaths[tab])) ?? 'dispatch'
  const tabs = dispatchTabs.map((tab) => ({
    href: dispatchTabPaths[tab],
    label: t(tab),
    count: counts[tab] > 0 ? formatNumber(counts[tab], language) : undefined,
    active: tab === current,
  }))
  return <Tabs label={t('label')} tabs={tabs} />
}
