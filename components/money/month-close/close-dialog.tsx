'use client'

import { LockClosedIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Textarea } from '@/components/ui/field'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/core/dates'
import { closeMonthAction } from '@/lib/money/month-close/actions'
import type { Month } from '@/lib/money/month-close/calendar'
import type { CloseScope } from '@/lib/money/month-close/schema'

type CloseButtonProps = {
  legalEntityId: string
  month: Month
  scope?: CloseScope
  /** The first month that closes with it. */
  from?: Month
}

/** Closes the month; with `until` all from the next one to it, with `begin` it alone, as the first of the books. */
export function CloseButton({ legalEntityId, month, scope = 'one', from = month }: CloseButtonProps) {
  const t = useTranslations('monthClose.close')
  const language = useLocale()
  const names = { month: formatMonth(month, language), from: formatMonth(from, language) }
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const closing = useAction(closeMonthAction, {
    successMessage: ({ count }) => (count > 1 ? t('doneAll', { count }) : t('done')),
    refresh: true,
    onSuccess: () => setOpen(false),
  })
  const submit = () => {
    void closing.run({ legalEntityId, month, note, scope })
  }
  return (
    <>
      <Button variant={scope === 'begin' ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
        <LockClosedIcon aria-hidden />
        {t(`labels.${scope}`, names)}
      </Button>
      <FormDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(`titles.${scope}`, names)}
        description={t(`texts.${scope}`, names)}
        action={closing}
        labels={{ note: t('note') }}
        submitLabel={t(scope === 'until' ? 'confirmAll' : 'confirm')}
        onSubmit={submit}
      >
        <Field label={t('note')} error={closing.fields.note}>
          <Textarea name="note" rows={2} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </FormDialog>
    </>
  )
}
