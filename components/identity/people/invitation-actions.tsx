'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { useAction } from '@/components/ui/use-action'
import { inviteAgainAction, revokeInvitationAction } from '@/lib/identity/organizations/actions'
import { InvitationLinkDialog, type LinkToPassOn } from './invitation-link-dialog'

type InvitationActionsProps = { id: string; email: string; sendsMail: boolean; opensAccounts: boolean }

export function InvitationActions({ id, email, sendsMail, opensAccounts }: InvitationActionsProps) {
  const t = useTranslations('people')
  const [link, setLink] = useState<LinkToPassOn | null>(null)
  const again = useAction(inviteAgainAction, {
    ...(sendsMail && { successMessage: t('invite.sent', { email }) }),
    onSuccess: (sent) => setLink(sent.link ? { url: sent.link, email } : null),
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
      <ConfirmButton
        size="sm"
        action={revokeInvitationAction}
        input={{ id }}
        label={t('invitations.revoke')}
        aria-label={t('invitations.revokeOf', { email })}
        title={t('invitations.revokeTitle')}
        text={t('invitations.revokeText', { email })}
        confirmLabel={t('invitations.revokeConfirm')}
        keepLabel={t('invitations.keep')}
        successMessage={t('invitations.revoked')}
        danger
      />
      <InvitationLinkDialog link={link} opensAccounts={opensAccounts} onClose={() => setLink(null)} />
    </>
  )
}
