import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { PeriodPicker } from '@/components/ui/period-picker'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDay } from '@/lib/core/dates'
import { formatAmount, formatMoney, formatNumber } from '@/lib/core/money'
import { freightCauses, freightHref } from '@/lib/money/payouts/freight-filters'
import type { FreightView } from '@/lib/money/payouts/freight-views'
import { settlementHref } from '@/lib/money/payouts/rows-href'
import { FreightGroups } from './freight-groups'
import { FreightSums } from './freight-sums'

/** The seller's cost of freight, and the charges beyond the expectation. */
export function FreightScreen({ view }: { view: FreightView }) {
  return (
    <>
      <Bar view={view} />
      <FreightSums view={view} />
      <FreightGroups view={view} />
      <Faults view={view} />
    </>
  )
}

function Bar({ view: { today, shops } }: { view: FreightView }) {
  const t = useTranslations('shopeeMoney.filters')
  return (
    <div data-print="hide" className="mb-4 flex flex-wrap items-center gap-2">
      <PeriodPicker today={today} fallback="30d" />
      <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
    </div>
  )
}

function Faults({ view }: { view: FreightView }) {
  const t = useTranslations('shopeeMoney.freight')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  const { filters, page, matching } = view
  const clearHref = freightHref(filters, { cause: null, carrier: null, item: null })
  const chips = [
    filters.cause && { label: causes(filters.cause), href: freightHref(filters, { cause: null }) },
    filters.carrier && {
      label: filters.carrier === 'none' ? t('noCarrier') : filters.carrier,
      href: freightHref(filters, { carrier: null }),
    },
    filters.item && {
      label: filters.item === 'mixed' ? t('mixed') : filters.item,
      href: freightHref(filters, { item: null }),
    },
  ].filter((chip) => !!chip)
  return (
    <Card flush>
      <div id="orders" className="scroll-mt-20">
        <CardHeader
          title={t('faults')}
          description={t('faultsText')}
          actions={<ExportButton kind="freight" />}
          className="p-4 pb-2"
        />
      </div>
      <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
        <FilterSelect
          param="cause"
          label={t('cause')}
          allLabel={t('anyCause')}
          options={freightCauses.map((value) => ({ value, label: causes(value) }))}
        />
        <FilterChips chips={chips} clearHref={clearHref} />
      </div>
      {page.rows.length > 0 ? (
        <FaultTable view={view} />
      ) : (
        <EmptyState
          kind="none"
          title={t('none')}
          text={t('noneText')}
          action={chips.length > 0 && <ButtonLink href={clearHref}>{t('clear')}</ButtonLink>}
        />
      )}
      <Pagination
        previousHref={page.previous && `${freightHref(filters, { before: page.previous })}#orders`}
        nextHref={page.next && `${freightHref(filters, { after: page.next })}#orders`}
        summary={t('count', {
          count: Number(matching.count),
          shown: formatNumber(matching.count, language),
          amount: formatMoney(matching.cents, language),
        })}
      />
    </Card>
  )
}

function FaultTable({ view: { page } }: { view: FreightView }) {
  const t = useTranslations('shopeeMoney.freight')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  return (
    <Table label={t('faults')}>
      <Thead>
        <Th>{t('order')}</Th>
        <Th>{t('cause')}</Th>
        <Th>{t('carrier')}</Th>
        <Th>{t('item')}</Th>
        <Th numeric>{t('amount')}</Th>
      </Thead>
      <Tbody>
        {page.rows.map((row) => (
          <Tr key={`${row.id}${row.cause}`}>
            <Td primary>
              <RowLink href={settlementHref(row.id)}>{row.code}</RowLink>
              <span className="block text-xs font-normal text-ink-3">
                {t('soldOn', { shop: row.shopName, day: formatDay(row.day, language) })}
              </span>
            </Td>
            <Td label={t('cause')}>
              <span className="flex flex-wrap items-center gap-1.5">
                {causes(row.cause)}
                {row.isUnconfirmed && <Badge tone="warn">{t('unconfirmed')}</Badge>}
              </span>
            </Td>
            <Td label={t('carrier')} className={row.carrier ? undefined : 'text-ink-3'}>
              {row.carrier ?? t('noCarrier')}
            </Td>
            <Td label={t('item')}>
              <span className="line-clamp-2 max-w-80">{row.items > 1 ? t('mixed') : row.item}</span>
            </Td>
            <Td numeric label={t('amount')} className="font-medium">
              {formatAmount(row.cents, language)}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
