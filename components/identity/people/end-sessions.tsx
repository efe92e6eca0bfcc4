'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useConfirmedAction } from '@/components/identity/settings/security/use-confirmed-action'
import { endMemberSessionsAction } from '@/lib/identity/organizations/actions'

export function EndSessions({ userId, name }: { userId: string; name: string }) {
  const t = useTranslations('people')
  const [confirming, setConfirming] = useState(false)
  const ending = useConfirmedAction(endMemberSessionsAction, {
    successMessage: ({ ended }) => t('endSessions.done', { name, count: ended }),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  return (
    <>
      <Button size="sm" aria-label={t('members.endSessionsOf', { name })} onClick={() => setConfirming(true)}>
        {t('members.endSessions')}
      </Button>
      <ConfirmDialog
        open={confirming && !ending.dialog}
        onClose={() => setConfirming(false)}
        onConfirm={() => void ending.run({ userId })}
        title={t('endSessions.title', { name })}
        text={t('endSessions.text', { name })}
        confirmLabel={t('endSessions.confirm')}
        pending={ending.pending}
        danger
      >
        {ending.error && <FormError error={ending.error} />}
      </ConfirmDialog>
      {ending.dialog}
    </>
  )
}
