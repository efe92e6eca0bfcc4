import { useLocale, useTranslations } from 'next-intl'
import { formatMoney, formatNumber } from '@/lib/core/money'
import type { ListingChange } from '@/lib/connect/money-reports/schema'

/** Each field of a listing that a file changes: before and after. */
export function ListingChanges({ changes }: { changes: readonly ListingChange[] }) {
  const t = useTranslations('moneyFiles.preview')
  const language = useLocale()
  const shown = (field: ListingChange['field'], value: string | null) => {
    if (value === null || value === '') return t('nothing')
    if (field === 'priceCents') return formatMoney(BigInt(value), language)
    return field === 'platformStock' ? formatNumber(Number(value), language) : value
  }
  return (
    <ul className="mt-1 space-y-0.5 text-[13px] text-ink-2">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {t('change', { field: t(`fields.${field}`), before: shown(field, before), after: shown(field, after) })}
        </li>
      ))}
    </ul>
  )
}
