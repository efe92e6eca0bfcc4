'use client'

import { useTranslations } from 'next-intl'
import { CancelImportButton } from '@/components/connect/order-imports/cancel-import-button'
import { useImportProgress } from '@/components/connect/order-imports/use-import-progress'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { ImportProgress } from '@/lib/connect/order-imports/schema'

export function SheetProgressCard({ importId, initial }: { importId: string; initial: ImportProgress }) {
  const t = useTranslations('sheets.running')
  const { progress, stalled } = useImportProgress(importId, initial)
  const { state, done, total } = progress
  const isChecked = state === 'uploaded' || state === 'checking'
  // An import that has just ended counts as running until the page has it.
  const applying = !isChecked
  return (
    <Card className="max-w-xl">
      <Progress
        label={t(isChecked ? state : 'applying')}
        value={done}
        max={Math.max(total, 1)}
        detail={applying ? t('applyingDetail', { done, total }) : t('percent', { percent: done })}
      />
      <p className="mt-3 text-[13px] text-ink-2" role="status">
        {t(stalled ? 'stalled' : 'leave')}
      </p>
      {!applying && (
        <div className="mt-3">
          <CancelImportButton importId={importId} />
        </div>
      )}
    </Card>
  )
}
