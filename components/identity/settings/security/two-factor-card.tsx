'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import type { TwoFactorState } from '@/lib/identity/auth/two-factor/queries'
import { formatDay, localDay } from '@/lib/core/dates'
import { twoFactorAnchor } from './two-factor-anchor'
import { SetUpDialog } from './set-up-dialog'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { turnOffTwoFactorAction, renewRecoveryCodesAction } from '@/lib/identity/auth/two-factor/actions'
import { CodeField, OwnPasswordField, textOf, type IdentityDialogProps } from './identity-fields'
import { RecoveryCodesDialog } from './recovery-codes-dialog'

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

function TurnOffDialog({ hasPassword, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const turnOff = useAction(turnOffTwoFactorAction, {
    successMessage: t('turnedOff'),
    refresh: true,
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('turningOff.title')}
      description={t('turningOff.text')}
      action={turnOff}
      labels={{ password: t('password'), code: t('code') }}
      submitLabel={t('turningOff.submit')}
      danger
      onSubmit={(form) => void turnOff.run({ password: textOf(form, 'password'), code: textOf(form, 'code') })}
    >
      {hasPassword && <OwnPasswordField errors={turnOff.fields.password} autoFocus />}
      <CodeField label={t('code')} hint={t('turningOff.codeHint')} errors={turnOff.fields.code} />
    </FormDialog>
  )
}

function RenewCodesDialog({ hasPassword, email, onClose }: IdentityDialogProps) {
  const t = useTranslations('security.secondStep')
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = useAction(renewRecoveryCodesAction, { onSuccess: (renewed) => setCodes(renewed.codes) })
  if (codes) return <RecoveryCodesDialog codes={codes} email={email} renewed onDone={onClose} />
  return (
    <FormDialog
      onClose={onClose}
      title={t('renewing.title')}
      description={t('renewing.text')}
      action={renew}
      labels={{ password: t('password') }}
      submitLabel={t('renewing.submit')}
      onSubmit={(form) => void renew.run({ password: textOf(form, 'password') })}
    >
      {hasPassword && <OwnPasswordField errors={renew.fields.password} autoFocus />}
    </FormDialog>
  )
}
