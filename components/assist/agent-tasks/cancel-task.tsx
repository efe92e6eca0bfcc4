'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { cancelTaskAction } from '@/lib/assist/agent-tasks/actions'

export function CancelTask({ id }: { id: string }) {
  const t = useTranslations('agentTasks.cancel')
  const common = useTranslations('common')
  const [confirming, setConfirming] = useState(false)
  const cancelling = useAction(cancelTaskAction, {
    successMessage: t('done'),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{t('button')}</Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void cancelling.run({ id })}
        title={t('title')}
        text={t('text')}
        confirmLabel={t('confirm')}
        keepLabel={common('close')}
        pending={cancelling.pending}
        danger
      >
        {cancelling.error && <FormError error={cancelling.error} />}
      </ConfirmDialog>
    </>
  )
}
