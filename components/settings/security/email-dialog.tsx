'use client'

import { useTranslations } from 'next-intl'
import { PasswordInput } from '@/components/auth/password-input'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { askEmailChangeAction } from '@/lib/auth/email-change/actions'
import { textOf, type IdentityDialogProps } from './identity-fields'

type EmailDialogProps = IdentityDialogProps & { onAsked: (asked: { link?: string }) => void }

const formId = 'change-email'

export function EmailDialog({ hasPassword, onClose, onAsked }: EmailDialogProps) {
  const t = useTranslations('security.email')
  const common = useTranslations('common')
  const ask = useAction(askEmailChangeAction, { successMessage: t('asked'), refresh: true, onSuccess: onAsked })
  const { fields } = ask
  const labels = { email: t('new'), password: t('password') }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('open')}
      description={t('text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={ask.pending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          void ask.run({ email: textOf(form, 'email'), ...(hasPassword && { password: textOf(form, 'password') }) })
        }}
      >
        <FormError error={ask.error} fields={fields} labels={labels} />
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
      </form>
    </Dialog>
  )
}
