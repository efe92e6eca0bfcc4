import { useLocale, useTranslations } from 'next-intl'
import { KeepFresh } from '@/components/insight/exports/keep-fresh'
import { Progress } from '@/components/ui/progress'
import { formatPercent } from '@/lib/core/money'
import type { Recosting } from '@/lib/catalog/costs/recosting'

type RecostProgressProps = { recosting: Recosting; everyMs?: number }

/** Orders that take on their costs in the background: said where figures depend on it, and followed until it has ended. */
export function RecostProgress({ recosting: { done, total }, everyMs }: RecostProgressProps) {
  const t = useTranslations('products.costs')
  const language = useLocale()
  // Rounded down: what says 100% has ended.
  const share = total > 0 ? Math.floor((done / total) * 100) / 100 : null
  return (
    <>
      <Progress
        label={t('running')}
        value={share === null ? undefined : done}
        max={total}
        detail={share !== null && formatPercent(share, language, { fractionDigits: 0 })}
      />
      <KeepFresh everyMs={everyMs} />
    </>
  )
}
