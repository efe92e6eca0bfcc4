'use client'

import { useLocale, useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { SimulatedRow } from '@/lib/money/fees/simulation'
import { formatMoney, formatNumber, formatPercent } from '@/lib/core/money'
import { ListingCell } from './listing-cell'

/** Seven columns of figures stand beside the product only where long headings may take two lines. */
const wraps = 'whitespace-normal!'

type TableProps = { rows: readonly SimulatedRow[]; shops: readonly { id: string; name: string }[] }

/** Drawn from its rows also in the browser: as drawn elements they would be sent a second time, several times as long. */
export function SimulatedTable({ rows, shops }: TableProps) {
  const t = useTranslations('fees.simulator')
  return (
    <Table label={t('title')}>
      <Thead>
        <Th>{t('product')}</Th>
        <Th numeric>{t('price')}</Th>
        <Th numeric className={wraps}>
          {t('change')}
        </Th>
        <Th numeric className={wraps}>
          {t('before')}
        </Th>
        <Th numeric className={wraps}>
          {t('after')}
        </Th>
        <Th numeric className={wraps}>
          {t('restore')}
        </Th>
        <Th numeric className={wraps}>
          {t('units')}
        </Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <SimulatedLine
            key={row.id}
            row={row}
            shop={shops.length > 1 ? (shops.find(({ id }) => id === row.shopId)?.name ?? null) : null}
          />
        ))}
      </Tbody>
    </Table>
  )
}

function SimulatedLine({ row, shop }: { row: SimulatedRow; shop: string | null }) {
  const t = useTranslations('fees.simulator')
  const language = useLocale()
  const { priceCents, changeCents, units } = row
  return (
    <Tr>
      <Td className="@max-xl:col-span-2! @xl:min-w-56">
        <ListingCell row={row} shop={shop} />
      </Td>
      <Td numeric label={t('price')}>
        {formatMoney(priceCents, language)}
      </Td>
      <Td numeric label={t('change')} className={changeCents < 0n ? 'text-bad' : undefined}>
        {formatMoney(changeCents, language)}
      </Td>
      <Td numeric label={t('before')}>
        <Left row={row} cents={row.beforeCents} margin={row.beforeMargin} />
      </Td>
      <Td numeric label={t('after')}>
        <Left row={row} cents={row.afterCents} margin={row.afterMargin} />
      </Td>
      <Td numeric label={t('restore')} className="font-semibold">
        <Restoring row={row} />
      </Td>
      <Td numeric label={t('units')}>
        {formatNumber(units, language)}
      </Td>
    </Tr>
  )
}

type LeftProps = { row: SimulatedRow; cents: bigint | null; margin: bigint | null }

/** An unknown value is named, never shown as zero. */
function Left({ row, cents, margin }: LeftProps) {
  const t = useTranslations('fees.simulator')
  const language = useLocale()
  if (cents === null || margin === null)
    return <span className="text-warn">{t(row.costCents === null ? 'missing' : 'missingTax')}</span>
  return (
    <span className={classNames('inline-flex flex-col items-end', cents < 0n && 'text-bad')}>
      <span className="font-medium">{formatMoney(cents, language)}</span>
      <span className="text-xs">{formatPercent(Number(margin) / 1_000_000, language)}</span>
    </span>
  )
}

function Restoring({ row: { restoringCents, beforeMargin, afterMargin } }: { row: SimulatedRow }) {
  const t = useTranslations('fees.simulator')
  const language = useLocale()
  if (restoringCents !== null) return formatMoney(restoringCents, language)
  if (beforeMargin === null || afterMargin === null)
    return (
      <span aria-hidden className="text-ink-3">
        {'—'}
      </span>
    )
  return <span className="font-normal text-ink-2">{t(afterMargin >= beforeMargin ? 'kept' : 'never')}</span>
}
