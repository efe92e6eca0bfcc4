'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { CancelImportButton } from '@/components/connect/order-imports/cancel-import-button'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { DateInput } from '@/components/ui/date-input'
import { Checkbox, Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { confirmSheetAction } from '@/lib/connect/catalogue-sheets/actions'
import type { SheetKindName } from '@/lib/connect/catalogue-sheets/schema'

type ConfirmSheetFormProps = { importId: string; kind: SheetKindName; rows: number; badRows: number; today: string }

export function ConfirmSheetForm({ importId, kind, rows, badRows, today }: ConfirmSheetFormProps) {
  const t = useTranslations('sheets.confirm')
  const router = useRouter()
  const [leaveOutBadRows, setLeaveOut] = useState(false)
  const [reason, setReason] = useState('')
  const [past, setPast] = useState(false)
  const [pastDay, setPastDay] = useState<string | null>(today)
  const confirm = useAction(confirmSheetAction, { successMessage: t('confirmed'), refresh: true })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const stockFrom = past ? pastDay : null
    void confirm.run({ importId, leaveOutBadRows, reason: reason.trim() || null, stockFrom }).then((result) => {
      // Confirmed or cancelled elsewhere: the page shows where it is now.
      if (result?.ok === false && result.error === 'importNotReady') router.refresh()
    })
  }

  return (
    <Card>
      <CardHeader title={t('title')} />
      <form onSubmit={submit} className="mt-3 space-y-4">
        <FormError error={confirm.error} fields={confirm.fields} />
        {rows === 0 && <p className="text-ink-2">{t('nothing')}</p>}
        {rows > 0 && kind === 'catalogue' && (
          <Field label={t('reason')} hint={t('reasonHint')} optional error={confirm.fields?.reason}>
            <Input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
        {rows > 0 && kind === 'sales' && (
          <>
            <Checkbox
              label={t('past')}
              hint={t('pastHint')}
              checked={past}
              onChange={({ target }) => setPast(target.checked)}
            />
            {past && (
              <Field label={t('pastDay')} error={confirm.fields?.stockFrom}>
                <DateInput value={pastDay} onChange={setPastDay} today={today} />
              </Field>
            )}
          </>
        )}
        {rows > 0 && badRows > 0 && (
          <Checkbox
            label={t('leaveOut', { count: badRows })}
            checked={leaveOutBadRows}
            onChange={({ target }) => setLeaveOut(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {rows > 0 && (
            <Button type="submit" variant="primary" pending={confirm.pending}>
              {t(kind === 'sales' ? 'submitSales' : 'submitProducts', { count: rows })}
            </Button>
          )}
          <CancelImportButton importId={importId} />
        </div>
      </form>
    </Card>
  )
}
