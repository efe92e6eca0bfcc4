'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { cancelEmailChangeAction, resendEmailChangeAction } from '@/lib/identity/auth/email-change/actions'

type PendingEmailProps = {
  newEmail: string
  /** Where no mail can be sent, on the installation's own computer. */
  link?: string
  onLink: (link?: string) => void
}

export function PendingEmail({ newEmail, link, onLink }: PendingEmailProps) {
  const t = useTranslations('security.email')
  const resend = useAction(resendEmailChangeAction, {
    successMessage: t('resent'),
    onSuccess: (change) => onLink(change.link),
  })
  const cancel = useAction(cancelEmailChangeAction, { successMessage: t('cancelled'), refresh: true })
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-control bg-sunken px-3 py-3">
      <FormError error={resend.error ?? cancel.error} />
      <p className="text-ink-2">{t.rich(link ? 'pendingScreen' : 'pending', { address: newEmail, email: strong })}</p>
      <div className="flex flex-wrap gap-2">
        {link && (
          <ButtonLink href={link} prefetch={false} size="sm" variant="primary">
            {t('confirm')}
          </ButtonLink>
        )}
        <Button size="sm" pending={resend.pending} onClick={() => void resend.run({})}>
          {t('resend')}
        </Button>
        <Button size="sm" pending={cancel.pending} onClick={() => void cancel.run({})}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere text-ink">{chunks}</strong>
