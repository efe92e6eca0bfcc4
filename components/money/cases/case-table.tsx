import { useLocale, useTranslations } from 'next-intl'
import { RowControl, RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { CaseRow } from '@/lib/money/cases/queries'
import { casePath } from '@/lib/money/cases/tabs'
import { hasClock } from '@/lib/money/cases/states'
import type { CaseQueue } from '@/lib/money/cases/views'
import { formatDay, type Day } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { CaseBadge } from './case-badge'
import { PickAllCases, PickCase } from './case-picks'
import { DaysLeft } from './days-left'

type CaseTableProps = { queue: CaseQueue; isPicking?: boolean }

export function CaseTable({ queue: { page, today }, isPicking = false }: CaseTableProps) {
  const t = useTranslations('cases')
  return (
    <Table label={t('title')} className="border-t border-line">
      <Thead>
        {isPicking && (
          <Th narrow>
            <PickAllCases shown="column" />
          </Th>
        )}
        <Th>{t('number')}</Th>
        <Th>{t('cause')}</Th>
        <Th>{t('state')}</Th>
        <Th numeric>{t('amount')}</Th>
        <Th>{t('owner')}</Th>
        <Th>{t('deadline')}</Th>
      </Thead>
      <Tbody>
        {page.rows.map((row) => (
          <CaseLine key={row.id} row={row} today={today} isPicking={isPicking} />
        ))}
      </Tbody>
    </Table>
  )
}

type CaseLineProps = { row: CaseRow; today: Day; isPicking: boolean }

function CaseLine({ row, today, isPicking }: CaseLineProps) {
  const t = useTranslations('cases')
  const names = useTranslations('reconciliation.causes')
  const language = useLocale()
  return (
    <Tr className="has-[input:checked]:bg-accent-soft">
      {isPicking && (
        <Td narrow>
          <RowControl>
            <PickCase id={row.id} number={row.number} />
          </RowControl>
        </Td>
      )}
      <Td primary className={isPicking ? undefined : 'max-md:col-start-1!'}>
        <RowLink href={casePath(row.id)} className="tabular-nums">
          {t('numberOf', { number: row.number })}
        </RowLink>
        <span className="block text-[13px] font-normal text-ink-3">
          {[row.shopName, row.protocol].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td>
        <span className="block">{names(row.cause)}</span>
        <span className="block text-[13px] text-ink-3 tabular-nums">
          {row.orders === 1n ? row.firstCode : t('orders', { count: Number(row.orders) })}
        </span>
      </Td>
      <Td label={t('state')}>
        <CaseBadge state={row.state} />
      </Td>
      <Td numeric label={t('amount')}>
        {formatMoney(row.amountCents < 0n ? -row.amountCents : row.amountCents, language)}
        {row.amountCents < 0n && <span className="block text-[13px] text-ink-3">{t('surplus')}</span>}
        {row.recoveredCents > 0n && (
          <span className="block text-[13px] text-good">
            {t('recoveredOf', { cents: formatMoney(row.recoveredCents, language) })}
          </span>
        )}
      </Td>
      <Td label={t('owner')}>{row.ownerName ?? '—'}</Td>
      <Td label={t('deadline')}>
        {hasClock(row.state) ? (
          <DaysLeft until={row.deadline} today={today} />
        ) : (
          <span className="text-ink-3 tabular-nums">{formatDay(row.deadline, language)}</span>
        )}
      </Td>
    </Tr>
  )
}
