import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { MetricCard } from '@/components/ui/metric-card'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { Skeleton } from '@/components/ui/skeleton'
import { WhenReady } from '@/components/ui/when-ready'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { deskHref, deskQuery, deskShows, deskSorts } from '@/lib/money/prices/desk-filters'
import type { PriceRule } from '@/lib/money/prices/price-rule'
import type { DeskSums, PriceDesk } from '@/lib/money/prices/desk-views'
import { monthOf } from '@/lib/money/prices/quote'
import { ChangesCard } from './changes-card'
import { DeskPicks, PickAllPrices, type PickedPrice } from './desk-picks'
import { DeskTable } from './desk-table'
import { RuleForm } from './rule-form'
import { RuleOutcome } from './rule-outcome'

/** Every listing with what its price leaves, now and under a rule for new prices. */
export function DeskScreen({ desk, timeZone }: { desk: PriceDesk; timeZone: string }) {
  const t = useTranslations('priceDesk')
  const { filters, page, shown, today, day } = desk
  const isFiltered = filters.q !== '' || filters.shop !== null || filters.show !== null
  if (shown === 0 && !isFiltered && desk.changes.changes.length === 0)
    return (
      <Card flush>
        <CardHeader title={t('title')} description={t('text')} className="p-4 pb-0" />
        <EmptyState kind="first" title={t('none')} text={t('noneText')} />
      </Card>
    )
  return (
    <div className="grid gap-4">
      <Card flush>
        <CardHeader title={t('title')} description={t('text')} className="p-4 pb-0" />
        <RuleForm
          key={deskHref(filters, { show: null, q: '', shop: null })}
          filters={filters}
          today={today}
          day={day}
        />
        <Basis desk={desk} />
      </Card>
      <WhenReady
        key={deskHref(filters, { after: filters.after, before: filters.before })}
        promise={desk.whole}
        fallback={<SumsPending isRuled={filters.rule !== null} />}
      >
        {({ sums, nextChange }) => (
          <>
            <Sums desk={desk} sums={sums} />
            {nextChange && <NextChange desk={desk} next={nextChange} />}
            {filters.rule && <RuleOutcome desk={desk} sums={sums} />}
          </>
        )}
      </WhenReady>
      <ChangesCard
        list={desk.changes}
        earlierHref={deskHref(filters, { earlier: true })}
        shops={desk.shops}
        timeZone={timeZone}
        canSend={desk.canSend}
      />
      <Card flush>
        <Tools desk={desk} />
        {page.rows.length > 0 ? (
          <Rows desk={desk} />
        ) : (
          <EmptyState kind="none" className="border-t border-line" title={isFiltered ? t('noResult') : t('none')} />
        )}
        <Pagination
          previousHref={page.previous && deskHref(filters, { before: page.previous })}
          nextHref={page.next && deskHref(filters, { after: page.next })}
          summary={t('count', { count: shown })}
        />
      </Card>
    </div>
  )
}

/** The next change of fees that is known, and the way to the prices that mend it. */
function NextChange({ desk, next: { day, turns } }: { desk: PriceDesk; next: { day: string; turns: number } }) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  const keep: PriceRule = { kind: 'keep', ending: 'none', leastMargin: null }
  const show = turns > 0 ? 'turns' : null
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-[15px] font-title">{t('nextChange', { day: formatDay(day, language) })}</h2>
        <p className={turns > 0 ? 'text-warn' : 'text-ink-2'}>{t('nextTurns', { count: turns })}</p>
      </div>
      <ButtonLink href={deskHref(desk.filters, { day, show, rule: keep })}>{t('mend')}</ButtonLink>
    </Card>
  )
}

/** With boxes where new prices can be sent. */
function Rows({ desk }: { desk: PriceDesk }) {
  const { filters, page, canSend, day, today } = desk
  const shops = desk.shops.map(({ id, name }) => ({ id, name }))
  const table = { rows: page.rows, shops, isRuled: filters.rule !== null }
  if (!filters.rule || !canSend) return <DeskTable {...table} canPick={false} />
  const query = deskQuery(filters, { show: null, q: '', shop: null, sort: 'sold', direction: 'desc', earlier: false })
  const rows = page.rows.flatMap((row): PickedPrice | [] => {
    const { id, now, next, kept, title, variation } = row
    if (!next || kept) return []
    const month = (cents: bigint | null) => (cents === null ? null : monthOf(cents, row))
    return {
      id,
      shopId: row.shopId,
      monthUnits: Number(row.units / (row.sharers > 0n ? row.sharers : 1n)),
      name: [title, variation].filter(Boolean).join(' · '),
      nextCents: next.priceCents,
      monthBeforeCents: month(now.profitCents),
      monthAfterCents: month(next.profitCents),
    }
  })
  return (
    <DeskPicks
      key={query}
      rows={rows}
      query={query}
      today={today}
      shops={shops}
      day={day}
      doneHref={deskHref(filters, { rule: null, show: null, day: null })}
    >
      <PickAllPrices shown="cards" />
      <DeskTable {...table} canPick />
    </DeskPicks>
  )
}

/** The rules that the figures follow, and the reasons why some of them are unknown. */
function Basis({ desk: { shops, day, withoutRule, filters } }: { desk: PriceDesk }) {
  const t = useTranslations('priceDesk')
  const language = useLocale()
  const names = [...new Set(shops.flatMap(({ ruleName }) => ruleName ?? []))]
  const untaxed = shops.filter(({ hasTax }) => !hasTax).map(({ name }) => name)
  const elsewhere = shops.filter(({ isPriceOurs }) => !isPriceOurs).map(({ name }) => name)
  const unconfirmed = shops.some(({ ruleName, isConfirmed }) => ruleName !== null && !isConfirmed)
  return (
    <div className="grid gap-1 border-t border-line px-4 py-3 text-[13px] text-ink-2">
      {names.length > 0 && (
        <p>
          {t('basis', { rules: names.join(', '), day: formatDay(day, language) })}
          {unconfirmed && <span className="text-warn"> {t('notConfirmed')}</span>}
        </p>
      )}
      {untaxed.length > 0 && <p className="text-warn">{t('untaxed', { shops: untaxed.join(', ') })}</p>}
      {filters.rule && elsewhere.length > 0 && (
        <p className="text-warn">
          {t('elsewhere', { shops: elsewhere.join(', ') })}{' '}
          <Link href="/dashboard/shops" className="font-semibold text-accent-text">
            {t('toShops')}
          </Link>
        </p>
      )}
      {withoutRule > 0 && <p className="text-warn">{t('withoutRule', { count: withoutRule })}</p>}
    </div>
  )
}

/** Rows can be read while the sums of all listings are still calculated. */
function SumsPending({ isRuled }: { isRuled: boolean }) {
  const t = useTranslations('priceDesk')
  return (
    <div role="status" className="grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
      <span className="sr-only">{t('pending')}</span>
      {Array.from({ length: isRuled ? 8 : 4 }, (_, at) => (
        <Skeleton key={at} className="h-24 rounded-card" />
      ))}
    </div>
  )
}

function Sums({ desk: { filters, day, today }, sums }: { desk: PriceDesk; sums: DeskSums }) {
  const isToday = day === today
  const t = useTranslations('priceDesk')
  const language = useLocale()
  return (
    <div className="grid gap-3 min-[360px]:grid-cols-2 lg:grid-cols-4">
      {(['lower', isToday ? 'losing' : 'turns', 'unknown'] as const).map((show) => (
        <MetricCard
          key={show}
          label={t(`shows.${show}`)}
          value={formatNumber(sums[show], language)}
          definition={t(`showsHow.${show}`)}
          href={deskHref(filters, { show })}
        />
      ))}
      <MetricCard
        label={t('month')}
        value={sums.listings > sums.unknown ? formatMoney(sums.monthCents, language) : null}
        definition={t('monthHow')}
        href={deskHref(filters, { show: null, sort: 'month', direction: 'desc' })}
      />
    </div>
  )
}

function Tools({ desk: { filters, shops, day, today } }: { desk: PriceDesk }) {
  const t = useTranslations('priceDesk')
  const isRuled = filters.rule !== null
  const chips = [
    filters.show && { label: t(`shows.${filters.show}`), href: deskHref(filters, { show: null }) },
    filters.q && { label: t('searched', { text: filters.q }), href: deskHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  const options = deskShows.filter(
    (show) => (show !== 'turns' || day !== today) && (isRuled || (show !== 'changes' && show !== 'kept')),
  )
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput label={t('search')} className="max-md:basis-full md:basis-56" />
      <FilterFold count={[filters.show, filters.shop].filter(Boolean).length}>
        <FilterSelect
          param="show"
          label={t('show')}
          allLabel={t('showAll')}
          options={options.map((value) => ({ value, label: t(`shows.${value}`) }))}
        />
        <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
        <FilterSelect
          param="sort"
          label={t('sort')}
          allLabel={t('sorts.sold')}
          options={deskSorts.filter((sort) => sort !== 'sold').map((value) => ({ value, label: t(`sorts.${value}`) }))}
        />
      </FilterFold>
      <span className="ml-auto">
        <ButtonLink href="/dashboard/shopee/calculadora">{t('calculate')}</ButtonLink>
      </span>
      <div className="basis-full empty:hidden">
        <FilterChips chips={chips} clearHref={deskHref(filters, { q: '', show: null, shop: null })} />
      </div>
    </div>
  )
}
