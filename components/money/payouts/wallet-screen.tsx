import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterFold } from '@/components/ui/filter-fold'
import { FilterSelect } from '@/components/ui/filter-select'
import { RecordFilter } from '@/components/ui/record-filter'
import { Pagination } from '@/components/ui/pagination'
import { PeriodPicker } from '@/components/ui/period-picker'
import { SearchInput } from '@/components/ui/search-input'
import { formatNumber } from '@/lib/core/money'
import { ledgerHref } from '@/lib/money/payouts/wallet-filters'
import type { WalletScreenView } from '@/lib/money/payouts/wallet-views'
import { walletKinds } from '@/lib/money/wallet/kinds'
import { shopsPath } from '@/lib/connect/shops/schema'
import { AgainstOrdersCard } from './against-orders-card'
import { BalanceCards } from './balance-cards'
import { KindSums } from './kind-sums'
import { WalletTable } from './wallet-table'

type WalletScreenProps = { view: WalletScreenView; timeZone: string }

export function WalletScreen({ view, timeZone }: WalletScreenProps) {
  if (!view.isKnown) return <FirstMovement />
  return (
    <>
      <PeriodBar view={view} />
      <BalanceCards view={view} timeZone={timeZone} />
      <KindSums view={view} />
      <AgainstOrdersCard view={view} />
      <Ledger view={view} timeZone={timeZone} />
    </>
  )
}

function FirstMovement() {
  const t = useTranslations('shopeeMoney.wallet')
  return (
    <EmptyState
      kind="first"
      title={t('first')}
      text={t('firstText')}
      action={
        <>
          <ButtonLink variant="primary" href={shopsPath}>
            {t('connect')}
          </ButtonLink>
          <ButtonLink href="/dashboard/shopee-reconciliation/arquivos">{t('upload')}</ButtonLink>
        </>
      }
    />
  )
}

function PeriodBar({ view: { today, shops } }: { view: WalletScreenView }) {
  const t = useTranslations('shopeeMoney.filters')
  return (
    <div data-print="hide" className="mb-4 flex flex-wrap items-center gap-2">
      <PeriodPicker today={today} fallback="30d" />
      <RecordFilter param="shop" label={t('shop')} allLabel={t('allShops')} records={shops} />
    </div>
  )
}

function Ledger({ view, timeZone }: WalletScreenProps) {
  const t = useTranslations('shopeeMoney.wallet')
  const kinds = useTranslations('shopeeMoney.kinds')
  const directions = useTranslations('shopeeMoney.directions')
  const language = useLocale()
  const { filters, page, matching } = view
  const clearHref = ledgerHref(filters, { kind: null, direction: null, unnamed: false, q: '' })
  const chips = [
    filters.kind && { label: kinds(filters.kind), href: ledgerHref(filters, { kind: null }) },
    filters.direction && { label: directions(filters.direction), href: ledgerHref(filters, { direction: null }) },
    filters.unnamed && { label: t('unnamed'), href: ledgerHref(filters, { unnamed: false }) },
    filters.q && { label: t('orderIs', { code: filters.q }), href: ledgerHref(filters, { q: '' }) },
  ].filter((chip) => !!chip)
  return (
    <Card flush>
      <div id="ledger" className="scroll-mt-20">
        <CardHeader title={t('ledger')} description={t('ledgerText')} className="px-4 pt-4" />
      </div>
      <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
        <SearchInput label={t('search')} className="max-md:basis-full md:basis-56" />
        <FilterFold count={[filters.kind, filters.direction].filter(Boolean).length}>
          <FilterSelect
            param="kind"
            label={t('kind')}
            allLabel={t('anyKind')}
            options={walletKinds.map((value) => ({ value, label: kinds(value) }))}
          />
          <FilterSelect
            param="direction"
            label={t('direction')}
            allLabel={t('anyDirection')}
            options={(['in', 'out'] as const).map((value) => ({ value, label: directions(value) }))}
          />
        </FilterFold>
        <ExportButton kind="wallet" />
        <div className="basis-full empty:hidden">
          <FilterChips chips={chips} clearHref={clearHref} />
        </div>
      </div>
      {page.rows.length > 0 ? (
        <WalletTable rows={page.rows} timeZone={timeZone} />
      ) : (
        <EmptyState kind="none" action={chips.length > 0 && <ButtonLink href={clearHref}>{t('clear')}</ButtonLink>} />
      )}
      <Pagination
        previousHref={page.previous && ledgerHref(filters, { before: page.previous })}
        nextHref={page.next && ledgerHref(filters, { after: page.next })}
        summary={t('count', { count: Number(matching), shown: formatNumber(matching, language) })}
      />
    </Card>
  )
}
