'use client'

import { useTranslations } from 'next-intl'
import { useState, type ReactNode } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import {
  cancelEmailChangeAction,
  resendEmailChangeAction,
  requestEmailChangeAction,
} from '@/lib/identity/auth/email-change/actions'
import { PasswordInput } from '@/components/identity/auth/password-input'
import { Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { textOf, type IdentityDialogProps } from './identity-fields'

type EmailCardProps = {
  email: string
  hasPassword: boolean
  /** The address that the account waits to move to. */
  change: { newEmail: string } | null
  mode: 'mail' | 'screen' | 'none'
}

export function EmailCard({ email, hasPassword, change, mode }: EmailCardProps) {
  const t = useTranslations('security.email')
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <Card>
      <CardHeader
        className="gap-y-2.5!"
        title={t('title')}
        description={<span className="wrap-anywhere text-ink-2">{email}</span>}
        actions={mode !== 'none' && <Button onClick={() => setOpen(true)}>{t('open')}</Button>}
      />
      {mode === 'none' && <p className="mt-3 text-[13px] text-ink-2">{t('unable')}</p>}
      {change && <PendingEmail newEmail={change.newEmail} link={link} onLink={setLink} />}
      {open && (
        <EmailDialog
          hasPassword={hasPassword}
          email={email}
          onClose={() => setOpen(false)}
          onRequested={(change) => {
            setLink(change.link)
            setOpen(false)
          }}
        />
      )}
    </Card>
  )
}

type PendingEmailProps = {
  newEmail: string
  /** Where no mail can be sent, on the installation's own computer. */
  link?: string
  onLink: (link?: string) => void
}

function PendingEmail({ newEmail, link, onLink }: PendingEmailProps) {
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

type EmailDialogProps = IdentityDialogProps & { onRequested: (change: { link?: string }) => void }

function EmailDialog({ hasPassword, onClose, onRequested }: EmailDialogProps) {
  const t = useTranslations('security.email')
  const requestChange = useAction(requestEmailChangeAction, {
    successMessage: t('asked'),
    refresh: true,
    onSuccess: onRequested,
  })
  const { fields } = requestChange
  const labels = { email: t('new'), password: t('password') }
  return (
    <FormDialog
      onClose={onClose}
      title={t('open')}
      description={t('text')}
      action={requestChange}
      labels={labels}
      submitLabel={t('submit')}
      onSubmit={(form) =>
        void requestChange.run({
          email: textOf(form, 'email'),
          ...(hasPassword && { password: textOf(form, 'password') }),
        })
      }
    >
      <Field label={labels.email} error={fields.email} required>
        <Input
          className="h-11!"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      {hasPassword && (
        <Field label={labels.password} error={fields.password} required>
          <PasswordInput autoComplete="current-password" />
        </Field>
      )}
    </FormDialog>
  )
}
