import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { RunProgress } from '@/components/money/reconciliation/run-progress'
import { Card, CardHeader } from '@/components/ui/card'
import { BarChart } from '@/components/ui/chart/bar-chart'
import { ConfirmButton } from '@/components/ui/confirm-button'
import { Definition } from '@/components/ui/definition'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { ordersHref } from '@/lib/sales/sales-figures/filters'
import { formatMonth, type DayRange, formatDay } from '@/lib/core/dates'
import { takePublishedAction } from '@/lib/money/fees/actions'
import { feeKinds, type FeeKind } from '@/lib/money/fees/fee-kinds'
import { feeMonths } from '@/lib/money/fees/fees-filters'
import type { FeesView, FeeSums } from '@/lib/money/fees/views'
import { formatAmount, formatMoney, formatMoneyShort, formatPercent } from '@/lib/core/money'
import { ParticipationQuestions } from './participation-questions'
import { RulesCard } from './rules-card'
import { TermsCard } from './terms-card'
import { BandsTable } from './bands-table'

/** The marketplace's charges, month by month, and the rules that allow them. */
export function FeesScreen({ view, timeZone }: { view: FeesView; timeZone: string }) {
  return (
    <div className="grid gap-4">
      {view.progress && <RunProgress {...view.progress} />}
      {view.canEdit && <ParticipationQuestions participation={view.participation} />}
      <NewerTables view={view} />
      <MonthsCard view={view} />
      <RulesCard view={view} timeZone={timeZone} />
      <TermsCard view={view} />
    </div>
  )
}

function MonthsCard({ view }: { view: FeesView }) {
  const t = useTranslations('fees.overview')
  const language = useLocale()
  const { filters, months, total, shops } = view
  const points = months.map(({ month, sums }) => ({
    label: formatMonth(month, language),
    title: formatMonth(month, language),
    value: Number(sums.totalCents),
    valueText: formatMoney(sums.totalCents, language),
  }))
  return (
    <Card flush>
      <CardHeader title={t('title')} description={t('text')} className="p-4 pb-2" />
      <div data-print="hide" className="flex flex-wrap items-center gap-2 px-4 pb-3">
        <FilterSelect
          param="months"
          label={t('months')}
          allLabel={t('lastMonths', { count: 12 })}
          options={feeMonths
            .filter((count) => count !== 12)
            .map((count) => ({ value: String(count), label: t('lastMonths', { count }) }))}
        />
        <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
      </div>
      {total.totalCents === 0n && total.revenueCents === 0n ? (
        <EmptyState kind="none" title={t('none')} text={t('noneText')} className="border-t border-line" />
      ) : (
        <>
          <BarChart
            label={t('chart')}
            points={points}
            names={{ x: t('month'), current: t('fees') }}
            formatTick={(value) => formatMoneyShort(BigInt(Math.round(value)), language)}
            className="px-4 pb-4"
          />
          <MonthsTable view={view} filters={filters} />
        </>
      )}
    </Card>
  )
}

function MonthsTable({ view: { months, total }, filters }: { view: FeesView; filters: FeesView['filters'] }) {
  const t = useTranslations('fees.overview')
  const language = useLocale()
  // Kinds without any amount are left out.
  const kinds = feeKinds.filter((kind) => [total, ...months.map(({ sums }) => sums)].some((sums) => sums[kind] !== 0n))
  return (
    <Table label={t('title')} sticky={false}>
      <Thead>
        <Th>{t('month')}</Th>
        {kinds.map((kind) => (
          <Th key={kind} numeric>
            <span className="inline-flex items-center gap-1.5">
              {t(`kinds.${kind}`)}
              {kind === 'freight' && <Definition label={t(`kinds.${kind}`)}>{t('freightHow')}</Definition>}
            </span>
          </Th>
        ))}
        <Th numeric>{t('total')}</Th>
        <Th numeric>{t('share')}</Th>
      </Thead>
      <Tbody>
        {months.toReversed().map(({ month, from, to, sums }) => (
          <SumsRow
            key={month}
            name={formatMonth(month, language)}
            kinds={kinds}
            sums={sums}
            range={{ from, to }}
            shop={filters.shop}
          />
        ))}
        <SumsRow name={t('allMonths')} kinds={kinds} sums={total} range={filters} shop={filters.shop} isTotal />
      </Tbody>
    </Table>
  )
}

type SumsRowProps = {
  name: string
  kinds: readonly FeeKind[]
  sums: FeeSums
  range: DayRange
  shop: string | null
  isTotal?: boolean
}

/** From the seller's side, as on every other screen: what was taken is below zero. */
function SumsRow({ name, kinds, sums, range, shop, isTotal }: SumsRowProps) {
  const t = useTranslations('fees.overview')
  const language = useLocale()
  const rows = {
    ...range,
    period: 'custom',
    previousFrom: '',
    previousTo: '',
    days: 0,
    shop,
    channel: 'shopee',
  } as const
  return (
    <Tr className={isTotal ? 'font-semibold' : undefined}>
      <Td primary>
        <Link href={ordersHref(rows, { valid: true })} aria-label={t('openOrders', { month: name })}>
          {name}
        </Link>
        {sums.isEstimated && <span className="block text-xs font-normal text-warn">{t('estimated')}</span>}
      </Td>
      {kinds.map((kind) => (
        <Td key={kind} numeric label={t(`kinds.${kind}`)}>
          {formatAmount(-sums[kind], language)}
        </Td>
      ))}
      <Td numeric label={t('total')}>
        {formatMoney(-sums.totalCents, language)}
      </Td>
      <Td numeric label={t('share')}>
        {sums.revenueCents > 0n ? (
          formatPercent(Number((sums.totalCents * 10_000n) / sums.revenueCents) / 10_000, language)
        ) : (
          <span aria-hidden className="text-ink-3">
            {'—'}
          </span>
        )}
      </Td>
    </Tr>
  )
}

/** Rules that somebody edited stay as they are: that a newer table is published is said here. */
function NewerTables({ view: { newer, canEdit } }: { view: FeesView }) {
  const t = useTranslations('fees.rules')
  const language = useLocale()
  if (newer.length === 0) return null
  return (
    <Card flush>
      <CardHeader title={t('newer', { count: newer.length })} description={t('newerText')} className="p-4 pb-3" />
      <ul className="divide-y divide-line border-t border-line">
        {newer.map((table) => {
          const from = formatDay(table.fromDay, language)
          return (
            <li key={table.published} className="grid gap-2 p-4">
              <h3 className="font-semibold">{table.name}</h3>
              <p className="text-[13px] text-ink-2 tabular-nums">
                {table.toDay ? t('span', { from, to: formatDay(table.toDay, language) }) : t('since', { from })}
              </p>
              <details>
                <summary className="w-fit cursor-pointer text-[13px] font-medium text-accent-text">
                  {t('details')}
                </summary>
                <div className="mt-2">
                  <BandsTable label={table.name} bands={table.bands} proved={[]} />
                </div>
              </details>
              {canEdit && table.published && (
                <ConfirmButton
                  size="sm"
                  className="w-fit"
                  action={takePublishedAction}
                  input={{ key: table.published }}
                  label={t('newerTake', { from })}
                  title={t('newerAsk', { name: table.name })}
                  text={t('newerAskText', { from })}
                  successMessage={t('newerTaken')}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
