import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import { auditPath, tabsOf, type AuditTab } from '@/lib/insight/audit-log/tabs'
import type { Role } from '@/lib/core/permissions'

type AuditScreenProps = { role: Role; tab: AuditTab; children: ReactNode }

/** The page's two halves: what is wrong in the data, and who changed what. */
export function AuditScreen({ role, tab, children }: AuditScreenProps) {
  const t = useTranslations('audit')
  const tabs = tabsOf(role)
  return (
    <>
      <PageHeader title={t('title')} description={t(`text.${tab}`)} />
      {tabs.length > 1 && (
        <Tabs
          label={t('title')}
          tabs={tabs.map((one) => ({
            href: `${auditPath}?tab=${one}`,
            label: t(`tabs.${one}`),
            active: one === tab,
          }))}
        />
      )}
      {children}
    </>
  )
}
