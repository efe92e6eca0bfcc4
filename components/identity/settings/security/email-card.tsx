'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmailDialog } from './email-dialog'
import { PendingEmail } from './pending-email'

type EmailCardProps = {
  email: string
  hasPassword: boolean
  /** The address that the account waits to move to. */
  change: { newEmail: string } | null
  mode: 'mail' | 'screen' | 'none'
}

export function EmailCard({ email, hasPassword, change, mode }: EmailCardProps) {
  const t = useTranslations('security.email')
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<string>()
  return (
    <Card>
      <CardHeader
        className="gap-y-2.5!"
        title={t('title')}
        description={<span className="wrap-anywhere text-ink-2">{email}</span>}
        actions={mode !== 'none' && <Button onClick={() => setOpen(true)}>{t('open')}</Button>}
      />
      {mode === 'none' && <p className="mt-3 text-[13px] text-ink-2">{t('unable')}</p>}
      {change && <PendingEmail newEmail={change.newEmail} link={link} onLink={setLink} />}
      {open && (
        <EmailDialog
          hasPassword={hasPassword}
          email={email}
          onClose={() => setOpen(false)}
          onRequested={(change) => {
            setLink(change.link)
            setOpen(false)
          }}
        />
      )}
    </Card>
  )
}
