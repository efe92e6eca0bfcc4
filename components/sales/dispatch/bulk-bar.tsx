'use client'

import { DocumentArrowUpIcon, ListBulletIcon, PrinterIcon, TruckIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { printLabelsAction, sendInvoicesAction } from '@/lib/sales/dispatch/actions'
import { pickingPath } from '@/lib/sales/dispatch/schema'
import type { ListedToShip } from '@/lib/sales/dispatch/views'
import { ArrangeDialog } from './arrange-dialog'
import type { Picked } from './picked'
import { Dialog } from '@/components/ui/dialog'

type BulkBarProps = {
  picked: Picked
  /** Those of this page. */
  rows: ListedToShip[]
  count: number
  /** How many the whole filter has, where that can still be chosen. */
  wholeCount: number | null
  onWhole: () => void
  onClear: () => void
}

export function BulkBar({ picked, rows, count, wholeCount, onWhole, onClear }: BulkBarProps) {
  const t = useTranslations('dispatch.bulk')
  const [open, setOpen] = useState<'ship' | 'print' | null>(null)
  const send = useAction(sendInvoicesAction, {
    refresh: true,
    successMessage: ({ count: n }) => t('queuedInvoices', { count: n }),
    onSuccess: onClear,
  })
  const print = useAction(printLabelsAction, {
    refresh: true,
    successMessage: ({ count: n }) => t('queuedLabels', { count: n }),
    onSuccess: () => {
      setOpen(null)
      onClear()
    },
  })
  const isWhole = 'query' in picked
  const printedBefore = rows.filter(({ parcels }) => parcels.some(({ printedAt }) => printedAt !== null)).length
  const picking = isWhole ? picked.query : `ids=${picked.orderIds.join(',')}`
  const startPrint = () =>
    printedBefore > 0 || isWhole ? setOpen('print') : void print.run({ selection: picked, reprint: false })
  return (
    <div
      role="group"
      aria-label={t('label')}
      className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
    >
      <span className="mr-auto flex flex-wrap items-center gap-x-3 font-semibold">
        <span aria-live="polite">{isWhole ? t('wholeFilter', { count }) : t('selected', { count })}</span>
        {wholeCount !== null && (
          <Button size="sm" variant="ghost" onClick={onWhole}>
            {t('allOfFilter', { count: wholeCount })}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClear}>
          {t('clear')}
        </Button>
      </span>
      <Button size="sm" pending={send.pending} onClick={() => void send.run({ selection: picked })}>
        <DocumentArrowUpIcon aria-hidden />
        {t('invoices')}
      </Button>
      <Button size="sm" onClick={() => setOpen('ship')}>
        <TruckIcon aria-hidden />
        {t('ship')}
      </Button>
      <Button size="sm" pending={print.pending} onClick={startPrint}>
        <PrinterIcon aria-hidden />
        {t('labels')}
      </Button>
      <ButtonLink size="sm" href={`${pickingPath}?${picking}`}>
        <ListBulletIcon aria-hidden />
        {t('picking')}
      </ButtonLink>
      {open === 'ship' && <ArrangeDialog picked={picked} onClose={() => setOpen(null)} onDone={onClear} />}
      {open === 'print' && (
        <ReprintDialog
          printedBefore={isWhole ? null : printedBefore}
          hasNew={isWhole || printedBefore < rows.length}
          pending={print.pending}
          onChoose={(reprint) => void print.run({ selection: picked, reprint })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}

type ReprintDialogProps = {
  /** Null where the whole filter was chosen: it was not counted. */
  printedBefore: number | null
  hasNew: boolean
  pending: boolean
  onChoose: (reprint: boolean) => void
  onClose: () => void
}

/** A label that was printed before is printed again only when somebody says so. */
function ReprintDialog({ printedBefore, hasNew, pending, onChoose, onClose }: ReprintDialogProps) {
  const t = useTranslations('dispatch.print')
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('title')}
      description={printedBefore === null ? t('unknown') : t('text', { count: printedBefore })}
      footer={
        <>
          <Button disabled={pending} onClick={() => onChoose(true)}>
            {t(hasNew ? 'reprint' : 'reprintOnly')}
          </Button>
          {hasNew && (
            <Button variant="primary" autoFocus data-autofocus pending={pending} onClick={() => onChoose(false)}>
              {t('onlyNew')}
            </Button>
          )}
        </>
      }
    />
  )
}
