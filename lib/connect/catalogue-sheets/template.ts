import 'server-only'
import type { Readable } from 'node:stream'
import { can } from '@/lib/core/permissions'
import type { Member } from '@/lib/identity/auth/member'
import { saleColumns, saleFields } from '../channel-sales/fields'
import { localDay } from '@/lib/core/dates'
import { withOrganization, type Scope } from '@/lib/core/db'
import { contentTypes, writeSheet } from '@/lib/core/exports/file-formats'
import type { Heading, Value } from '@/lib/core/exports/list-kind'
import type { ExportFormat } from '@/lib/core/exports/schema'
import type { Language } from '@/lib/core/language'
import { traitsOf, type CatalogueField } from './fields'
import { findKnownProducts } from './known-products'
import type { KnownProduct } from './judge-rows'
import type { FieldValue } from './read-row'
import { currentStockNames, templateColumns } from './template-columns'

type Viewer = Pick<Member, 'timeZone' | 'role'> & Scope
export const templateNames = ['products', 'filled', 'kits', 'sales'] as const
export type TemplateName = (typeof templateNames)[number]
type TemplateQuery = { template: TemplateName; format: ExportFormat; language: Language }

const batchProducts = 500
const kitNames = [
  ['SKU do kit', 'Kit SKU'],
  ['Título do kit', 'Kit title'],
  ['SKU do componente', 'Component SKU'],
  ['Quantidade do componente', 'Component quantity'],
] as const
const fileNames: Record<TemplateName, string> = {
  products: 'produtos-modelo',
  filled: 'produtos',
  kits: 'kits-modelo',
  sales: 'vendas-modelo',
}

export function readTemplateQuery(query: URLSearchParams): TemplateQuery {
  const template = templateNames.find((name) => name === query.get('template')) ?? 'products'
  const format = query.get('format') === 'csv' ? 'csv' : 'xlsx'
  return { template, format, language: query.get('language') === 'en' ? 'en' : 'pt' }
}

/** A sheet to fill in, blank or with the products as they are now. */
export function downloadTemplate(viewer: Viewer, { template, format, language }: TemplateQuery) {
  const at = language === 'pt' ? 0 : 1
  const content: Readable = writeSheet[format]({
    name: template === 'sales' ? 'vendas' : 'produtos',
    headings: headingsOf(viewer, template, at),
    batches: template === 'filled' ? listRows(viewer, language) : nothing(),
    language,
    timeZone: viewer.timeZone,
  })
  return { name: `${fileNames[template]}.${format}`, contentType: contentTypes[format], content }
}

async function* nothing(): AsyncGenerator<Value[][]> {}

const columnsOf = ({ role }: Viewer) =>
  templateColumns.filter(({ field }) => !traitsOf(field).money || can(role, 'money.read'))

function headingsOf(viewer: Viewer, template: TemplateName, at: 0 | 1): Heading[] {
  if (template === 'kits') return kitNames.map((names) => ({ title: names[at], type: 'text', width: 24 }))
  if (template === 'sales')
    return saleFields
      .filter((field) => field !== 'rowTotal')
      .map((field) => ({ title: saleColumns[field][at] ?? field, type: 'text', width: 18 }))
  const headings: Heading[] = columnsOf(viewer).map(({ names, type, width }) => ({ title: names[at]!, type, width }))
  return template === 'filled' ? [...headings, { title: currentStockNames[at], type: 'number', width: 20 }] : headings
}

/** The count stays empty and the stock is shown beside it: units sold while the sheet was edited must not come back. */
async function* listRows(viewer: Viewer, language: Language): AsyncGenerator<Value[][]> {
  const { organizationId, timeZone } = viewer
  const columns = columnsOf(viewer)
  let after = ''
  for (;;) {
    const from = after
    const products = await withOrganization(viewer, async (db) => {
      const page = await db.$queryRaw<{ key: string }[]>`
        SELECT sku_key AS key FROM product WHERE organization_id = ${organizationId}::uuid AND sku_key > ${from} ORDER BY sku_key LIMIT ${batchProducts}`
      const today = localDay(new Date(), timeZone)
      const keys = page.map(({ key }) => key)
      const known = await findKnownProducts(db, organizationId, keys, { today, lockStock: false })
      return keys.map((key) => ({ key, product: known.get(key) }))
    })
    const rows = products.flatMap(({ product }) => (product ? [product] : []))
    if (rows.length > 0)
      yield rows.map((product) => [
        ...columns.map(({ field }) => shown(field, product, language)),
        product.isKit ? null : product.onHand,
      ])
    if (products.length < batchProducts) return
    after = products.at(-1)!.key
  }
}

function shown(field: CatalogueField, { sku, values }: KnownProduct, language: Language): Value {
  if (field === 'sku') return sku
  if (field === 'stock' || field === 'costSince') return null
  const value: FieldValue | undefined = values[field]
  if (value === null || value === undefined) return null
  if (field === 'archived') return flagWords[language][value ? 1 : 0]
  if (Array.isArray(value)) return value.join(', ')
  if (field === 'price' || field === 'packagingCost') return BigInt(String(value))
  if (field === 'cost') return centsOrText(String(value), language)
  return typeof value === 'boolean' ? null : value
}

const flagWords = { pt: ['Não', 'Sim'], en: ['No', 'Yes'] } as const

/** A cost finer than a cent is written as text, so that it comes back as it was. */
function centsOrText(cost: string, language: Language): Value {
  const [whole = '0', fraction = ''] = cost.split('.')
  if (fraction.length <= 2) return BigInt(whole + fraction.padEnd(2, '0'))
  return language === 'pt' ? cost.replace('.', ',') : cost
}
