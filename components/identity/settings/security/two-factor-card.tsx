'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import type { TwoFactorState } from '@/lib/identity/auth/two-factor/queries'
import { formatDay, localDay } from '@/lib/core/dates'
import { RenewCodesDialog } from './renew-codes-dialog'
import { twoFactorAnchor } from './two-factor-anchor'
import { SetUpDialog } from './set-up-dialog'
import { TurnOffDialog } from './turn-off-dialog'

type TwoFactorCardProps = { state: TwoFactorState; email: string }

const FEW = 3

export function TwoFactorCard({ state: { since, recoveryCodesLeft, hasPassword }, email }: TwoFactorCardProps) {
  const t = useTranslations('security.secondStep')
  const language = useLocale()
  const { timeZone } = useOrganization()
  const [open, setOpen] = useState<'setUp' | 'renew' | 'turnOff' | null>(null)
  const dialog = { hasPassword, email, onClose: () => setOpen(null) }
  return (
    <Card className="scroll-mt-20">
      <div id={twoFactorAnchor} className="scroll-mt-20">
        <CardHeader
          title={
            <span className="flex flex-wrap items-center gap-2">
              {t('title')}
              <Badge tone={since ? 'good' : 'neutral'}>{since ? t('on') : t('off')}</Badge>
            </span>
          }
          description={t('description')}
          actions={
            since ? (
              <>
                <Button onClick={() => setOpen('renew')}>{t('renew')}</Button>
                <Button onClick={() => setOpen('turnOff')}>{t('turnOff')}</Button>
              </>
            ) : (
              <Button variant="primary" onClick={() => setOpen('setUp')}>
                {t('turnOn')}
              </Button>
            )
          }
        />
        <p className="mt-3 text-[13px] text-ink-2">
          {since
            ? `${t('since', { day: formatDay(localDay(since, timeZone), language) })} ${t('left', { count: recoveryCodesLeft })}`
            : t('explain')}
        </p>
        {since && recoveryCodesLeft <= FEW && (
          <p role="note" className="mt-3 rounded-control bg-warn-soft px-3 py-2 text-[13px] text-warn">
            {t('few')}
          </p>
        )}
      </div>
      {open === 'setUp' && <SetUpDialog {...dialog} />}
      {open === 'renew' && <RenewCodesDialog {...dialog} />}
      {open === 'turnOff' && <TurnOffDialog {...dialog} />}
    </Card>
  )
}
