import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { reconciliationTabs } from '@/lib/money/cases/tabs'

export function FirstUse() {
  const t = useTranslations('reconciliation.first')
  return (
    <EmptyState
      kind="first"
      title={t('title')}
      text={t('text')}
      action={
        <>
          <ButtonLink href={reconciliationTabs.files} variant="primary">
            {t('import')}
          </ButtonLink>
          <ButtonLink href="/dashboard/minha-empresa/lojas">{t('connect')}</ButtonLink>
        </>
      }
    />
  )
}
