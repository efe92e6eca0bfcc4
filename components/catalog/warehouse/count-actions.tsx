'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog, Dialog } from '@/components/ui/dialog'
import { Checkbox, Field, Select } from '@/components/ui/field'
import { FormError } from '@/components/ui/form-error'
import { useAction } from '@/components/ui/use-action'
import { formatNumber } from '@/lib/core/money'
import { bookCountAction, cancelCountAction, resumeCountAction } from '@/lib/catalog/warehouse/actions'
import type { CountView } from '@/lib/catalog/warehouse/count-views'
import { CountDifferences } from './count-differences'

type CountActionsProps = { view: Pick<CountView, 'count' | 'summary' | 'mark'> }

export function CountActions({ view }: CountActionsProps) {
  const t = useTranslations('counts.close')
  const { count } = view
  const [opened, setOpened] = useState<'book' | 'cancel' | null>(null)
  const close = () => setOpened(null)
  const resume = useAction(resumeCountAction, { successMessage: t('booked'), refresh: true })
  const cancel = useAction(cancelCountAction, { successMessage: t('cancelled'), onSuccess: close, refresh: true })
  if (count.state === 'booking')
    return (
      <>
        <FormError error={resume.error} />
        <Button variant="primary" pending={resume.pending} onClick={() => void resume.run({ countId: count.id })}>
          {t('resume')}
        </Button>
      </>
    )
  if (count.state !== 'open') return null
  return (
    <>
      <Button onClick={() => setOpened('cancel')}>{t('cancel')}</Button>
      <Button variant="primary" onClick={() => setOpened('book')}>
        {t('review')}
      </Button>
      <BookDialog view={view} open={opened === 'book'} onClose={close} />
      <ConfirmDialog
        open={opened === 'cancel'}
        onClose={close}
        onConfirm={() => void cancel.run({ countId: count.id })}
        title={t('cancelAsk')}
        text={t('cancelText')}
        confirmLabel={t('cancel')}
        keepLabel={t('keep')}
        pending={cancel.pending}
        danger
      />
    </>
  )
}

function BookDialog({ view, open, onClose }: CountActionsProps & { open: boolean; onClose: () => void }) {
  const t = useTranslations('counts.close')
  const common = useTranslations('common')
  const language = useLocale()
  const { count, summary, mark } = view
  const [missing, setMissing] = useState<'leave' | 'zero'>('leave')
  const [acceptMoved, setAcceptMoved] = useState(false)
  const book = useAction(bookCountAction, { successMessage: t('booked'), onSuccess: onClose, refresh: true })
  const numbers = { count: Number(summary.missing), units: formatNumber(summary.missingUnits, language) }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      description={t('text')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            pending={book.pending}
            onClick={() => void book.run({ countId: count.id, missing, acceptMoved, seen: mark })}
          >
            {t('book')}
          </Button>
        </>
      }
    >
      <FormError error={book.error} fields={book.fields} />
      <CountDifferences summary={summary} />
      <div className="mt-4 flex flex-col gap-4">
        {summary.missing > 0n && (
          <Field label={t('missing', numbers)} hint={missing === 'zero' ? t('zeroHint', numbers) : t('leaveHint')}>
            <Select value={missing} onChange={({ target }) => setMissing(target.value === 'zero' ? 'zero' : 'leave')}>
              <option value="leave">{t('leave')}</option>
              <option value="zero">{t('zero')}</option>
            </Select>
          </Field>
        )}
        {summary.moved > 0n && (
          <Checkbox
            checked={acceptMoved}
            onChange={({ target }) => setAcceptMoved(target.checked)}
            label={t('acceptMoved', { count: Number(summary.moved) })}
            hint={t('movedHint')}
          />
        )}
      </div>
    </Dialog>
  )
}
