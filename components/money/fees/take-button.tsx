'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatDay, type Day } from '@/lib/core/dates'
import { takePublishedAction } from '@/lib/money/fees/actions'

export function TakeButton({ table: { key, name, fromDay } }: { table: { key: string; name: string; fromDay: Day } }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  const [confirming, setConfirming] = useState(false)
  const from = formatDay(fromDay, language)
  const taking = useAction(takePublishedAction, {
    successMessage: t('newerTaken'),
    refresh: true,
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Button size="sm" className="w-fit" onClick={() => setConfirming(true)}>
        {t('newerTake', { from })}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void taking.run({ key })}
        pending={taking.pending}
        title={t('newerAsk', { name })}
        text={t('newerAskText', { from })}
        confirmLabel={t('newerTake', { from })}
      >
        <FormError error={taking.error} fields={taking.fields} />
      </ConfirmDialog>
    </>
  )
}
