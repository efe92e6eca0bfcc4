'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useState, type ClipboardEvent, type FormEvent, type MouseEvent } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { FramedForm } from '@/components/ui/draft-frame'
import { FormError } from '@/components/ui/form-error'
import { MoneyInput } from '@/components/ui/money-input'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { formatMonth } from '@/lib/core/dates'
import type { FieldErrors } from '@/lib/core/errors'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { setOpeningRevenueAction } from '@/lib/identity/settings/actions'
import { fillDown, readMonths } from '@/lib/identity/settings/opening-draft'
import type { EntityView } from '@/lib/identity/settings/views'

type RevenueFormProps = FramedForm & {
  entity: EntityView
}

export function RevenueForm({ id, entity, onDirty, onPending, onDone }: RevenueFormProps) {
  const t = useTranslations('companyData.revenue')
  const language = useLocale()
  const { months } = entity
  const [initial] = useState(() =>
    months.map(({ revenueCents }) => (revenueCents === null ? '' : formatAmount(revenueCents, language))),
  )
  const [texts, setTexts] = useState(initial)
  const [pasted, setPasted] = useState<{ before: string[]; at: number } | null>(null)
  const [unreadable, setUnreadable] = useState<{ error: ActionFailure; fields: FieldErrors } | null>(null)
  const saving = useAction(setOpeningRevenueAction, { successMessage: t('saved'), onSuccess: onDone, refresh: true })
  const fields = unreadable?.fields ?? saving.fields
  const dirty = texts.join() !== initial.join()
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const read = readMonths(months, texts, language)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(read.fields).length > 0)
      return setUnreadable({ error: { code: 'invalidInput' }, fields: read.fields })
    setUnreadable(null)
    onPending(true)
    await saving.run({ id: entity.id, version: entity.version, months: read.months })
    onPending(false)
  }
  const paste = (event: ClipboardEvent, at: number) => {
    const filled = fillDown(months, texts, at, event.clipboardData.getData('text'), language)
    if (!filled) return
    event.preventDefault()
    setTexts(filled)
    setPasted({ before: texts, at })
  }
  const undo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!pasted) return
    setTexts(pasted.before)
    setPasted(null)
    const field = currentTarget.form?.elements.namedItem(`months.${pasted.at}.revenueCents`)
    if (field instanceof HTMLElement) field.focus()
  }
  const write = (index: number, text: string) => {
    if (text === texts[index]) return
    setTexts((before) => before.with(index, text))
    setPasted(null)
  }
  const nameOf = (index: number) => formatMonth(months[index]!.month, language)
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <FormError
        error={unreadable?.error ?? saving.error}
        fields={fields}
        labels={Object.fromEntries(months.map((_, index) => [`months.${index}.revenueCents`, nameOf(index)]))}
        changed={<WhatChanged kind="openingRevenue" id={entity.id} />}
      />
      <p className="text-[13px] text-ink-2">{t('how')}</p>
      <div role="status" className="empty:hidden">
        {pasted && (
          <p className="flex flex-wrap items-center gap-2">
            {t('pasted')}
            <Button size="sm" variant="ghost" onClick={undo}>
              {t('undo')}
            </Button>
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-3 min-[420px]:grid-cols-2">
        {months.map(({ month, hasOrders }, index) => (
          <Field
            key={month}
            label={nameOf(index)}
            hint={hasOrders ? t('hasOrders') : undefined}
            error={fields[`months.${index}.revenueCents`]}
          >
            <MoneyInput
              name={`months.${index}.revenueCents`}
              value={texts[index] ?? ''}
              onChange={(text) => write(index, text)}
              onPaste={(event) => paste(event, index)}
            />
          </Field>
        ))}
      </div>
      <p className="flex flex-wrap justify-between gap-2 border-t border-line pt-3 font-medium" aria-live="polite">
        <span>{t('total', { known: read.known, all: months.length })}</span>
        <span className="tabular-nums">{formatMoney(read.totalCents, language)}</span>
      </p>
    </form>
  )
}
