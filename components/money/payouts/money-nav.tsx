'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { moneyTabs, type MoneyTab } from '@/lib/money/payouts/tabs'

export function MoneyNav({ open }: { open: MoneyTab[] }) {
  const t = useTranslations('shopeeMoney.rooms')
  const pathname = usePathname()
  const current = open.findLast(
    (tab) => pathname === moneyTabs[tab].path || pathname.startsWith(`${moneyTabs[tab].path}/`),
  )
  const tabs = open.map((tab) => ({ href: moneyTabs[tab].path, label: t(tab), active: tab === current }))
  return <Tabs label={t('label')} tabs={tabs} />
}
