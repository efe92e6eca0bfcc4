'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { FormError } from '@/components/ui/form-error'
import { useAction, type ActionFailure } from '@/components/ui/use-action'
import { printLabelsAction, sendInvoicesAction } from '@/lib/sales/dispatch/actions'
import type { OrderDispatch } from '@/lib/sales/dispatch/order-dispatch'
import { centralPath } from '@/lib/sales/dispatch/schema'
import { ArrangeDialog } from './arrange-dialog'
import { CancelOnPlatform } from './cancel-on-platform'
import { sendInvoice } from './send-invoice'

export function OrderDispatchActions({ dispatch }: { dispatch: OrderDispatch }) {
  const t = useTranslations('dispatch')
  const router = useRouter()
  const { orderId, code, parcels, invoices, invoiceState, isOpen, canShip, canDecide } = dispatch
  const [arranging, setArranging] = useState(false)
  const toCentral = () => router.push(centralPath)
  const send = useAction(sendInvoicesAction, {
    successMessage: ({ count }) => t('bulk.queuedInvoices', { count }),
    onSuccess: toCentral,
  })
  const print = useAction(printLabelsAction, {
    successMessage: ({ count }) => t('bulk.queuedLabels', { count }),
    onSuccess: toCentral,
  })
  if (!isOpen) return null
  const isArranged = parcels.length > 0 && parcels.every(({ arrangedAt }) => arrangedAt !== null)
  const needsInvoice = invoiceState === 'none' || invoiceState === 'rejected'
  const hasFile = invoices.some(({ state }) => state === 'received')
  const isPrinted = parcels.some(({ printedAt }) => printedAt !== null)
  return (
    <div className="grid gap-2">
      <FormError error={send.error ?? print.error} />
      <span className="flex flex-wrap gap-2">
        {canShip && needsInvoice && <UploadInvoice orderId={orderId} />}
        {canShip && hasFile && (
          <Button
            size="sm"
            variant="primary"
            pending={send.pending}
            onClick={() => void send.run({ selection: { orderIds: [orderId] } })}
          >
            {t('order.sendInvoice')}
          </Button>
        )}
        {canShip && !isArranged && !needsInvoice && parcels.length > 0 && (
          <Button size="sm" variant="primary" onClick={() => setArranging(true)}>
            {t('order.ship')}
          </Button>
        )}
        {canShip && isArranged && (
          <Button
            size="sm"
            pending={print.pending}
            onClick={() => void print.run({ selection: { orderIds: [orderId] }, reprint: true })}
          >
            {t(isPrinted ? 'order.reprint' : 'order.labels')}
          </Button>
        )}
        {canDecide && <CancelOnPlatform orderId={orderId} code={code} />}
      </span>
      {arranging && (
        <ArrangeDialog
          picked={{ orderIds: [orderId] }}
          onClose={() => setArranging(false)}
          onDone={() => router.push(centralPath)}
        />
      )}
    </div>
  )
}

function UploadInvoice({ orderId }: { orderId: string }) {
  const t = useTranslations('dispatch.order')
  const router = useRouter()
  const { organizationId } = useOrganization()
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ActionFailure | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setPending(true)
    const result = await sendInvoice(organizationId, file, orderId)
    setPending(false)
    setError(result.ok ? null : { code: result.error, values: result.values, reference: result.reference })
    if (input.current) input.current.value = ''
    if (result.ok) router.refresh()
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".xml,.pdf"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('uploadInvoice')}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <Button size="sm" pending={pending} onClick={() => input.current?.click()}>
        {t('uploadInvoice')}
      </Button>
      <FormError error={error} />
    </>
  )
}
