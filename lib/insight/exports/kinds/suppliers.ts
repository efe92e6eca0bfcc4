import 'server-only'
import { readSupplierFilters, suppliersHref, type SupplierFilters } from '@/lib/catalog/purchases/filters'
import { countSuppliers, listSuppliers, type SupplierRow } from '@/lib/catalog/purchases/supplier-queries'
import { formatDocument } from '@/lib/identity/settings/documents'
import { defineList } from '@/lib/core/exports/list-kind'
import type { Titles, Translate } from '@/lib/core/exports/column-titles'

const titleOf = (t: Translate, key: keyof Titles['suppliers']) => t(`exports.columns.suppliers.${key}`)

const documentOf = ({ document }: SupplierRow) =>
  document && formatDocument(document, document.length === 11 ? 'cpf' : 'cnpj')

export const suppliers = defineList<SupplierFilters, SupplierRow>({
  permission: 'sheet.import',
  filtersOf: (query) => readSupplierFilters({ ...query, after: undefined, before: undefined }),
  addressOf: (filters) => suppliersHref(filters),
  count: (db, filters, { organizationId }) => countSuppliers(db, organizationId, filters),
  list: (db, filters, { organizationId }, after, size) =>
    listSuppliers(db, organizationId, { ...filters, after }, size),
  columns: ({ t }) => [
    { title: titleOf(t, 'name'), type: 'text', width: 36, value: (row) => row.name },
    { title: titleOf(t, 'document'), type: 'text', width: 20, value: documentOf },
    { title: titleOf(t, 'contactName'), type: 'text', width: 24, value: (row) => row.contactName },
    { title: titleOf(t, 'email'), type: 'text', width: 28, value: (row) => row.email },
    { title: titleOf(t, 'phone'), type: 'text', width: 18, value: (row) => row.phone },
    { title: titleOf(t, 'leadTimeDays'), type: 'number', width: 14, value: (row) => row.leadTimeDays },
    { title: titleOf(t, 'note'), type: 'text', width: 40, value: (row) => row.note },
  ],
})
