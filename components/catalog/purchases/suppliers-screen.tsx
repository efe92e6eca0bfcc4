import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { ExportButton } from '@/components/insight/exports/export-button'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { NoData } from '@/components/ui/no-data'
import { Pagination } from '@/components/ui/pagination'
import { SearchInput } from '@/components/ui/search-input'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { Tabs } from '@/components/ui/tabs'
import { suppliersHref } from '@/lib/catalog/purchases/filters'
import type { SupplierRow } from '@/lib/catalog/purchases/supplier-queries'
import type { SupplierList } from '@/lib/catalog/purchases/views'
import { formatDocument } from '@/lib/identity/settings/documents'
import { SupplierDrawer } from './supplier-drawer'

export function SuppliersScreen({ list }: { list: SupplierList }) {
  const t = useTranslations('purchases.suppliers')
  const { filters, page, hasAny } = list
  const create = (
    <ButtonLink variant="primary" href={suppliersHref(filters, {}, { new: '1' })} scroll={false}>
      <PlusIcon aria-hidden />
      {t('new')}
    </ButtonLink>
  )
  if (!hasAny)
    return (
      <>
        <Card>
          <EmptyState kind="first" title={t('first')} text={t('firstText')} action={create} />
        </Card>
        <SupplierDrawer list={list} />
      </>
    )
  const tabs = [false, true].map((archived) => ({
    label: t(archived ? 'archived' : 'active'),
    href: suppliersHref(filters, { archived }),
    active: filters.archived === archived,
  }))
  return (
    <>
      <h2 className="sr-only">{t('title')}</h2>
      <Tabs label={t('views')} tabs={tabs} />
      <Card flush>
        <div data-print="hide" className="flex flex-wrap items-center gap-2 p-3">
          <SearchInput label={t('search')} className="basis-56" />
          <ExportButton kind="suppliers" />
          {create}
        </div>
        {page.rows.length > 0 ? (
          <SupplierTable list={list} />
        ) : (
          <EmptyState kind="none" className="border-t border-line" title={t('none')} text={t('noneText')} />
        )}
        <Pagination
          previousHref={page.previous && suppliersHref(filters, { before: page.previous })}
          nextHref={page.next && suppliersHref(filters, { after: page.next })}
          summary={t('count', { count: page.rows.length })}
        />
      </Card>
      <SupplierDrawer list={list} />
    </>
  )
}

function SupplierTable({ list: { page, filters } }: { list: SupplierList }) {
  const t = useTranslations('purchases.suppliers')
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('labels.name')}</Th>
        <Th>{t('labels.document')}</Th>
        <Th>{t('labels.contactName')}</Th>
        <Th numeric>{t('labels.leadTimeDays')}</Th>
      </Thead>
      <Tbody>
        {page.rows.map((supplier) => (
          <Tr key={supplier.id}>
            <Td>
              <RowLink
                href={suppliersHref(filters, {}, { edit: supplier.id })}
                scroll={false}
                className="font-semibold break-words"
              >
                {supplier.name}
              </RowLink>
            </Td>
            <Td label={t('labels.document')} className="tabular-nums">
              {shownDocument(supplier) ?? <NoData />}
            </Td>
            <Td label={t('labels.contactName')}>
              {supplier.contactName ?? supplier.phone ?? supplier.email ?? <NoData />}
            </Td>
            <Td numeric label={t('labels.leadTimeDays')}>
              {supplier.leadTimeDays === null ? <NoData /> : t('leadDays', { days: supplier.leadTimeDays })}
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

const shownDocument = ({ document }: SupplierRow) =>
  document ? formatDocument(document, document.length === 11 ? 'cpf' : 'cnpj') : null
