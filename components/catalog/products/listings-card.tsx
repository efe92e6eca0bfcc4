import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Card, CardHeader } from '@/components/ui/card'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ProductListing } from '@/lib/catalog/mapping/product-listings'
import { formatMoney, formatNumber } from '@/lib/core/money'

const linkClass = 'text-[13px] font-semibold text-accent-text no-underline hover:underline'

/** `pricesHref`: the price desk, for roles that see money. */
type ListingsCardProps = { listings: ProductListing[]; canMap: boolean; pricesHref: string | null }

/** Where the product is sold. */
export function ListingsCard({ listings, canMap, pricesHref }: ListingsCardProps) {
  const t = useTranslations('products.listings')
  const language = useLocale()
  if (listings.length === 0 && !canMap) return null
  return (
    <Card flush>
      <CardHeader
        title={t('title')}
        className="px-4 pt-4 pb-3"
        actions={
          <>
            {pricesHref && listings.length > 0 && (
              <Link href={pricesHref} className={linkClass}>
                {t('prices')}
              </Link>
            )}
            {canMap && (
              <Link href="/dashboard/minha-empresa/mapeamento-produtos" className={linkClass}>
                {t('map')}
              </Link>
            )}
          </>
        }
      />
      {listings.length === 0 ? (
        <p className="border-t border-line p-4 text-ink-2">{t('none')}</p>
      ) : (
        <Table label={t('title')} sticky={false}>
          <Thead>
            <Th>{t('listing')}</Th>
            <Th numeric>{t('price')}</Th>
            <Th numeric>{t('stock')}</Th>
          </Thead>
          <Tbody>
            {listings.map(({ id, title, variation, sku, shopName, priceCents, platformStock, quantity }) => (
              <Tr key={id}>
                <Td primary className="max-md:col-start-1!">
                  <span className="line-clamp-1">{[title, variation].filter(Boolean).join(' · ')}</span>
                  <span className="block text-[13px] font-normal text-ink-3">
                    {[shopName, sku, quantity > 1 && t('packOf', { count: quantity })].filter(Boolean).join(' · ')}
                  </span>
                </Td>
                <Td numeric label={t('price')}>
                  {priceCents === null ? '—' : formatMoney(priceCents, language)}
                </Td>
                <Td numeric label={t('stock')}>
                  {platformStock === null ? '—' : formatNumber(platformStock, language)}
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
    </Card>
  )
}
