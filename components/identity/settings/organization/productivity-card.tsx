'use client'

import { useTranslations } from 'next-intl'
import { setProductivityAction } from '@/lib/identity/settings/actions'
import { SwitchCard, type SwitchCardProps } from './switch-card'

/** Switches the company's tasks board and agenda on or off; what they hold stays. */
export function ProductivityCard(props: SwitchCardProps) {
  const t = useTranslations('companyData.productivity')
  return <SwitchCard {...props} title={t('title')} text={t('text')} saved={t('saved')} action={setProductivityAction} />
}
