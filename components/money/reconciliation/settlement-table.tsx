import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { RowControl, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { reconciliationPath } from '@/lib/money/cases/tabs'
import { formatDayShort } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import type { SettlementRow } from '@/lib/money/reconciliation/queries'
import { Difference } from './difference'
import { OpenRow } from './open-row'
import { Badge, type Tone } from '@/components/ui/badge'
import type { DiscrepancyCause, SettlementState } from '@/lib/generated/prisma/enums'

type SettlementTableProps = {
  rows: SettlementRow[]
  picks: DifferencePick[]
  openId: string | null
  /** For who may take differences up: the boxes. */
  picking: { all: ReactNode; one: (row: SettlementRow) => ReactNode } | null
}

export function SettlementTable({ rows, picks, openId, picking }: SettlementTableProps) {
  const t = useTranslations('reconciliation.list')
  const of = new Map(picks.map((pick) => [pick.settlementId, pick]))
  return (
    <Table label={t('title')} className="border-t border-line">
      <Thead>
        {picking && <Th narrow>{picking.all}</Th>}
        <Th>{t('order')}</Th>
        <Th numeric>{t('expected')}</Th>
        <Th numeric>{t('paid')}</Th>
        <Th numeric>{t('difference')}</Th>
        <Th>{t('cause')}</Th>
      </Thead>
      <Tbody>
        {rows.map((row) => (
          <SettlementLine
            key={row.id}
            row={row}
            pick={of.get(row.id) ?? null}
            isOpen={row.id === openId}
            box={picking?.one(row)}
          />
        ))}
      </Tbody>
    </Table>
  )
}

type SettlementLineProps = { row: SettlementRow; pick: DifferencePick | null; isOpen: boolean; box: ReactNode }

const dash = '—'

function SettlementLine({ row, pick, isOpen, box }: SettlementLineProps) {
  const t = useTranslations('reconciliation.list')
  const states = useTranslations('cases.states')
  const language = useLocale()
  const paid =
    row.releasedCents === null && row.adjustedCents === 0n ? null : (row.releasedCents ?? 0n) + row.adjustedCents
  return (
    <Tr className={classNames('has-[input:checked]:bg-accent-soft', isOpen && 'bg-accent-soft [--ink-3:var(--ink-2)]')}>
      {box && (
        <Td narrow>
          <RowControl>{box}</RowControl>
        </Td>
      )}
      <Td primary className={box ? undefined : 'max-md:col-start-1!'}>
        <OpenRow
          id={row.id}
          href={`${reconciliationPath}/${row.id}`}
          aria-current={isOpen || undefined}
          className="whitespace-nowrap tabular-nums"
        >
          {row.code}
        </OpenRow>
        <span className="block text-[13px] font-normal text-ink-3">
          {`${formatDayShort(row.day, language)} · ${row.shopName}`}
        </span>
      </Td>
      <Td numeric label={t('expected')}>
        {row.expectedCents === null ? dash : formatMoney(row.expectedCents, language)}
      </Td>
      <Td numeric label={t('paid')}>
        {paid === null ? dash : formatMoney(paid, language)}
      </Td>
      <Td numeric label={t('difference')}>
        <Difference cents={row.differenceCents} />
      </Td>
      <Td className="max-md:mt-1 @xl:w-full @xl:min-w-28">
        <CauseBadge state={row.state} cause={row.cause} unexplainedCents={row.unexplainedCents} />
        {pick?.refusal === 'inCase' && pick.caseState && (
          <span className="block text-[13px] text-ink-3">
            {pick.caseState === 'written_off' ? t('accepted') : t('inCase', { state: states(pick.caseState) })}
          </span>
        )}
        {pick?.refusal === 'unconfirmed' && <span className="block text-[13px] text-warn">{t('unconfirmed')}</span>}
      </Td>
    </Tr>
  )
}

const tones: Record<SettlementState, Tone> = {
  to_release: 'neutral',
  released: 'neutral',
  partly_released: 'neutral',
  late: 'warn',
  underpaid: 'bad',
  overpaid: 'accent',
  reconciled: 'good',
  reopened: 'warn',
  unknown_here: 'warn',
  unknown_there: 'warn',
}

/** In a narrow list a long cause takes two lines rather than leave the card. */
const wraps = 'whitespace-normal!'

type CauseBadgeProps = { state: SettlementState; cause: DiscrepancyCause | null; unexplainedCents: bigint }

/** Why an order differs; of one that does not, how far it is. */
function CauseBadge({ state, cause, unexplainedCents }: CauseBadgeProps) {
  const t = useTranslations('reconciliation')
  if (cause)
    return (
      <Badge tone={tones[state]} className={wraps}>
        {t(`causes.${cause}`)}
      </Badge>
    )
  if (unexplainedCents !== 0n)
    return (
      <Badge tone="accent" className={wraps}>
        {t('unexplained')}
      </Badge>
    )
  return (
    <Badge tone={tones[state]} className={wraps}>
      {t(`states.${state}`)}
    </Badge>
  )
}
