'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

type ReprintDialogProps = {
  /** Null where the whole filter was chosen: it was not counted. */
  printedBefore: number | null
  hasNew: boolean
  pending: boolean
  onChoose: (reprint: boolean) => void
  onClose: () => void
}

/** A label that was printed before is printed again only when somebody says so. */
export function ReprintDialog({ printedBefore, hasNew, pending, onChoose, onClose }: ReprintDialogProps) {
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
