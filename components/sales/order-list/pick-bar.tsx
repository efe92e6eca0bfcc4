'use client'

import { ArrowDownTrayIcon, ArrowPathIcon, DocumentTextIcon, ListBulletIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { LazyExportDialog } from '@/components/insight/exports/export-button'
import { Button, ButtonLink } from '@/components/ui/button'
import { papersPath } from '@/lib/sales/order-list/schema'
import { orderListPath, keepListQuery } from '@/lib/sales/orders/filters'
import { usePicks } from './picks'

const StatusDialog = dynamic(() => import('./status-dialog').then((module) => module.StatusDialog), { ssr: false })

/** `desk`: where in the desk one is, for the way back. */
type PickBarProps = { canChange: boolean; canExport: boolean; listQuery: string }

/** The actions for the selected orders; stays in sight below the top bar. */
export function PickBar({ canChange, canExport, listQuery }: PickBarProps) {
  const t = useTranslations('orders.desk.pick')
  const { picked, clear } = usePicks()
  const [open, setOpen] = useState<'status' | 'export' | null>(null)
  const ids = picked.map(({ id }) => id).join(',')
  if (picked.length === 0 && open === null) return null
  return (
    <div
      role="group"
      aria-label={t('bar')}
      data-print="hide"
      className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
    >
      <span className="mr-auto flex flex-wrap items-center gap-x-3 font-semibold">
        <span aria-live="polite">{t('count', { count: picked.length })}</span>
        <ButtonLink size="sm" variant="ghost" prefetch={false} href={`${orderListPath}?ids=${ids}&sort=newest`}>
          {t('show')}
        </ButtonLink>
        <Button size="sm" variant="ghost" onClick={clear}>
          {t('clear')}
        </Button>
      </span>
      {canChange && (
        <>
          <Button size="sm" onClick={() => setOpen('status')}>
            <ArrowPathIcon aria-hidden />
            {t('status')}
          </Button>
          <ButtonLink
            size="sm"
            prefetch={false}
            href={keepListQuery(`${papersPath}?paper=slips&ids=${ids}`, listQuery)}
          >
            <DocumentTextIcon aria-hidden />
            {t('slips')}
          </ButtonLink>
          <ButtonLink
            size="sm"
            prefetch={false}
            href={keepListQuery(`${papersPath}?paper=picking&ids=${ids}`, listQuery)}
          >
            <ListBulletIcon aria-hidden />
            {t('picking')}
          </ButtonLink>
        </>
      )}
      {canExport && (
        <Button size="sm" onClick={() => setOpen('export')}>
          <ArrowDownTrayIcon aria-hidden />
          {t('export')}
        </Button>
      )}
      {open === 'status' && <StatusDialog onClose={() => setOpen(null)} />}
      {open === 'export' && <LazyExportDialog kind="orders" query={`ids=${ids}`} open onClose={() => setOpen(null)} />}
    </div>
  )
}
