import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/dates'
import { formatNumber } from '@/lib/money'
import { productsPath } from '@/lib/products/filters'
import type { Movement, MovementPage } from '@/lib/stock/queries'

type MovementCardProps = { productId: string; movements: MovementPage; timeZone: string }

/** The ledger, newest first, each row with what it left on hand and available. */
export function MovementCard({ productId, movements, timeZone }: MovementCardProps) {
  const t = useTranslations('stock')
  const href = `${productsPath}/${productId}`
  return (
    <Card flush>
      <CardHeader title={t('ledger')} description={t('ledgerHint')} className="p-4 pb-3" />
      {movements.rows.length === 0 ? (
        <EmptyState kind="none" level={3} title={t('noMovements')} text={t('noMovementsText')} className="py-8" />
      ) : (
        <Table label={t('ledger')} sticky={false}>
          <Thead>
            <Th>{t('what')}</Th>
            <Th numeric>{t('onHandDelta')}</Th>
            <Th numeric>{t('reservedDelta')}</Th>
            <Th numeric>{t('onHandAfter')}</Th>
            <Th numeric>{t('availableAfter')}</Th>
          </Thead>
          <Tbody>
            {movements.rows.map((movement) => (
              <MovementLine key={movement.id.toString()} movement={movement} timeZone={timeZone} />
            ))}
          </Tbody>
        </Table>
      )}
      {(movements.older !== null || movements.fromPlace) && (
        <Pagination
          previousHref={movements.fromPlace ? href : null}
          nextHref={movements.older === null ? null : `${href}?movements=${movements.older}`}
        />
      )}
    </Card>
  )
}

function MovementLine({ movement, timeZone }: { movement: Movement; timeZone: string }) {
  const t = useTranslations('stock')
  const language = useLocale()
  const about = movement.orderCode ?? movement.reason
  const available = movement.onHandAfter - movement.reservedAfter
  return (
    <Tr>
      <Td>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge>{t(`kinds.${movement.kind}`)}</Badge>
          {about && <span className="min-w-0 text-[13px] break-words">{about}</span>}
        </span>
        <span className="mt-1 block text-xs text-ink-3 tabular-nums">
          {formatDateTime(movement.occurredAt, language, timeZone)}
        </span>
      </Td>
      <Delta label={t('onHandDelta')} units={movement.onHandDelta} />
      <Delta label={t('reservedDelta')} units={movement.reservedDelta} />
      <Td numeric label={t('onHandAfter')}>
        {formatNumber(movement.onHandAfter, language)}
      </Td>
      <Td numeric label={t('availableAfter')} className={available < 0n ? 'text-bad' : undefined}>
        {formatNumber(available, language)}
      </Td>
    </Tr>
  )
}

function Delta({ label, units }: { label: string; units: bigint }) {
  const language = useLocale()
  const zero = units === 0n
  return (
    <Td numeric label={label} className={zero ? 'text-ink-3 max-md:hidden!' : undefined}>
      {zero ? '—' : `${units > 0n ? '+' : ''}${formatNumber(units, language)}`}
    </Td>
  )
}
