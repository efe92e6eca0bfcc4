'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { PasswordInput } from '@/components/identity/auth/password-input'
import { Field } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { changePasswordAction } from '@/lib/identity/auth/passwords/actions'
import { textOf, type IdentityDialogProps } from './identity-fields'

type PasswordCardProps = { hasPassword: boolean; email: string }

/** For an account that signs in with Google alone, a way to sign in without it. */
export function PasswordCard({ hasPassword, email }: PasswordCardProps) {
  const t = useTranslations('security.password')
  const [open, setOpen] = useState(false)
  const words = hasPassword ? 'change' : 'create'
  return (
    <Card>
      <CardHeader
        className="gap-y-2.5!"
        title={t('title')}
        description={t(`${words}.description`)}
        actions={<Button onClick={() => setOpen(true)}>{t(`${words}.open`)}</Button>}
      />
      {open && <PasswordDialog hasPassword={hasPassword} email={email} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function PasswordDialog({ hasPassword, email, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.password')
  const change = useAction(changePasswordAction, { successMessage: t('changed'), refresh: true, onSuccess: onClose })
  const { fields } = change
  const labels = { password: t('current'), newPassword: t('new') }
  return (
    <FormDialog
      onClose={onClose}
      title={t(hasPassword ? 'change.open' : 'create.open')}
      description={t('text')}
      action={change}
      labels={labels}
      submitLabel={t('submit')}
      onSubmit={(form) =>
        void change.run({
          ...(hasPassword && { password: textOf(form, 'password') }),
          newPassword: textOf(form, 'newPassword'),
        })
      }
    >
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
    </FormDialog>
  )
}
