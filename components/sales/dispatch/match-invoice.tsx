'use client'

import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { dropInvoiceAction, matchInvoiceAction } from '@/lib/sales/dispatch/actions'

export function MatchInvoice({ documentId }: { documentId: string }) {
  const t = useTranslations('dispatch.notes')
  const [orderCode, setOrderCode] = useState('')
  const [missing, setMissing] = useState(false)
  const match = useAction(matchInvoiceAction, {
    refresh: true,
    successMessage: ({ orderCode: code }) => t('matchedDone', { code }),
  })
  const drop = useAction(dropInvoiceAction, { refresh: true, successMessage: t('dropped') })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(orderCode.trim() === '')
    if (orderCode.trim()) void match.run({ documentId, orderCode })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2">
      <Field
        label={t('orderCode')}
        hideLabel
        error={missing ? t('codeMissing') : match.fields.orderCode}
        className="min-w-40 flex-1"
      >
        <Input
          name="orderCode"
          placeholder={t('orderCode')}
          value={orderCode}
          autoComplete="off"
          maxLength={40}
          onChange={({ target }) => {
            setMissing(false)
            setOrderCode(target.value)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" pending={match.pending}>
        {t('match')}
      </Button>
      <Button variant="ghost" pending={drop.pending} onClick={() => void drop.run({ documentId })}>
        {t('drop_')}
      </Button>
    </form>
  )
}
