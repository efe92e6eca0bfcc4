import { useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { Progress as Run } from '@/lib/money/reconciliation/queries'

const everyMs = 3000

/** The progress of a running reconciliation; the page reloads every few seconds. */
export function RunProgress({ phase, done, total }: Run) {
  const t = useTranslations('reconciliation.progress')
  return (
    <Card className="mb-4">
      {phase === 'marking' ? (
        <Progress label={t('marking')} />
      ) : (
        <Progress
          label={t(phase === 'stopped' ? 'stopped' : 'label')}
          value={done}
          max={total}
          detail={t('detail', { done, total })}
        />
      )}
      <p className="mt-1.5 text-[13px] text-ink-3">{t(phase === 'stopped' ? 'stoppedText' : 'text')}</p>
      <KeepFresh everyMs={everyMs} />
    </Card>
  )
}
