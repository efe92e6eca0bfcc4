'use client'

import { useTranslations } from 'next-intl'
import { requireSecondFactorAction } from '@/lib/identity/settings/actions'
import { SwitchCard, type SwitchCardProps } from './switch-card'

/** Whether everybody in the company needs a second factor. */
export function SecondFactorCard(props: SwitchCardProps) {
  const t = useTranslations('companyData.secondFactor')
  return (
    <SwitchCard {...props} title={t('title')} text={t('text')} saved={t('saved')} action={requireSecondFactorAction} />
  )
}
