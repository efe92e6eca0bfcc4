'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { endOtherSessionsAction } from '@/lib/identity/auth/sessions/actions'
import { useConfirmedAction } from './use-confirmed-action'

export function EndOtherSessions({ count }: { count: number }) {
  const t = useTranslations('security.sessions')
  const [confirming, setConfirming] = useState(false)
  const ending = useConfirmedAction(endOtherSessionsAction, {
    successMessage: ({ ended }) => t('endedOthers', { count: ended }),
    refresh: true,
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Button size="sm" onClick={() => setConfirming(true)}>
        {t('endOthers')}
      </Button>
      <ConfirmDialog
        open={confirming && !ending.dialog}
        onClose={() => setConfirming(false)}
        onConfirm={() => void ending.run({})}
        title={t('endOthersTitle')}
        text={t('endOthersText', { count })}
        confirmLabel={t('endOthers')}
        pending={ending.pending}
        danger
      >
        {ending.error && <FormError error={ending.error} />}
      </ConfirmDialog>
      {ending.dialog}
    </>
  )
}
