'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { ImportProgress } from '@/lib/connect/order-imports/schema'
import { useImportProgress } from './use-import-progress'

const routes = { sheets: '/api/imports', moneyFiles: '/api/money-files' } as const

type RunProgressCardProps = {
  of: keyof typeof routes
  importId: string
  initial: ImportProgress
  /** Offered while nothing is written yet. */
  cancel: ReactNode
}

export function RunProgressCard({ of, importId, initial, cancel }: RunProgressCardProps) {
  const t = useTranslations(`${of}.running`)
  const { progress, stalled } = useImportProgress(importId, initial, routes[of])
  const { state, done, total } = progress
  // A run that has just ended counts as applying until the page has it.
  const isChecked = state === 'uploaded' || state === 'checking'
  return (
    <Card className="max-w-xl">
      <Progress
        label={t(isChecked ? state : 'applying')}
        value={done}
        max={Math.max(total, 1)}
        detail={isChecked ? t('percent', { percent: done }) : t('applyingDetail', { done, total })}
      />
      <p className="mt-3 text-[13px] text-ink-2" role="status">
        {t(stalled ? 'stalled' : 'leave')}
      </p>
      {isChecked && cancel && <div className="mt-3">{cancel}</div>}
    </Card>
  )
}
