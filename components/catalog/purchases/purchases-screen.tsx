import { PlusIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChips } from '@/components/ui/filter-chips'
import { FilterSelect } from '@/components/ui/filter-select'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { formatDay, localDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { purchasesHref, purchasesPath, purchaseViews } from '@/lib/catalog/purchases/filters'
import type { PurchaseRow } from '@/lib/catalog/purchases/purchase-queries'
import type { PurchaseList } from '@/lib/catalog/purchases/views'
import { ExpectedDay } from './expected-day'
import { InvoiceUpload } from './invoice-upload'
import { PurchaseBadge } from './purchase-badge'

type ScreenProps = { list: PurchaseList; timeZone: string }

export function PurchasesScreen({ list, timeZone }: ScreenProps) {
  const t = useTranslations('purchases.list')
  const { filters, page, hasAny, suppliers, productSku, invoices } = list
  const withoutProduct = purchasesHref(filters, { product: null })
  const create = (
    <ButtonLink variant="primary" href={`${purchasesPath}/nova`}>
      <PlusIcon aria-hidden />
      {t('new')}
    </ButtonLink>
  )
  const upload = <InvoiceUpload invoices={invoices} />
  if (!hasAny)
    return (
      <>
        <Card className="mb-4">
          <EmptyState kind="first" title={t('first')} text={t('firstText')} action={create} />
        </Card>
        {upload}
      </>
    )
  const tabs = [null, ...purchaseViews].map((view) => ({
    label: t(`views.${view ?? 'all'}`),
    href: purchasesHref(filters, { view }),
    active: filters.view === view,
  }))
  return (
    <>
      <h2 className="sr-only">{t('title')}</h2>
      {upload}
      <Tabs label={t('views.label')} tabs={tabs} />
      <Card flush>
        <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
          <SearchInput label={t('search')} className="basis-56" />
          <FilterSelect
            param="supplier"
            label={t('supplier')}
            allLabel={t('anySupplier')}
            options={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ExportButton kind="purchases" />
          {create}
          <div className="basis-full empty:hidden">
            <FilterChips
              chips={
                filters.product ? [{ label: t('ofProduct', { sku: productSku ?? '—' }), href: withoutProduct }] : []
              }
              clearHref={withoutProduct}
            />
          </div>
        </div>
        {page.rows.length > 0 ? (
          <PurchaseTable rows={page.rows} timeZone={timeZone} />
        ) : (
          <EmptyState kind="none" className="border-t border-line" title={t('none')} text={t('noneText')} />
        )}
        <Pagination
          previousHref={page.previous && purchasesHref(filters, { before: page.previous })}
          nextHref={page.next && purchasesHref(filters, { after: page.next })}
          summary={t('count', { count: page.rows.length })}
        />
      </Card>
    </>
  )
}

function PurchaseTable({ rows, timeZone }: { rows: PurchaseRow[]; timeZone: string }) {
  const t = useTranslations('purchases.list')
  const language = useLocale()
  // oxlint-disable-next-line react/purity -- rendered once a request, on the server
  const today = localDay(new Date(), timeZone)
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('number')}</Th>
        <Th>{t('created')}</Th>
        <Th>{t('expected')}</Th>
        <Th numeric>{t('received')}</Th>
        <Th numeric>{t('total')}</Th>
        <Th>{t('status')}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td className="md:min-w-48">
              <RowLink href={`${purchasesPath}/${row.id}`} className="font-semibold tabular-nums">
                {t('numbered', { number: row.number })}
              </RowLink>
              <span className="block text-xs text-ink-3">{row.supplierName}</span>
            </Td>
            <Td label={t('created')} className="tabular-nums">
              {formatDay(localDay(row.createdAt, timeZone), language)}
            </Td>
            <Td label={t('expected')} className="tabular-nums">
              <ExpectedDay {...row} today={today} />
            </Td>
            <Td numeric label={t('received')}>
              {t('ofUnits', {
                received: formatNumber(row.received, language),
                units: formatNumber(row.units, language),
              })}
            </Td>
            <Td numeric label={t('total')} className="font-medium">
              {formatMoney(row.totalCents, language)}
            </Td>
            <Td label={t('status')}>
              <PurchaseBadge status={row.status} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}
