'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { renewRecoveryCodesAction } from '@/lib/identity/auth/two-factor/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'
import { RecoveryCodesDialog } from './recovery-codes-dialog'

export function RenewCodesDialog({ hasPassword, email, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useAction(renewRecoveryCodesAction, { onSuccess: (renewed) => setCodes(renewed.codes) })
  if (codes) return <RecoveryCodesDialog codes={codes} email={email} renewed onDone={onClose} />
  return (
    <FormDialog
      onClose={onClose}
      title={t('renewing.title')}
      description={t('renewing.text')}
      action={renew}
      labels={{ password: t('password') }}
      submitLabel={t('renewing.submit')}
      onSubmit={(form) => void renew.run({ password: textOf(form, 'password') })}
    >
      {hasPassword && <OwnPasswordField errors={renew.fields.password} autoFocus />}
    </FormDialog>
  )
}
