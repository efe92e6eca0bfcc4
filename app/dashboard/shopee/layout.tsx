import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { AreaMessages } from '@/components/shell/area-messages'
import { MoneyNav } from '@/components/money/payouts/money-nav'
import { PageHeader } from '@/components/ui/page-header'
import { requireMember } from '@/lib/identity/auth/member'
import { can } from '@/lib/core/permissions'
import { listMoneyTabs } from '@/lib/money/payouts/tabs'

export default async function ShopeeMoneyLayout({ children }: { children: ReactNode }) {
  const { role } = await requireMember()
  if (!can(role, 'money.read')) return children
  const t = await getTranslations('shopeeMoney')
  return (
    <AreaMessages namespaces={['shopeeMoney.rooms']}>
      <PageHeader title={t('title')} />
      <MoneyNav open={listMoneyTabs(role)} />
      {children}
    </AreaMessages>
  )
}
