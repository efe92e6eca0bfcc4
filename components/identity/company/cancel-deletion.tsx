'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { cancelDeletionAction } from '@/lib/identity/organizations/actions'

/** For an owner, as long as the days of grace run. */
export function CancelDeletion({ className }: { className?: string }) {
  const t = useTranslations('company.banner')
  const cancelling = useAction(cancelDeletionAction, { successMessage: t('cancelled'), refresh: true })
  return (
    <Button size="sm" className={className} pending={cancelling.pending} onClick={() => void cancelling.run({})}>
      {t('cancel')}
    </Button>
  )
}
