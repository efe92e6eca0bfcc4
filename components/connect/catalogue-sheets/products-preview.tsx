import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { traitsOf } from '@/lib/connect/catalogue-sheets/fields'
import type { Change } from '@/lib/connect/catalogue-sheets/judge-rows'
import type { PreviewPage } from '@/lib/connect/catalogue-sheets/queries'
import type { ProductPreview } from '@/lib/connect/catalogue-sheets/schema'
import { formatDay } from '@/lib/core/dates'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { formatCost } from '@/lib/catalog/costs/cost'
import { MoreRows } from './more-rows'

/** Row by row, what becomes of each field: before and after. */
export function ProductsPreview({ page, base }: { page: PreviewPage<ProductPreview>; base: string }) {
  const t = useTranslations('sheets.preview')
  return (
    <Card flush>
      <Table label={t('what')} sticky={false} focusable>
        <Thead>
          <Th numeric>{t('row')}</Th>
          <Th>{t('product')}</Th>
          <Th>{t('what')}</Th>
        </Thead>
        <Tbody>
          {page.rows.map(({ number, sku, title, outcome, changes }) => (
            <Tr key={number}>
              <Td label={t('row')} numeric>
                {number}
              </Td>
              <Td primary className="max-w-72">
                <span className="block break-all">{sku}</span>
                <span className="block text-[13px] font-normal text-ink-2">{title}</span>
              </Td>
              <Td>
                <Badge tone={outcome === 'new' ? 'good' : 'accent'}>
                  {t(outcome === 'new' ? 'outcomeNew' : 'outcomeChanged')}
                </Badge>
                <Changes changes={changes} isNew={outcome === 'new'} />
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
      <MoreRows base={base} next={page.next} />
    </Card>
  )
}

function Changes({ changes, isNew }: { changes: Change[]; isNew: boolean }) {
  const t = useTranslations('sheets')
  const shown = useShownValue()
  return (
    <ul className="mt-1 space-y-0.5 text-[13px]">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {isNew
            ? t('preview.set', { field: t(`field.${field}`), after: shown(field, after) })
            : t('preview.change', {
                field: t(`field.${field}`),
                before: shown(field, before),
                after: shown(field, after),
              })}
        </li>
      ))}
    </ul>
  )
}

function useShownValue() {
  const t = useTranslations('sheets.preview')
  const language = useLocale()
  return (field: Change['field'], value: Change['after']): string => {
    if (value === null || value === '') return t('nothing')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : t('nothing')
    switch (field === 'kit' ? 'list' : traitsOf(field).kind) {
      case 'money':
        return formatMoney(BigInt(value), language)
      case 'cost':
        return formatCost(String(value), language)
      case 'grams':
        return `${formatNumber(value, language)} g`
      case 'millimetres':
        return `${formatNumber(value, language)} mm`
      case 'units':
        return formatNumber(value, language)
      case 'day':
        return formatDay(String(value), language)
      case 'html':
        return String(value)
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim()
      default:
        return String(value)
    }
  }
}
