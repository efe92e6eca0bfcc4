'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { useLeaving } from '@/components/identity/auth/use-leaving'
import { ConfirmWithPassword } from '@/components/identity/company/confirm-with-password'
import { CodeField, textOf } from '@/components/identity/settings/security/identity-fields'
import { Button, buttonClass } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { useAction } from '@/components/ui/use-action'
import { eraseAccountAction } from '@/lib/identity/account/actions'
import type { AccountStatus } from '@/lib/identity/account/views'

/** All data about the person: to download, and to have erased. */
export function AccountCard({ account }: { account: AccountStatus }) {
  const t = useTranslations('settings.profile.account')
  const [confirming, setConfirming] = useState(false)
  const { soleOwnerships } = account
  const isOnlyOwner = soleOwnerships.length > 0
  return (
    <Card className="border-bad/40!">
      <CardHeader title={t('title')} description={t('text')} />
      {isOnlyOwner && (
        <p className="mt-3 text-ink-2">
          {t.rich('onlyOwner', {
            companies: soleOwnerships.join(', '),
            link: (text) => (
              <Link href="/dashboard/settings/organization" className="text-accent-text underline underline-offset-2">
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <DownloadLink className={buttonClass({})} href="/api/account">
          {t('export')}
        </DownloadLink>
        {!isOnlyOwner && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {t('erase')}
          </Button>
        )}
      </div>
      {confirming && <EraseDialog account={account} onClose={() => setConfirming(false)} />}
    </Card>
  )
}

function EraseDialog({ account, onClose }: { account: AccountStatus; onClose: () => void }) {
  const t = useTranslations('settings.profile.account')
  const security = useTranslations('security.secondStep')
  const { leaving, leaveTo } = useLeaving()
  const erasing = useAction(eraseAccountAction, { onSuccess: leaveTo })
  const { hasPassword, hasTwoFactor } = account
  return (
    <ConfirmWithPassword
      title={t('confirmTitle')}
      text={t('confirmText')}
      submitLabel={t('erase')}
      action={{ ...erasing, pending: erasing.pending || leaving }}
      labels={{ code: security('code') }}
      hasPassword={hasPassword}
      onConfirm={(form, password) =>
        void erasing.run({ password, ...(hasTwoFactor && { code: textOf(form, 'code') }) })
      }
      onClose={onClose}
    >
      {hasTwoFactor && <CodeField label={security('code')} errors={erasing.fields.code} autoFocus />}
    </ConfirmWithPassword>
  )
}
