'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { FormError } from '@/components/ui/form-error'
import { Progress } from '@/components/ui/progress'
import { useAction } from '@/components/ui/use-action'
import { previewMoneyUndoAction, undoMoneyFileAction } from '@/lib/connect/money-reports/actions'
import type { MoneyUndo } from '@/lib/connect/money-reports/schema'
import type { MoneyUndoPreview } from '@/lib/connect/money-reports/undo-money-file'
import { formatMonth } from '@/lib/core/dates'

type UndoProps = { importId: string; shop: { name: string }; undo: MoneyUndo | null }

/** Takes back what a money file alone brought, after showing what goes and what stays: also where the company has no other shop. */
export function UndoMoneyFile({ importId, shop, undo }: UndoProps) {
  const t = useTranslations('moneyFiles.result.undo')
  const [preview, setPreview] = useState<MoneyUndoPreview | null>(null)
  const previewing = useAction(previewMoneyUndoAction, { onSuccess: setPreview })
  const undoing = useAction(undoMoneyFileAction, { refresh: true, onSuccess: () => setPreview(null) })
  const shown = useRef<HTMLDivElement>(null)
  // The button that was pressed gives way to what it shows, and so does the focus.
  useEffect(() => shown.current?.focus(), [preview])
  if (undo?.state === 'running')
    return (
      <Card>
        <Progress
          label={t('running')}
          value={undo.undone}
          max={undo.total}
          detail={t('progress', { undone: undo.undone, total: undo.total })}
        />
        <KeepFresh />
      </Card>
    )
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} className="mb-3" />
      {undo?.state === 'done' && (
        <p role="status" className="text-good">
          {t('done', { count: undo.undone })}
        </p>
      )}
      {undo?.state === 'failed' && <p className="mb-3 text-bad">{t('failed', { count: undo.undone })}</p>}
      <div className="mb-3 empty:hidden">
        <FormError error={undoing.error ?? previewing.error} />
      </div>
      {!preview && undo?.state !== 'done' && (
        <Button pending={previewing.pending} onClick={() => void previewing.run({ importId })}>
          {t('look')}
        </Button>
      )}
      {preview && (
        <div
          ref={shown}
          tabIndex={-1}
          role="status"
          className="rounded-control bg-sunken px-3 py-2 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent-text"
        >
          <Effect preview={preview} shop={shop.name} />
          {(preview.goes + preview.found > 0 || undo?.state === 'failed') && (
            <Button
              variant="danger"
              className="mt-2"
              pending={undoing.pending}
              onClick={() => void undoing.run({ importId })}
            >
              {t('confirm', { count: preview.goes })}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function Effect({ preview: { goes, stays, found, closedMonths }, shop }: { preview: MoneyUndoPreview; shop: string }) {
  const t = useTranslations('moneyFiles.result.undo')
  const language = useLocale()
  const months = closedMonths.map((month) => formatMonth(month, language)).join(', ')
  return (
    <>
      <p className="font-medium">{t('goes', { count: goes, shop })}</p>
      {stays > 0 && <p className="text-[13px] text-ink-2">{t('stays', { count: stays })}</p>}
      {found > 0 && <p className="text-[13px] text-ink-2">{t('found', { count: found })}</p>}
      {closedMonths.length > 0 && (
        <p className="mt-1 text-[13px] text-warn">{t('closed', { count: closedMonths.length, months })}</p>
      )}
    </>
  )
}
