'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { useMessage } from '@/components/ui/use-message'
import { changeOrderStatusAction } from '@/lib/sales/orders/actions'
import type { ManualStep } from '@/lib/sales/orders/stage'

type OrderStatusActionsProps = {
  id: string
  code: string
  version: number
  /** The possible next states, nearest first; empty for roles that may not change it. */
  steps: ManualStep[]
  canCancel: boolean
  hasLeft: boolean
}

/** Never optimistic: the status moves stock, so the page waits for what the server says. */
export function OrderStatusActions({ id, code, version, steps, canCancel, hasLeft }: OrderStatusActionsProps) {
  const t = useTranslations('orders.detail')
  const message = useMessage()
  const router = useRouter()
  const [confirming, setConfirming] = useState(false)
  const [target, setTarget] = useState<ManualStep | 'cancelled'>()
  const change = useAction(changeOrderStatusAction, {
    refresh: true,
    successMessage: ({ to }) => t(`stepDone.${to as ManualStep | 'cancelled'}`),
    onSuccess: () => setConfirming(false),
  })
  const run = (to: ManualStep | 'cancelled') => {
    setTarget(to)
    void change.run({ id, version, to }).then((result) => result && !result.ok && setConfirming(false))
  }
  if (steps.length === 0 && !canCancel) return null
  return (
    <>
      {canCancel && (
        <Button variant="ghost" disabled={change.pending} onClick={() => setConfirming(true)}>
          {t('cancel')}
        </Button>
      )}
      {steps.toReversed().map((step) => (
        <Button
          key={step}
          variant={step === steps[0] ? 'primary' : 'secondary'}
          pending={change.pending && target === step}
          disabled={change.pending && target !== step}
          onClick={() => run(step)}
        >
          {t(`steps.${step}`)}
        </Button>
      ))}
      {change.error && (
        <div role="alert" className="flex w-full flex-wrap items-center justify-end gap-x-3 text-bad">
          {message(change.error.code, change.error.values)}
          {change.error.code === 'staleVersion' && (
            <>
              <WhatChanged kind="order" id={id} />
              <Button
                size="sm"
                onClick={() => {
                  change.clearError()
                  router.refresh()
                }}
              >
                {t('reload')}
              </Button>
            </>
          )}
        </div>
      )}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => run('cancelled')}
        title={t('cancelTitle', { code })}
        text={t(hasLeft ? 'cancelShippedText' : 'cancelText')}
        confirmLabel={t('cancel')}
        keepLabel={t('cancelKeep')}
        pending={change.pending}
        danger
      />
    </>
  )
}
