'use client'

import { useTranslations } from 'next-intl'
import { Card, CardHeader } from '@/components/ui/card'
import type { RunView } from '@/lib/dispatch/schema'
import { RunItem } from './run-item'

/** Work under way and what it came to, the last one first. */
export function RunsCard({ runs, canRetry }: { runs: RunView[]; canRetry: boolean }) {
  const t = useTranslations('dispatch.runs')
  return (
    <Card>
      <CardHeader title={t('title')} className="mb-2" />
      <ul className="grid divide-y divide-line">
        {runs.map((run) => (
          <RunItem key={run.id} first={run} canRetry={canRetry} />
        ))}
      </ul>
    </Card>
  )
}
