'use client'

import { LockOpenIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, Textarea } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/dates'
import { reopenMonthAction } from '@/lib/month-close/actions'
import type { Month } from '@/lib/month-close/calendar'

const formId = 'reopen-month'

export function ReopenButton({ legalEntityId, month }: { legalEntityId: string; month: Month }) {
  const t = useTranslations('monthClose.reopen')
  const common = useTranslations('common')
  const name = formatMonth(month, useLocale())
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const reopening = useAction(reopenMonthAction, {
    successMessage: t('done'),
    refresh: true,
    onSuccess: () => setOpen(false),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void reopening.run({ legalEntityId, month, reason })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <LockOpenIcon aria-hidden />
        {t('label')}
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
            <Button variant="primary" type="submit" form={formId} pending={reopening.pending}>
              {t('confirm')}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
          <FormError error={reopening.error} fields={reopening.fields} labels={{ reason: t('reason') }} />
          <Field label={t('reason')} required error={reopening.fields.reason}>
            <Textarea name="reason" rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
        </form>
      </Dialog>
    </>
  )
}
