'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { GoogleMark } from '@/components/identity/auth/google-mark'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { unlinkGoogleAction, linkGoogleAction } from '@/lib/identity/auth/google/actions'
import { OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'
import { useVisit } from '@/components/identity/auth/use-visit'

export function GoogleSwitch({ isLinked, hasPassword }: { isLinked: boolean; hasPassword: boolean }) {
  const t = useTranslations('security.google')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const IdentityDialog = isLinked ? UnlinkGoogleDialog : LinkGoogleDialog
  return (
    <>
      <Button onClick={() => setOpen(true)} disabled={isLinked && !hasPassword}>
        {!isLinked && <GoogleMark />}
        {t(isLinked ? 'unlink' : 'link')}
      </Button>
      {open && <IdentityDialog hasPassword={hasPassword} onClose={close} />}
    </>
  )
}

function UnlinkGoogleDialog({ onClose }: Pick<IdentityDialogProps, 'onClose'>) {
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

function LinkGoogleDialog({ hasPassword, onClose }: Omit<IdentityDialogProps, 'email'>) {
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
