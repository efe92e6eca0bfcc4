'use client'

import { ArrowUpTrayIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ExportButton } from '@/components/insight/exports/export-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { OrderEntry } from './order-entry'
import type { EntryChannel } from './order-fields'

type OrderDeskProps = {
  /** Null for who may not place orders. */
  channels: EntryChannel[] | null
  canImport: boolean
  /** Closed where the address asks for certain orders: the list is what was wanted. */
  initiallyOpen: boolean
}

/** The title with its actions, and the order entry below it. */
export function OrderDesk({ channels, canImport, initiallyOpen }: OrderDeskProps) {
  const t = useTranslations('orders')
  const skuRef = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(initiallyOpen)
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
                {t('actions.import')}
              </ButtonLink>
            )}
            {channels && !open && (
              <Button
                variant="primary"
                onClick={() => {
                  setOpen(true)
                  requestAnimationFrame(() => skuRef.current?.focus())
                }}
              >
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
