'use client'

import { useLocale, useTranslations } from 'next-intl'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { ZoneRow } from '@/lib/money/fees/zone-queries'
import { formatMoney, formatNumber } from '@/lib/core/money'
import { ListingCell } from './listing-cell'

/** Seven columns of figures stand beside the product only where long headings may take two lines. */
const wraps = 'whitespace-normal!'

type Shops = readonly { id: string; name: string }[]

/** Drawn from its rows also in the browser: as drawn elements they would be sent a second time, several times as long. */
export function ZoneTable({ rows, shops }: { rows: readonly ZoneRow[]; shops: Shops }) {
  const t = useTranslations('fees.prices')
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('product')}</Th>
        <Th numeric>{t('price')}</Th>
        <Th numeric>{t('lower')}</Th>
        <Th numeric>{t('raise')}</Th>
        <Th numeric className={wraps}>
          {t('loss')}
        </Th>
        <Th numeric className={wraps}>
          {t('units')}
        </Th>
        <Th numeric className={wraps}>
          {t('monthLoss')}
        </Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <ZoneLine key={row.id} row={row} shops={shops} />
        ))}
      </Tbody>
    </Table>
  )
}

function ZoneLine({ row, shops }: { row: ZoneRow; shops: Shops }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  const { priceCents, units, better } = row
  const shop = shops.length > 1 ? (shops.find(({ id }) => id === row.shopId)?.name ?? null) : null
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @xl:min-w-56">
        <ListingCell row={row} shop={shop} />
      </Td>
      <Td numeric label={t('price')}>
        <Paying price={priceCents} pays={better.paysCents} />
      </Td>
      <Td numeric label={t('lower')}>
        <Paying price={better.below.priceCents} pays={better.below.paysCents} />
      </Td>
      <Td numeric label={t('raise')}>
        {better.above ? <Paying price={better.above.priceCents} pays={better.above.paysCents} /> : t('never')}
      </Td>
      <Td numeric label={t('loss')} className="text-bad">
        {formatMoney(better.lossCents, language)}
      </Td>
      <Td numeric label={t('units')}>
        {formatNumber(units, language)}
      </Td>
      <Td numeric label={t('monthLoss')} className="font-semibold text-bad">
        {formatMoney(better.lossCents * units, language)}
      </Td>
    </Tr>
  )
}

function Paying({ price, pays }: { price: bigint; pays: bigint }) {
  const t = useTranslations('fees.prices')
  const language = useLocale()
  return (
    <span className="inline-flex flex-col items-end">
      <span className="font-medium">{formatMoney(price, language)}</span>
      <span className="text-xs text-ink-3">{t('paying', { amount: formatMoney(pays, language) })}</span>
    </span>
  )
}
