'use client'

import { useTranslations } from 'next-intl'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { turnOffTwoFactorAction } from '@/lib/identity/auth/two-factor/actions'
import { CodeField, OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'

export function TurnOffDialog({ hasPassword, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const turnOff = useAction(turnOffTwoFactorAction, {
    successMessage: t('turnedOff'),
    refresh: true,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('turningOff.title')}
      description={t('turningOff.text')}
      action={turnOff}
      labels={{ password: t('password'), code: t('code') }}
      submitLabel={t('turningOff.submit')}
      danger
      onSubmit={(form) => void turnOff.run({ password: textOf(form, 'password'), code: textOf(form, 'code') })}
    >
      {hasPassword && <OwnPasswordField errors={turnOff.fields.password} autoFocus />}
      <CodeField label={t('code')} hint={t('turningOff.codeHint')} errors={turnOff.fields.code} />
    </FormDialog>
  )
}
