'use client'

import { useTranslations } from 'next-intl'
import { useImportProgress } from '@/components/connect/order-imports/use-import-progress'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { ImportProgress } from '@/lib/connect/order-imports/schema'
import { CancelMoneyFileButton } from './cancel-money-file-button'

type MoneyProgressCardProps = { importId: string; initial: ImportProgress; mayImport: boolean }

export function MoneyProgressCard({ importId, initial, mayImport }: MoneyProgressCardProps) {
  const t = useTranslations('moneyFiles.running')
  const { progress, stalled } = useImportProgress(importId, initial, '/api/money-files')
  const { state, done, total } = progress
  const isChecked = state === 'uploaded' || state === 'checking'
  return (
    <Card className="max-w-xl">
      <Progress
        label={t(isChecked ? state : 'applying')}
        value={done}
        max={Math.max(total, 1)}
        detail={isChecked ? t('percent', { percent: done }) : t('detail', { done, total })}
      />
      <p className="mt-3 text-[13px] text-ink-2" role="status">
        {t(stalled ? 'stalled' : 'leave')}
      </p>
      {isChecked && mayImport && (
        <div className="mt-3">
          <CancelMoneyFileButton importId={importId} />
        </div>
      )}
    </Card>
  )
}
