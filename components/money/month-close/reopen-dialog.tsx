'use client'

import { LockOpenIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/core/dates'
import { reopenMonthAction } from '@/lib/money/month-close/actions'
import type { Month } from '@/lib/money/month-close/calendar'

export function ReopenButton({ legalEntityId, month }: { legalEntityId: string; month: Month }) {
  const t = useTranslations('monthClose.reopen')
  const name = formatMonth(month, useLocale())
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const reopening = useAction(reopenMonthAction, {
    successMessage: t('done'),
    refresh: true,
    onSuccess: () => setOpen(false),
  })
  const submit = () => {
    void reopening.run({ legalEntityId, month, reason })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <LockOpenIcon aria-hidden />
        {t('label')}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('title', { month: name })}
        description={t('text')}
        action={reopening}
        labels={{ reason: t('reason') }}
        submitLabel={t('confirm')}
        onSubmit={submit}
      >
        <Field label={t('reason')} required error={reopening.fields.reason}>
          <Textarea name="reason" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
