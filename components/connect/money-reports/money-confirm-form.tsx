'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { confirmMoneyFileAction } from '@/lib/connect/money-reports/actions'
import { CancelMoneyFileButton } from './cancel-money-file-button'

type MoneyConfirmFormProps = {
  importId: string
  rows: number
  badRows: number
  /** Whom the file is kept for though it looks like another's. */
  other: string | null
}

export function MoneyConfirmForm({ importId, rows, badRows, other }: MoneyConfirmFormProps) {
  const t = useTranslations('moneyFiles')
  const router = useRouter()
  const [leaveOutBadRows, setLeaveOut] = useState(false)
  const [ofOther, setOfOther] = useState(false)
  const confirm = useAction(confirmMoneyFileAction, { successMessage: t('confirm.confirmed'), refresh: true })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm.run({ importId, leaveOutBadRows, ofOther }).then((result) => {
      // Confirmed or discarded elsewhere: the page shows where it is now.
      if (result?.ok === false && result.error === 'importNotReady') router.refresh()
    })
  }

  return (
    <Card>
      <CardHeader title={t('confirm.title')} />
      <form onSubmit={submit} className="mt-3 space-y-4">
        <FormError error={confirm.error} fields={confirm.fields} />
        {rows === 0 && (
          <p className="text-ink-2">{badRows > 0 ? t('notes.onlyBad', { count: badRows }) : t('notes.nothing')}</p>
        )}
        {rows > 0 && other && (
          <Checkbox
            label={t('confirm.other', { name: other })}
            checked={ofOther}
            onChange={({ target }) => setOfOther(target.checked)}
          />
        )}
        {rows > 0 && badRows > 0 && (
          <Checkbox
            label={t('confirm.leaveOut', { count: badRows })}
            checked={leaveOutBadRows}
            onChange={({ target }) => setLeaveOut(target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          {rows > 0 && (
            <Button type="submit" variant="primary" pending={confirm.pending}>
              {t('confirm.submit', { count: rows })}
            </Button>
          )}
          <CancelMoneyFileButton importId={importId} />
        </div>
      </form>
    </Card>
  )
}
