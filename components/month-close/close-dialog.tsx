'use client'

import { LockClosedIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/dates'
import { closeMonthAction } from '@/lib/month-close/actions'
import type { Month } from '@/lib/month-close/calendar'

export function CloseButton({ legalEntityId, month }: { legalEntityId: string; month: Month }) {
  const t = useTranslations('monthClose.close')
  const name = formatMonth(month, useLocale())
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const closing = useAction(closeMonthAction, {
    successMessage: t('done'),
    refresh: true,
    onSuccess: () => setOpen(false),
  })
  const submit = () => {
    void closing.run({ legalEntityId, month, note })
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <LockClosedIcon aria-hidden />
        {t('label', { month: name })}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('title', { month: name })}
        description={t('text')}
        action={closing}
        labels={{ note: t('note') }}
        submitLabel={t('confirm')}
        onSubmit={submit}
      >
        <Field label={t('note')} error={closing.fields.note}>
          <Textarea name="note" rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
