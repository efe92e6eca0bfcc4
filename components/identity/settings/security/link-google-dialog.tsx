'use client'

import { useTranslations } from 'next-intl'
import { useVisit } from '@/components/identity/auth/use-visit'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { linkGoogleAction } from '@/lib/identity/auth/google/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'

export function LinkGoogleDialog({ hasPassword, onClose }: Omit<IdentityDialogProps, 'email'>) {
  const t = useTranslations('security.google')
  const own = useTranslations('security.secondStep')
  const { leaving, leave } = useVisit()
  const link = useAction(linkGoogleAction, { onSuccess: ({ to }) => leave(to) })
  return (
    <FormDialog
      onClose={onClose}
      title={t('linkTitle')}
      description={t(hasPassword ? 'linkText' : 'linkRecent')}
      action={{ ...link, pending: link.pending || leaving }}
      labels={{ password: own('password') }}
      submitLabel={t('linkSubmit')}
      onSubmit={(form) => void link.run(hasPassword ? { password: textOf(form, 'password') } : {})}
    >
      {hasPassword && <OwnPasswordField errors={link.fields.password} autoFocus />}
    </FormDialog>
  )
}
