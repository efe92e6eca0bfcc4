import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { settlementsHref, type SettlementFilters } from '@/lib/money/reconciliation/filters'
import type { ReconciliationView } from '@/lib/money/reconciliation/views'
import { Difference } from './difference'
import { useUnexplained } from './use-unexplained'

/** The cards' figures shop by shop, where there are several; each figure opens the orders behind it. */
export function ShopTotals({ view: { shopTotals, filters } }: { view: ReconciliationView }) {
  const t = useTranslations('reconciliation.shopTotals')
  if (shopTotals.length < 2) return null
  return (
    <Card flush>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center justify-between gap-3 px-4 py-2.5 font-title [&::-webkit-details-marker]:hidden">
          {t('title')}
          <ChevronDownIcon aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <Table label={t('title')} sticky={false} className="border-t border-line">
          <Thead>
            <Th>{t('shop')}</Th>
            <Th numeric>{t('expected')}</Th>
            <Th numeric>{t('released')}</Th>
            <Th numeric>{t('difference')}</Th>
            <Th numeric>{t('explained')}</Th>
            <Th numeric>{t('unexplained')}</Th>
          </Thead>
          <Tbody>
            {shopTotals.map((shop) => (
              <ShopLine key={shop.id} shop={shop} filters={filters} />
            ))}
          </Tbody>
        </Table>
      </details>
    </Card>
  )
}

type ShopLineProps = { shop: ReconciliationView['shopTotals'][number]; filters: SettlementFilters }

function ShopLine({ shop, filters }: ShopLineProps) {
  const t = useTranslations('reconciliation.shopTotals')
  const cards = useTranslations('reconciliation.cards')
  const language = useLocale()
  const unexplained = useUnexplained(shop)
  const all: Partial<SettlementFilters> = {
    shop: shop.id,
    q: '',
    cause: null,
    inCase: null,
    minCents: null,
    differing: false,
    sort: 'newest',
  }
  const differing: Partial<SettlementFilters> = { ...all, differing: true, sort: 'difference' }
  const to = (changes: Partial<SettlementFilters>, children: ReactNode) => (
    <Link href={settlementsHref(filters, changes)} scroll={false} className="inline-flex min-h-6 items-center">
      {children}
    </Link>
  )
  return (
    <Tr>
      <Td primary>{to(all, shop.name)}</Td>
      <Td numeric label={t('expected')}>
        {formatAmount(shop.expectedCents, language)}
      </Td>
      <Td numeric label={t('released')}>
        {formatAmount(shop.releasedCents, language)}
        {shop.adjustedCents !== 0n && (
          <span className="block text-[13px] text-ink-3">
            {cards('adjusted', { cents: formatMoney(shop.adjustedCents, language) })}
          </span>
        )}
      </Td>
      <Td numeric label={t('difference')}>
        {to(differing, <Difference cents={shop.differenceCents} />)}
      </Td>
      <Td numeric label={t('explained')}>
        {formatAmount(shop.explainedCents, language)}
      </Td>
      <Td numeric label={t('unexplained')}>
        {unexplained ? to({ ...differing, cause: 'unexplained' }, unexplained) : cards('allExplained')}
      </Td>
    </Tr>
  )
}
