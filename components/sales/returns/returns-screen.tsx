import { useLocale, useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { formatDateTime } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { returnsHref } from '@/lib/sales/returns/filters'
import type { ReturnRow } from '@/lib/sales/returns/queries'
import { returnKinds, returnPath, returnsPath, returnTabs } from '@/lib/sales/returns/schema'
import type { ReturnList } from '@/lib/sales/returns/views'
import { FindReturn } from './find-return'
import { NewReturns } from './new-returns'
import { ReturnReason, ReturnState } from './return-words'

type ReturnsScreenProps = { list: ReturnList; timeZone: string; now: Date }

export function ReturnsScreen({ list, timeZone, now }: ReturnsScreenProps) {
  const t = useTranslations('returns')
  const { filters, page, comingBack } = list
  const isFiltered = filters.q !== '' || filters.kind !== null || filters.shop !== null
  return (
    <div className="grid min-w-0 gap-4">
      {!filters.after && !filters.before && <NewReturns since={now.toISOString()} />}
      <Card>
        <CardHeader title={t('receiveTitle')} description={t('comingBack', comingBack)} className="mb-3" />
        <FindReturn />
      </Card>
      <Card flush>
        <CardHeader title={t('title')} className="px-4 pt-4" />
        <ReturnTabs list={list} />
        <FilterBar list={list} />
        {page.rows.length === 0 ? (
          <EmptyState
            kind={isFiltered ? 'none' : 'first'}
            level={3}
            title={isFiltered ? undefined : t(`empty.${filters.tab}`)}
            text={isFiltered ? undefined : t('emptyText')}
            action={isFiltered && <ClearFilters />}
            className="border-t border-line"
          />
        ) : (
          <>
            <Table label={t('title')} className="border-t border-line">
              <Thead>
                <Th>{t('order')}</Th>
                <Th>{t('what')}</Th>
                <Th>{t('state')}</Th>
                <Th numeric>{t('refund')}</Th>
                <Th>{t('deadline')}</Th>
              </Thead>
              <Tbody>
                {page.rows.map((row) => (
                  <ReturnLine key={row.id} row={row} timeZone={timeZone} now={now} />
                ))}
              </Tbody>
            </Table>
            {(page.previous ?? page.next) !== null && (
              <Pagination
                previousHref={page.previous && returnsHref(filters, { before: page.previous })}
                nextHref={page.next && returnsHref(filters, { after: page.next })}
              />
            )}
          </>
        )}
      </Card>
    </div>
  )
}

function ReturnLine({ row, timeZone, now }: { row: ReturnRow; timeZone: string; now: Date }) {
  const t = useTranslations('returns')
  const language = useLocale()
  const isLate = row.dueAt !== null && row.dueAt < now && row.state === 'open'
  return (
    <Tr>
      <Td primary className="max-md:col-start-1!">
        <RowLink href={returnPath(row.id)} className="tabular-nums">
          {row.orderCode}
        </RowLink>
        <span className="block text-[13px] font-normal text-ink-3">{row.shopName}</span>
      </Td>
      <Td>
        <span className="block">{t(`kinds.${row.kind}`)}</span>
        <span className="line-clamp-2 max-w-96 text-[13px] text-ink-3">
          {`${t('units', { count: row.units })} · ${row.titles.join(', ') || '—'}`}
        </span>
        {row.reason && (
          <span className="block text-[13px] text-ink-3">
            <ReturnReason reason={row.reason} />
          </span>
        )}
      </Td>
      <Td label={t('state')}>
        <ReturnState state={row.state} kind={row.kind} platformStatus={row.platformStatus} />
      </Td>
      <Td numeric label={t('refund')}>
        {row.refundCents === null ? t('refundUnknown') : formatMoney(row.refundCents, language)}
      </Td>
      <Td label={t('deadline')} className={isLate ? 'font-medium text-bad tabular-nums' : 'tabular-nums'}>
        {row.dueAt ? formatDateTime(row.dueAt, language, timeZone) : '—'}
        {isLate && <span className="block text-[13px]">{t('late')}</span>}
      </Td>
    </Tr>
  )
}

function ReturnTabs({ list: { filters, counts } }: { list: ReturnList }) {
  const t = useTranslations('returns.tabs')
  const language = useLocale()
  const tabs = returnTabs.map((tab) => ({
    href: returnsHref(filters, { tab }),
    label: t(tab),
    count: formatNumber(counts[tab], language),
    active: filters.tab === tab,
  }))
  return <Tabs label={t('label')} tabs={tabs} className="mt-2 mb-0! px-2" />
}

function FilterBar({ list: { shops } }: { list: ReturnList }) {
  const t = useTranslations('returns')
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <SearchInput label={t('search')} className="max-sm:basis-full sm:max-w-80 sm:basis-48" />
      <FilterSelect
        param="kind"
        label={t('kind')}
        allLabel={t('allKinds')}
        options={returnKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
    </div>
  )
}

function ClearFilters() {
  const common = useTranslations('common')
  return <ButtonLink href={returnsPath}>{common('clearAll')}</ButtonLink>
}
