'use client'

import { useTranslations } from 'next-intl'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { ImportProgress } from '@/lib/connect/order-imports/schema'
import { CancelImportButton } from './cancel-import-button'
import { useImportProgress } from './use-import-progress'

export function ImportProgressCard({ importId, initial }: { importId: string; initial: ImportProgress }) {
  const t = useTranslations('imports.running')
  const { progress, stalled } = useImportProgress(importId, initial)
  const { state, done, total, secondsLeft } = progress
  const applying = state === 'applying'
  const label = t(applying ? 'applying' : state === 'checking' ? 'checking' : 'uploaded')
  const left = secondsLeft !== null && t('left', { time: timeLeft(secondsLeft) })

  function timeLeft(seconds: number) {
    if (seconds < 60) return t('seconds', { count: Math.max(1, seconds) })
    return t('minutes', { count: Math.ceil(seconds / 60) })
  }

  return (
    <Card>
      <Progress
        label={label}
        value={state === 'uploaded' ? undefined : done}
        max={total}
        detail={
          applying
            ? [t('applyingDetail', { done, total }), left].filter(Boolean).join(' · ')
            : state === 'checking' && t('checkingDetail', { percent: done })
        }
      />
      <p aria-live="polite" className="mt-3 text-[13px] text-ink-2">
        {stalled ? t('stalled') : t('leave')}
      </p>
      {!applying && (
        <div className="mt-4">
          <CancelImportButton importId={importId} />
        </div>
      )}
    </Card>
  )
}
