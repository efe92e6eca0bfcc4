import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import { formatNumber } from '@/lib/core/money'
import { productsPath } from '@/lib/catalog/products/filters'
import type { Movement } from '@/lib/catalog/stock/queries'
import { sourceHref } from '@/lib/catalog/warehouse/source-href'

type MovementTableProps = {
  rows: Movement[]
  timeZone: string
  /** The list has one product and location: they are not repeated on each row. */
  isOfOne?: boolean
  sticky?: boolean
}

/** The ledger, newest first, each row with what it left on hand and available. */
export function MovementTable({ rows, timeZone, isOfOne = false, sticky = true }: MovementTableProps) {
  const t = useTranslations('stock')
  return (
    <Table label={t('ledger')} sticky={sticky}>
      <Thead>
        <Th>{t('what')}</Th>
        {!isOfOne && <Th>{t('product')}</Th>}
        <Th numeric>{t('onHandDelta')}</Th>
        <Th numeric>{t('reservedDelta')}</Th>
        <Th numeric>{t('onHandAfter')}</Th>
        <Th numeric>{t('availableAfter')}</Th>
      </Thead>
      <Tbody>
        {rows.map((movement) => (
          <MovementLine key={movement.id.toString()} movement={movement} timeZone={timeZone} isOfOne={isOfOne} />
        ))}
      </Tbody>
    </Table>
  )
}

type LineProps = { movement: Movement; timeZone: string; isOfOne: boolean }

function MovementLine({ movement, timeZone, isOfOne }: LineProps) {
  const t = useTranslations('stock')
  const language = useLocale()
  const when = formatDateTime(movement.occurredAt, language, timeZone)
  return (
    <Tr>
      <Td>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge>{t(`kinds.${movement.kind}`)}</Badge>
          <Source movement={movement} />
        </span>
        <span className="mt-1 block text-xs text-ink-3 tabular-nums">
          {[when, movement.person].filter(Boolean).join(' · ')}
        </span>
      </Td>
      {!isOfOne && (
        <Td>
          <Link href={`${productsPath}/${movement.productId}`} className="line-clamp-1 max-w-72 font-medium">
            {movement.title}
          </Link>
          <span className="block text-xs text-ink-3">
            {movement.sku}
            {movement.locationKind !== 'own' && (
              <>
                {' · '}
                <Place movement={movement} />
              </>
            )}
          </span>
        </Td>
      )}
      <Delta label={t('onHandDelta')} units={movement.onHandDelta} />
      <Delta label={t('reservedDelta')} units={movement.reservedDelta} />
      <Td numeric label={t('onHandAfter')}>
        {formatNumber(movement.onHandAfter, language)}
      </Td>
      <Td numeric label={t('availableAfter')}>
        {formatNumber(movement.onHandAfter - movement.reservedAfter, language)}
      </Td>
    </Tr>
  )
}

function Place({ movement: { locationKind, shopName } }: { movement: Movement }) {
  const t = useTranslations('stock.places')
  return locationKind === 'full' ? t('fullOf', { shop: shopName ?? '' }) : t(locationKind)
}

function Source({ movement }: { movement: Movement }) {
  const t = useTranslations('stock')
  const { sourceKind, pageId, sourceName, reason } = movement
  const href = sourceName && sourceHref(sourceKind, pageId)
  const name = sourceName && isPurchase(sourceKind) ? t('purchaseNumber', { number: sourceName }) : sourceName
  const text = name ?? reason
  if (!text) return null
  return (
    <span className="min-w-0 text-[13px] break-words">
      {href ? <Link href={href}>{text}</Link> : text}
      {name && reason && reason !== name && <span className="text-ink-3">{` · ${reason}`}</span>}
    </span>
  )
}

const isPurchase = (source: string) => source === 'purchase_receipt' || source === 'purchase_reversal'

function Delta({ label, units }: { label: string; units: bigint }) {
  const language = useLocale()
  const zero = units === 0n
  return (
    <Td numeric label={label} className={zero ? 'text-ink-3 max-md:hidden!' : undefined}>
      {zero ? '—' : `${units > 0n ? '+' : ''}${formatNumber(units, language)}`}
    </Td>
  )
}
