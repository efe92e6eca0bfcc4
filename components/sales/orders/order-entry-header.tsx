'use client'

import { ArrowUpTrayIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import { ExportButton } from '@/components/insight/exports/export-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { newOrderParam, ordersPath } from '@/lib/sales/orders/filters'
import { OrderEntry } from './order-entry'
import type { EntryChannel } from './order-fields'

type OrderEntryHeaderProps = {
  /** Null for who may not place orders. */
  channels: EntryChannel[] | null
  canImport: boolean
}

/** The title with its actions. The order entry opens above the list only when asked for: the list is the day's work. */
export function OrderEntryHeader({ channels, canImport }: OrderEntryHeaderProps) {
  const t = useTranslations('orders')
  const skuRef = useRef<HTMLInputElement>(null)
  const params = useSearchParams()
  const open = params.get(newOrderParam) !== null
  // The address says it, so that a link opens the form too; the list below needs no answer from the server.
  const setOpen = (wanted: boolean) => {
    const next = new URLSearchParams(params)
    if (wanted) next.set(newOrderParam, '1')
    else next.delete(newOrderParam)
    window.history.pushState(null, '', next.size > 0 ? `${ordersPath}?${next.toString()}` : ordersPath)
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <ExportButton kind="orders" />
            {canImport && (
              <ButtonLink href="/dashboard/orders/import">
                <ArrowUpTrayIcon aria-hidden />
                <span className="max-sm:sr-only">{t('actions.import')}</span>
              </ButtonLink>
            )}
            {channels && !open && (
              <Button variant="primary" onClick={() => setOpen(true)}>
                <PlusIcon aria-hidden />
                {t('actions.new')}
              </Button>
            )}
          </>
        }
      />
      {channels && open && <OrderEntry channels={channels} skuRef={skuRef} onCollapse={() => setOpen(false)} />}
    </>
  )
}
