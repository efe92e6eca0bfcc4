import { useLocale, useTranslations } from 'next-intl'
import { NoData } from '@/components/ui/no-data'
import { daysBetween, formatDay, type Day } from '@/lib/core/dates'
import type { PurchaseRow } from '@/lib/catalog/purchases/purchase-queries'

type ExpectedDayProps = Pick<PurchaseRow, 'status' | 'expectedOn'> & { today: Day }

/** When the goods are to come; of what is on its way also whether that has passed. */
export function ExpectedDay({ status, expectedOn, today }: ExpectedDayProps) {
  const t = useTranslations('purchases.list')
  const language = useLocale()
  if (!expectedOn) return <NoData />
  const isComing = status === 'sent' || status === 'partly_received'
  const days = daysBetween(expectedOn, today)
  return (
    <>
      {formatDay(expectedOn, language)}
      {isComing && days >= 0 && (
        <span className={days > 0 ? 'block text-xs text-bad' : 'block text-xs text-warn'}>{t('late', { days })}</span>
      )}
    </>
  )
}
