import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoney } from '@/lib/core/money'
import type { ValueSums } from '@/lib/catalog/warehouse/value'

/** The sums of all rows of the filter; the list does not wait for them. */
export function ValueSumsLine({ sums }: { sums: ValueSums }) {
  const { products, units, valueCents, withoutCost, unitsWithoutCost } = sums
  const t = useTranslations('warehouse.value')
  const language = useLocale()
  return (
    <>
      <span>{t.rich('sumProducts', { count: Number(products), strong })}</span>
      <span>{t.rich('sumUnits', { count: Number(units), strong })}</span>
      <span>{t.rich('sumValue', { value: formatMoney(valueCents, language), strong })}</span>
      {unitsWithoutCost > 0n && (
        <span className="text-warn">
          {t('withoutCost', { units: Number(unitsWithoutCost), products: Number(withoutCost) })}
        </span>
      )}
    </>
  )
}

const strong = (chunks: ReactNode) => <strong className="font-semibold text-ink">{chunks}</strong>

export function ValueSumsPending() {
  const t = useTranslations('warehouse.totals')
  return (
    <span role="status">
      <span className="sr-only">{t('pending')}</span>
      <Skeleton className="h-4 w-64 max-w-full" />
    </span>
  )
}
