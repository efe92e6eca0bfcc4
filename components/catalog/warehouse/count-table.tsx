import { useLocale, useTranslations } from 'next-intl'
import { ProductPhoto } from '@/components/catalog/products/product-photo'
import { Badge } from '@/components/ui/badge'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatMoney, formatNumber } from '@/lib/core/money'
import type { CountLine } from '@/lib/catalog/warehouse/count-lines'
import type { CountView } from '@/lib/catalog/warehouse/count-views'
import { CountLineActions } from './count-line-actions'

export function CountTable({ view }: { view: CountView }) {
  const t = useTranslations('counts.lines')
  const { seesMoney } = view
  const isOpen = view.count.state === 'open'
  return (
    <Table label={t('title')} className="border-t border-line">
      <Thead>
        <Th>{t('product')}</Th>
        <Th>{t('shelf')}</Th>
        <Th numeric>{t('expected')}</Th>
        <Th numeric>{t('counted')}</Th>
        <Th numeric>{t('difference')}</Th>
        {seesMoney && <Th numeric>{t('value')}</Th>}
        {isOpen && (
          <Th narrow>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        )}
      </Thead>
      <Tbody>
        {view.page.rows.map((line) => (
          <Line key={line.productId} line={line} view={view} isOpen={isOpen} />
        ))}
      </Tbody>
    </Table>
  )
}

function Line({ line, view, isOpen }: { line: CountLine; view: CountView; isOpen: boolean }) {
  const t = useTranslations('counts.lines')
  const language = useLocale()
  const { units, difference, people } = line
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @max-xl:col-start-1 @max-xl:row-start-1 @xl:min-w-56">
        <span className="flex items-center gap-3">
          <ProductPhoto fileId={line.photoFileId} />
          <span className="min-w-0">
            <span className="line-clamp-2 font-semibold">{line.title}</span>
            <span className="flex flex-wrap items-center gap-1.5 text-xs text-ink-3">
              <span>{line.sku}</span>
              {!line.listed && <Badge>{t('notListed')}</Badge>}
              {line.moved && <Badge tone="warn">{t('moved')}</Badge>}
            </span>
          </span>
        </span>
      </Td>
      <Td label={t('shelf')} className="text-[13px] text-ink-2">
        {line.shelfAddress ?? '—'}
      </Td>
      <Td numeric label={t('expected')} className={units === null ? 'text-ink-3' : undefined}>
        {formatNumber(line.expected, language)}
      </Td>
      <Td numeric label={t('counted')}>
        {units === null ? (
          <span className="text-ink-3">{t('uncounted')}</span>
        ) : (
          <span className="font-semibold">{formatNumber(units, language)}</span>
        )}
        {people.length > 0 && (
          <span className="block text-xs whitespace-normal text-ink-3">
            {people.length === 1
              ? people[0]!.person
              : people.map(({ person, units: theirs }) => `${person}: ${formatNumber(theirs, language)}`).join(' · ')}
          </span>
        )}
      </Td>
      <Td numeric label={t('difference')} className={toneOf(difference)}>
        {difference === null ? '—' : signed(difference, formatNumber(difference, language))}
      </Td>
      {view.seesMoney && (
        <Td numeric label={t('value')} className={toneOf(difference)}>
          {!difference
            ? '—'
            : line.valueCents === null || line.valueCents === undefined
              ? t('noCost')
              : formatMoney(line.valueCents, language)}
        </Td>
      )}
      {isOpen && (
        <Td narrow>
          <CountLineActions countId={view.count.id} line={line} />
        </Td>
      )}
    </Tr>
  )
}

const signed = (units: bigint, text: string) => (units > 0n ? `+${text}` : text)
const toneOf = (difference: bigint | null) => (difference ? (difference < 0n ? 'text-bad' : 'text-good') : 'text-ink-3')
