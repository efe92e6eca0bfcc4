'use client'

import { useTranslations } from 'next-intl'
import { Dialog } from '@/components/ui/dialog'
import { CompanyForm } from './company-form'

export function NewCompanyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('company.create')
  return (
    <Dialog open={open} size="sm" onClose={onClose} title={t('title')} description={t('text')}>
      <CompanyForm label={t('name')} submit={t('submit')} />
    </Dialog>
  )
}
