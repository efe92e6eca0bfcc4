'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { reverseReceiptAction } from '@/lib/catalog/purchases/actions'

type Props = { purchase: { id: string; version: number }; receipt: { id: string; number: number } }

export function ReverseReceipt({ purchase, receipt }: Props) {
  const t = useTranslations('purchases.receipts')
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const close = () => setOpen(false)
  const saving = useAction(reverseReceiptAction, { successMessage: t('done'), onSuccess: close, refresh: true })
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        {t('reverse')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={close}
        onConfirm={() => void saving.run({ ...purchase, receiptId: receipt.id, reason })}
        pending={saving.pending}
        danger
        title={t('ask', { number: receipt.number })}
        text={t('text')}
        confirmLabel={t('reverse')}
      >
        <FormError
          error={saving.error}
          fields={saving.fields}
          labels={{ reason: t('reason') }}
          changed={<WhatChanged kind="purchase" id={purchase.id} />}
        />
        <Field label={t('reason')} required error={saving.fields.reason} className="mt-2">
          <Input name="reason" value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </ConfirmDialog>
    </>
  )
}
