import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { PlatformPicture } from '@/components/ui/platform-picture'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { DraftLine } from '@/lib/catalog/mapping/products-view'
import type { DraftTab } from '@/lib/catalog/mapping/paths'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { DecideArticle } from './decide-article'

type Props = { runId: string; tab: DraftTab; rows: DraftLine[] }

/** Listing by listing; variations of one item stand under each other. */
export function ArticleTable({ runId, tab, rows }: Props) {
  const t = useTranslations('mapping.products')
  return (
    <Table label={t(`tabs.${tab}`)} sticky={false}>
      <Thead>
        <Th>{t('columns.listing')}</Th>
        <Th>{t('columns.tells')}</Th>
        <Th>{t(tab === 'match' ? 'columns.product' : 'columns.sku')}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td className={classNames('md:min-w-48', row.isSister && 'md:pl-10')}>
              <Listing row={row} />
            </Td>
            <Td label={t('columns.tells')} className="text-[13px]">
              <ArticleNotes row={row} />
            </Td>
            <Td className="md:min-w-52">
              {row.outcome === 'match' && <Matched row={row} />}
              <DecideArticle key={`${row.sku} ${row.outcome}`} runId={runId} row={row} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

function Listing({ row: { title, variation, shopName, imageUrl, isSister } }: { row: DraftLine }) {
  return (
    <span className="flex min-w-0 items-start gap-3">
      <PlatformPicture src={imageUrl} className="size-10" />
      <span className="block min-w-0">
        {(!isSister || !variation) && <span className="line-clamp-2 font-semibold">{title}</span>}
        {variation && <span className="block text-[13px] text-ink-2">{variation}</span>}
        <span className="block text-xs text-ink-3">{shopName}</span>
      </span>
    </span>
  )
}

function ArticleNotes({ row }: { row: DraftLine }) {
  const t = useTranslations('mapping.products')
  const language = useLocale()
  const parts = [
    row.priceCents !== null && formatMoney(row.priceCents, language),
    row.stock !== null && t('stock', { count: row.stock }),
    row.weightGrams !== null && t('grams', { grams: formatNumber(row.weightGrams, language) }),
    row.size && t('size', { size: row.size.map((mm) => formatNumber(mm / 10, language, 1)).join(' × ') }),
  ].filter(Boolean)
  return (
    <>
      <span className="block tabular-nums">{parts.length > 0 ? parts.join(' · ') : t('tellsNothing')}</span>
      {row.gtin && <span className="block text-ink-3 tabular-nums">{t('gtin', { code: row.gtin })}</span>}
      {row.gtinLeft && row.outcome === 'make' && (
        <span className="block text-warn">{t('gtinLeft', { code: row.gtinLeft })}</span>
      )}
    </>
  )
}

function Matched({ row: { products, matchedBy } }: { row: DraftLine }) {
  const t = useTranslations('mapping.products')
  const [product] = products
  if (!product) return null
  return (
    <span className="mb-1.5 block min-w-0">
      <Link href={`/dashboard/products/${product.id}`} className="line-clamp-2 font-medium text-ink">
        {product.title}
      </Link>
      <span className="flex flex-wrap items-center gap-2 text-[13px] text-ink-3">
        <span className="wrap-anywhere">{product.sku}</span>
        <Badge tone="good">{t(matchedBy === 'gtin' ? 'sameGtin' : 'sameSku')}</Badge>
        {product.archived && <Badge tone="warn">{t('archived')}</Badge>}
      </span>
    </span>
  )
}
