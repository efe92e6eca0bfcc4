'use client'

import { useTranslations } from 'next-intl'
import { PasswordInput } from '@/components/auth/password-input'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { changePasswordAction } from '@/lib/auth/passwords/actions'
import { textOf, type IdentityDialogProps } from './identity-fields'

const formId = 'change-password'

export function PasswordDialog({ hasPassword, email, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.password')
  const common = useTranslations('common')
  const change = useAction(changePasswordAction, { successMessage: t('changed'), refresh: true, onSuccess: onClose })
  const { fields } = change
  const labels = { password: t('current'), newPassword: t('new') }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t(hasPassword ? 'change.open' : 'create.open')}
      description={t('text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={change.pending}>
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
          void change.run({
            ...(hasPassword && { password: textOf(form, 'password') }),
            newPassword: textOf(form, 'newPassword'),
          })
        }}
      >
        <FormError error={change.error} fields={fields} labels={labels} />
        {/* So that password managers know whose password changes. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <Field label={labels.password} error={fields.password} required>
            <PasswordInput autoComplete="current-password" autoFocus />
          </Field>
        )}
        <Field label={labels.newPassword} error={fields.newPassword} hint={t('hint')} required>
          <PasswordInput name="newPassword" autoComplete="new-password" autoFocus={!hasPassword} />
        </Field>
      </form>
    </Dialog>
  )
}
