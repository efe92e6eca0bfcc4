'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { inviteAgainAction, revokeInvitationAction } from '@/lib/identity/organizations/actions'
import { InvitationLinkDialog, type LinkToPassOn } from './invitation-link-dialog'

type InvitationActionsProps = { id: string; email: string; sendsMail: boolean; opensAccounts: boolean }

export function InvitationActions({ id, email, sendsMail, opensAccounts }: InvitationActionsProps) {
  const t = useTranslations('people')
  const [confirming, setConfirming] = useState(false)
  const [link, setLink] = useState<LinkToPassOn | null>(null)
  const again = useAction(inviteAgainAction, {
    ...(sendsMail && { successMessage: t('invite.sent', { email }) }),
    onSuccess: (sent) => setLink(sent.link ? { url: sent.link, email } : null),
    refresh: true,
  })
  const revoking = useAction(revokeInvitationAction, {
    successMessage: t('invitations.revoked'),
    onSuccess: () => setConfirming(false),
    refresh: true,
  })
  return (
    <>
      <Button
        size="sm"
        aria-label={t(sendsMail ? 'invitations.againOf' : 'invitations.linkOf', { email })}
        pending={again.pending}
        onClick={() => void again.run({ id })}
      >
        {t(sendsMail ? 'invitations.again' : 'invitations.link')}
      </Button>
      <Button size="sm" aria-label={t('invitations.revokeOf', { email })} onClick={() => setConfirming(true)}>
        {t('invitations.revoke')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void revoking.run({ id })}
        title={t('invitations.revokeTitle')}
        text={t('invitations.revokeText', { email })}
        confirmLabel={t('invitations.revokeConfirm')}
        keepLabel={t('invitations.keep')}
        pending={revoking.pending}
        danger
      >
        {revoking.error && <FormError error={revoking.error} />}
      </ConfirmDialog>
      <InvitationLinkDialog link={link} opensAccounts={opensAccounts} onClose={() => setLink(null)} />
    </>
  )
}
