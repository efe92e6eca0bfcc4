'use client'

import { useTranslations } from 'next-intl'
import { useVisit } from '@/components/auth/use-visit'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { linkGoogleAction } from '@/lib/auth/google/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'

const formId = 'link-google'

export function LinkGoogleDialog({ hasPassword, onClose }: Omit<IdentityDialogProps, 'email'>) {
  const t = useTranslations('security.google')
  const common = useTranslations('common')
  const own = useTranslations('security.secondStep')
  const { leaving, leave } = useVisit()
  const link = useAction(linkGoogleAction, { onSuccess: ({ to }) => leave(to) })
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('linkTitle')}
      description={t(hasPassword ? 'linkText' : 'linkRecent')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" pending={link.pending || leaving}>
            {t('linkSubmit')}
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
          void link.run(hasPassword ? { password: textOf(form, 'password') } : {})
        }}
      >
        <FormError error={link.error} fields={link.fields} labels={{ password: own('password') }} />
        {hasPassword && <OwnPasswordField errors={link.fields.password} autoFocus />}
      </form>
    </Dialog>
  )
}
