import { useTranslations } from 'next-intl'
import { Skeleton } from '@/components/ui/skeleton'

/** In the place of a list's sums, which come after its rows. */
export function SumsPending() {
  const t = useTranslations('ui')
  return (
    <span role="status">
      <span className="sr-only">{t('summing')}</span>
      <Skeleton className="h-4 w-64 max-w-full" />
    </span>
  )
}
