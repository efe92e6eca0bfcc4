import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { Badge, type Tone } from '@/components/ui/badge'
import { RowControl, RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import { formatDateTime } from '@/lib/core/dates'
import { formatAmount, formatMoney } from '@/lib/core/money'
import { settlementsOf } from '@/lib/money/payouts/rows-href'
import type { WalletRow } from '@/lib/money/wallet/queries'
import { isFailed } from '@/lib/money/wallet/unfinished-movements'

const tones: Partial<Record<WalletRow['kind'], Tone>> = {
  payout: 'good',
  early_payout: 'good',
  early_payout_rest: 'good',
  compensation: 'good',
  early_payout_fee: 'bad',
  loan_instalment: 'warn',
  adjustment: 'warn',
  withdrawal: 'accent',
}

/** A failed movement is stored without an amount. */
const hasFailed = ({ amountCents, status }: WalletRow) => amountCents === 0n && isFailed(status)

/** The wallet's movements, the newest first, each with the balance it left. */
export function WalletTable({ rows, timeZone }: { rows: WalletRow[]; timeZone: string }) {
  const t = useTranslations('shopeeMoney.wallet')
  return (
    <Table label={t('ledger')}>
      <Thead>
        <Th>{t('movement')}</Th>
        <Th>{t('about')}</Th>
        <Th numeric>{t('amount')}</Th>
        <Th numeric>{t('balance')}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Movement key={row.id} row={row} timeZone={timeZone} />
        ))}
      </Tbody>
    </Table>
  )
}

function Movement({ row, timeZone }: { row: WalletRow; timeZone: string }) {
  const t = useTranslations('shopeeMoney.wallet')
  const kinds = useTranslations('shopeeMoney.kinds')
  const language = useLocale()
  const { kind, amountCents, balanceCents, feeCents } = row
  return (
    <Tr>
      <Td>
        <Badge tone={hasFailed(row) ? 'neutral' : tones[kind]}>{kinds(kind)}</Badge>
        {hasFailed(row) && (
          <Badge tone="bad" className="ml-1">
            {t('failed')}
          </Badge>
        )}
        <span className="mt-1 block text-xs text-ink-3 tabular-nums">
          {formatDateTime(row.at, language, timeZone)} · {row.shopName}
        </span>
      </Td>
      <Td>
        <About row={row} />
      </Td>
      <Td numeric label={t('amount')} className="font-medium">
        {amountCents > 0n && '+'}
        {formatAmount(amountCents, language)}
        {feeCents > 0n && (
          <span className="block text-xs font-normal text-ink-3">
            {t('fee', { amount: formatMoney(feeCents, language) })}
          </span>
        )}
      </Td>
      <Td numeric label={t('balance')} className={balanceCents === null ? 'text-ink-3' : undefined}>
        {balanceCents === null ? t('withoutBalance') : formatAmount(balanceCents, language)}
      </Td>
    </Tr>
  )
}

/** The subject of the movement: its order opens by the row, its settlement beside it. */
function About({ row }: { row: WalletRow }) {
  const { kind, orderId, orderCode, reason, description, type, bankEntryId } = row
  const t = useTranslations('shopeeMoney.wallet')
  // A payout's text only says its order again.
  const text = kind === 'payout' && orderCode ? null : (description ?? reason ?? type)
  return (
    <>
      {orderCode && (
        <span className="flex flex-wrap items-center gap-x-3">
          {orderId ? (
            <RowLink href={`/dashboard/orders/${orderId}`}>{orderCode}</RowLink>
          ) : (
            <RowLink href={settlementsOf(orderCode)}>{orderCode}</RowLink>
          )}
          {orderId && (
            <RowControl>
              <Link href={settlementsOf(orderCode)} className="text-[13px]">
                {t('settlement')}
              </Link>
            </RowControl>
          )}
        </span>
      )}
      {text && <span className="line-clamp-2 max-w-md text-[13px] break-words text-ink-2">{text}</span>}
      {kind === 'withdrawal' && !hasFailed(row) && (
        <span className="text-xs text-ink-3">{t(bankEntryId ? 'arrived' : 'notSeen')}</span>
      )}
    </>
  )
}
