'use client'

import { ShieldCheckIcon, XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { postponeTwoFactor } from '@/components/shell/preferences'
import { Button } from '@/components/ui/button'
import { twoFactorAnchor } from './two-factor-anchor'

export function DismissibleNotice() {
  const t = useTranslations('security.advice')
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  return (
    <div
      role="note"
      className="mb-4 flex items-start gap-2.5 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-3 text-[13px]"
    >
      <ShieldCheckIcon aria-hidden className="mt-1.5 size-5 shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 py-1.5 text-ink-2">
        {t('notice')}{' '}
        <Link
          href={`/dashboard/settings/security#${twoFactorAnchor}`}
          className="font-semibold text-accent-text underline underline-offset-2"
        >
          {t('noticeAction')}
        </Link>
      </p>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('dismiss')}
        title={t('dismiss')}
        onClick={() => {
          postponeTwoFactor()
          setDismissed(true)
        }}
      >
        <XMarkIcon aria-hidden />
      </Button>
    </div>
  )
}
