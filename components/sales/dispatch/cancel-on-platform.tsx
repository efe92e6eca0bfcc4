'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { cancelOrderAction } from '@/lib/connect/sync/actions'
import { cancelReasons } from '@/lib/sales/dispatch/schema'

export function CancelOnPlatform({ orderId, code }: { orderId: string; code: string }) {
  const t = useTranslations('dispatch.order')
  const keep = useTranslations('orders.detail')('cancelKeep')
  const [confirming, setConfirming] = useState(false)
  const [reason, setReason] = useState<(typeof cancelReasons)[number]>('OUT_OF_STOCK')
  const cancel = useAction(cancelOrderAction, {
    refresh: true,
    successMessage: t('cancelled'),
    onSuccess: () => setConfirming(false),
  })
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void cancel.run({ orderId, reason })}
        title={t('cancelTitle', { code })}
        text={t('cancelText')}
        confirmLabel={t('cancel')}
        keepLabel={keep}
        pending={cancel.pending}
        danger
      >
        <div className="grid gap-3">
          <FormError error={cancel.error} />
          <Field label={t('reason')}>
            <Select
              value={reason}
              onChange={({ target }) => setReason(cancelReasons.find((one) => one === target.value) ?? reason)}
              options={cancelReasons.map((one) => ({ value: one, label: t(`reasons.${one}`) }))}
            />
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}
