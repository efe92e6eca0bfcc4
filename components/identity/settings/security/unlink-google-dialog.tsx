'use client'

import { useTranslations } from 'next-intl'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { unlinkGoogleAction } from '@/lib/identity/auth/google/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'

export function UnlinkGoogleDialog({ onClose }: Pick<IdentityDialogProps, 'onClose'>) {
  const t = useTranslations('security.google')
  const own = useTranslations('security.secondStep')
  const unlink = useAction(unlinkGoogleAction, { successMessage: t('unlinked'), refresh: true, onSuccess: onClose })
  return (
    <FormDialog
      onClose={onClose}
      title={t('unlinkTitle')}
      description={t('unlinkText')}
      action={unlink}
      labels={{ password: own('password') }}
      submitLabel={t('unlinkSubmit')}
      danger
      onSubmit={(form) => void unlink.run({ password: textOf(form, 'password') })}
    >
      <OwnPasswordField errors={unlink.fields.password} autoFocus />
    </FormDialog>
  )
}
