import { useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'

/** Orders that take on their costs in the background. */
export function RecostProgress({ done, total }: { done: number; total: number }) {
  const t = useTranslations('products.costs')
  return (
    <Card className="mb-4">
      <Progress label={t('running')} value={done} max={total} detail={t('runningOf', { done, total })} />
      <KeepFresh />
    </Card>
  )
}
