'use client'

import { LockClosedIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/dates'
import { closeMonthAction } from '@/lib/month-close/actions'
import type { Month } from '@/lib/month-close/calendar'

const formId = 'close-month'

export function CloseButton({ legalEntityId, month }: { legalEntityId: string; month: Month }) {
  const t = useTranslations('monthClose.close')
  const common = useTranslations('common')
  const name = formatMonth(month, useLocale())
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const closing = useAction(closeMonthAction, {
    successMessage: t('done'),
    refresh: true,
    onSuccess: () => setOpen(false),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void closing.run({ legalEntityId, month, note })
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <LockClosedIcon aria-hidden />
        {t('label', { month: name })}
      </Button>
      <Dialog
        open={open}
        size="sm"
        onClose={() => setOpen(false)}
        title={t('title', { month: name })}
        description={t('text')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{common('cancel')}</Button>
            <Button variant="primary" type="submit" form={formId} pending={closing.pending}>
              {t('confirm')}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
          <FormError error={closing.error} fields={closing.fields} labels={{ note: t('note') }} />
          <Field label={t('note')} error={closing.fields.note}>
            <Textarea name="note" rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
        </form>
      </Dialog>
    </>
  )
}
