'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { renewRecoveryCodesAction } from '@/lib/auth/second-step/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'
import { RecoveryCodesDialog } from './recovery-codes-dialog'

const formId = 'renew-recovery-codes'

export function RenewCodesDialog({ hasPassword, email, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const common = useTranslations('common')
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useAction(renewRecoveryCodesAction, { onSuccess: (renewed) => setCodes(renewed.codes) })
  if (codes) return <RecoveryCodesDialog codes={codes} email={email} renewed onDone={onClose} />
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('renewing.title')}
      description={t('renewing.text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={renew.pending}>
            {t('renewing.submit')}
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
          void renew.run({ password: textOf(event.currentTarget, 'password') })
        }}
      >
        <FormError error={renew.error} fields={renew.fields} labels={{ password: t('password') }} />
        {hasPassword && <OwnPasswordField errors={renew.fields.password} autoFocus />}
      </form>
    </Dialog>
  )
}
