'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { PasswordDialog } from './password-dialog'

type PasswordCardProps = { hasPassword: boolean; email: string }

/** For an account that signs in with Google alone, a way to sign in without it. */
export function PasswordCard({ hasPassword, email }: PasswordCardProps) {
  const t = useTranslations('security.password')
  const [open, setOpen] = useState(false)
  const words = hasPassword ? 'change' : 'create'
  return (
    <Card>
      <CardHeader
        className="gap-y-2.5!"
        title={t('title')}
        description={t(`${words}.description`)}
        actions={<Button onClick={() => setOpen(true)}>{t(`${words}.open`)}</Button>}
      />
      {open && <PasswordDialog hasPassword={hasPassword} email={email} onClose={() => setOpen(false)} />}
    </Card>
  )
}
