import { useLocale, useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { BankView } from '@/lib/money/bank/views'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { MatchControl, UnmatchButton } from './match-control'

type Row = BankView['page']['rows'][number]
type WithdrawalTableProps = { rows: Row[]; mayMatch: boolean; timeZone: string }

export function WithdrawalTable({ rows, mayMatch, timeZone }: WithdrawalTableProps) {
  const t = useTranslations('bank.list')
  const language = useLocale()
  return (
    <Table label={t('label')} sticky={false}>
      <Thead>
        <Th>{t('at')}</Th>
        <Th>{t('shop')}</Th>
        <Th numeric>{t('amount')}</Th>
        <Th>{t('bank')}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td primary className="whitespace-nowrap">
              {formatDateTime(row.at, language, timeZone)}
            </Td>
            <Td label={t('shop')}>{row.shopName}</Td>
            <Td label={t('amount')} numeric className="money">
              {formatMoney(row.amountCents, language)}
            </Td>
            {/* The cell is read from the left: on a phone it takes the card's whole width. */}
            <Td className="@max-xl:mt-1">
              <AtBank row={row} mayMatch={mayMatch} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  )
}

function AtBank({ row, mayMatch }: { row: Row; mayMatch: boolean }) {
  const t = useTranslations('bank.list')
  const language = useLocale()
  const { entry } = row
  if (row.isReturned) return <Badge>{t('returned')}</Badge>
  if (!entry)
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="warn">{t('missing')}</Badge>
        {mayMatch && row.candidates.length > 0 && (
          <MatchControl
            transactionId={row.id}
            candidates={row.candidates.map(({ id, day, amountCents, memo, accountEnd }) => ({
              id,
              isSameAmount: amountCents === row.amountCents,
              label: t('candidate', {
                day: formatDay(day, language),
                amount: formatMoney(amountCents, language),
                memo: memo.slice(0, 40) || t('forgotten'),
                end: accountEnd,
              }),
            }))}
          />
        )}
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="good">{t('arrived')}</Badge>
      <span className="min-w-0 flex-1 basis-48 text-[13px] wrap-anywhere text-ink-2">
        {t('entry', { day: formatDay(entry.day, language), memo: entry.memo || t('forgotten'), end: entry.accountEnd })}
        {entry.amountCents !== row.amountCents && ` · ${formatMoney(entry.amountCents, language)}`}
      </span>
      {mayMatch && <UnmatchButton transactionId={row.id} entryId={entry.id} />}
    </div>
  )
}
