'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { turnOffSecondStepAction } from '@/lib/auth/second-step/actions'
import { CodeField, OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'

const formId = 'turn-off-second-step'

export function TurnOffDialog({ hasPassword, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const common = useTranslations('common')
  const turnOff = useAction(turnOffSecondStepAction, {
    successMessage: t('turnedOff'),
    refresh: true,
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('turningOff.title')}
      description={t('turningOff.text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" pending={turnOff.pending}>
            {t('turningOff.submit')}
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
          void turnOff.run({ password: textOf(form, 'password'), code: textOf(form, 'code') })
        }}
      >
        <FormError
          error={turnOff.error}
          fields={turnOff.fields}
          labels={{ password: t('password'), code: t('code') }}
        />
        {hasPassword && <OwnPasswordField errors={turnOff.fields.password} autoFocus />}
        <CodeField label={t('code')} hint={t('turningOff.codeHint')} errors={turnOff.fields.code} />
      </form>
    </Dialog>
  )
}
