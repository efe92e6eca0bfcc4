'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { reconciliationTabs, type ReconciliationTab } from '@/lib/money/cases/tabs'

const tabKeys = Object.keys(reconciliationTabs) as ReconciliationTab[]

/** Pages of one record belong to the room whose path they begin with. */
export function ReconciliationNav() {
  const t = useTranslations('reconciliation.rooms')
  const pathname = usePathname()
  const current = tabKeys.findLast((tab) => `${pathname}/`.startsWith(`${reconciliationTabs[tab]}/`))
  const tabs = tabKeys.map((tab) => ({ href: reconciliationTabs[tab], label: t(tab), active: tab === current }))
  return <Tabs label={t('label')} tabs={tabs} />
}
