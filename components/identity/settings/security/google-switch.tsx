'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { GoogleMark } from '@/components/identity/auth/google-mark'
import { Button } from '@/components/ui/button'
import { LinkGoogleDialog } from './link-google-dialog'
import { UnlinkGoogleDialog } from './unlink-google-dialog'

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
