'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useLeaving } from '@/components/identity/auth/use-leaving'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { usePublicAction } from '@/components/ui/use-action'
import { acceptInvitationAction, declineInvitationAction } from '@/lib/identity/organizations/actions'

export function AnswerInvitation({ token }: { token: string }) {
  const t = useTranslations('auth.invitation')
  const { leaving, leaveTo } = useLeaving()
  const accepting = usePublicAction(acceptInvitationAction, { onSuccess: leaveTo })
  return (
    <div className="flex flex-col gap-3">
      <FormError error={accepting.error} />
      <Button
        variant="primary"
        className="h-11 w-full"
        pending={accepting.pending || leaving}
        onClick={() => void accepting.run({ token })}
      >
        {t('accept')}
      </Button>
    </div>
  )
}

export function DeclineInvitation({ token, organization }: { token: string; organization: string }) {
  const t = useTranslations('auth.invitation')
  const [confirming, setConfirming] = useState(false)
  const [declined, setDeclined] = useState(false)
  const declining = usePublicAction(declineInvitationAction, {
    onSuccess: () => {
      setConfirming(false)
      setDeclined(true)
    },
  })
  if (declined)
    return (
      <p role="status">
        <strong className="text-ink">{t('declined')}</strong> {t('declinedText', { organization })}
      </p>
    )
  return (
    <>
      <Button variant="ghost" className="-ml-3" onClick={() => setConfirming(true)}>
        {t('decline')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void declining.run({ token })}
        title={t('declineTitle')}
        text={t('declineText')}
        confirmLabel={t('decline')}
        pending={declining.pending}
        danger
      >
        {declining.error && <FormError error={declining.error} />}
      </ConfirmDialog>
    </>
  )
}
