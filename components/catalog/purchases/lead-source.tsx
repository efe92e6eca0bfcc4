import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { purchasesHref, readPurchaseFilters } from '@/lib/catalog/purchases/filters'
import type { Suggestion } from '@/lib/catalog/purchases/suggestion-queries'

type LeadRow = Pick<
  Suggestion,
  'id' | 'supplierId' | 'leadFrom' | 'typedDays' | 'measuredDays' | 'measuredOf' | 'slowDays' | 'deliveries'
>

/** Where a lead time comes from, down to the purchases that it was measured from. */
export function LeadSource({ row, isLinked = true }: { row: LeadRow; isLinked?: boolean }) {
  const t = useTranslations('purchases.suggestion')
  const { id, supplierId, leadFrom, typedDays, measuredDays, measuredOf, slowDays, deliveries } = row
  if (measuredDays === null || slowDays === null || deliveries === null || measuredOf === null)
    return leadFrom === 'measured' ? null : t(`leadFrom.${leadFrom}`)
  const values = { count: deliveries, days: measuredDays, slow: slowDays, typed: typedDays }
  const text = leadFrom === 'measured' ? t(`measured.${measuredOf}`, values) : t(`typed.${measuredOf}`, values)
  const product = measuredOf === 'product' ? id : null
  if (!isLinked) return text
  return (
    <Link href={purchasesHref(readPurchaseFilters({}), { supplier: supplierId, product })} className="text-ink-3">
      {text}
    </Link>
  )
}
