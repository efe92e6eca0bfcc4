'use client'

import { useTranslations } from 'next-intl'
import { PasswordInput } from '@/components/identity/auth/password-input'
import { Field, Input } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { requestEmailChangeAction } from '@/lib/identity/auth/email-change/actions'
import { textOf, type IdentityDialogProps } from './identity-fields'

type EmailDialogProps = IdentityDialogProps & { onRequested: (change: { link?: string }) => void }

export function EmailDialog({ hasPassword, onClose, onRequested }: EmailDialogProps) {
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
