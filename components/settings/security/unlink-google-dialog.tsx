'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { unlinkGoogleAction } from '@/lib/auth/google/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'

const formId = 'unlink-google'

export function UnlinkGoogleDialog({ onClose }: Pick<IdentityDialogProps, 'onClose'>) {
  const t = useTranslations('security.google')
  const common = useTranslations('common')
  const own = useTranslations('security.secondStep')
  const unlink = useAction(unlinkGoogleAction, { successMessage: t('unlinked'), refresh: true, onSuccess: onClose })
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('unlinkTitle')}
      description={t('unlinkText')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="danger" pending={unlink.pending}>
            {t('unlinkSubmit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void unlink.run({ password: textOf(event.currentTarget, 'password') })
        }}
      >
        <FormError error={unlink.error} fields={unlink.fields} labels={{ password: own('password') }} />
        <OwnPasswordField errors={unlink.fields.password} autoFocus />
      </form>
    </Dialog>
  )
}
