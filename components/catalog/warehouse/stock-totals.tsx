import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Definition } from '@/components/ui/definition'
import { formatMoney } from '@/lib/core/money'
import type { StockTotals } from '@/lib/catalog/warehouse/levels'
import type { ValueSums } from '@/lib/catalog/warehouse/value'

/** How many rows the filter leaves, as the totals below the list say it. */
export function StockCount({ products }: Pick<StockTotals, 'products'>) {
  const t = useTranslations('warehouse.totals')
  return <span>{t.rich('products', { count: Number(products), strong })}</span>
}

/** The totals of all rows of the filter; the list does not wait for them. */
export function StockTotalsLine({ sums }: { sums: StockTotals }) {
  const t = useTranslations('warehouse.totals')
  const language = useLocale()
  const { products, onHand, reserved, valueCents, unitsWithoutCost, productsWithoutCost } = sums
  return (
    <>
      <span>{t.rich('products', { count: Number(products), strong })}</span>
      <span>{t.rich('onHand', { count: Number(onHand), strong })}</span>
      {reserved > 0n && <span>{t.rich('reserved', { count: Number(reserved), strong })}</span>}
      {valueCents !== undefined && (
        <span className="inline-flex items-center gap-1.5">
          {t.rich('value', { value: formatMoney(valueCents, language), strong })}
          <Definition label={t('valueHow')}>{t('valueMeans')}</Definition>
        </span>
      )}
      {unitsWithoutCost !== undefined && unitsWithoutCost > 0n && (
        <span className="text-warn">
          {t('withoutCost', { units: Number(unitsWithoutCost), products: Number(productsWithoutCost) })}
        </span>
      )}
    </>
  )
}

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
