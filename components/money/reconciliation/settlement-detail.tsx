import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { DaysLeft } from '@/components/money/cases/days-left'
import { Card } from '@/components/ui/card'
import { writeClaim } from '@/lib/money/cases/claim-text'
import { explainCause } from '@/lib/money/cases/explain-cause'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { reconciliationPath } from '@/lib/money/cases/tabs'
import type { CaseFrame } from '@/lib/money/cases/views'
import { formatDay, localDay } from '@/lib/core/dates'
import type { SettlementView } from '@/lib/money/reconciliation/views'
import { DetailActions } from './detail-actions'
import { RuleLines } from './rule-lines'
import { Sources } from './sources'
import { absolute } from '@/lib/core/big-int'
import { formatMoney } from '@/lib/core/money'

type SettlementDetailProps = {
  settlement: SettlementView
  frame: CaseFrame
  timeZone: string
  /** Beside the list it leads to its own page. */
  isBeside?: boolean
}

export function SettlementDetail({ settlement, frame, timeZone, isBeside = false }: SettlementDetailProps) {
  const pick = frame.opened
  const t = useTranslations('reconciliation')
  return (
    <Card flush as="article">
      <Heading settlement={settlement} timeZone={timeZone} isBeside={isBeside} />
      <RuleLines settlement={settlement} />
      <div className="grid gap-3 p-4">
        <Explanations settlement={settlement} />
        {pick?.fileBy && pick.amountCents > 0n && (
          <p className="flex justify-between gap-3">
            <span>{t('detail.deadline')}</span>
            <DaysLeft until={pick.fileBy} today={frame.today} />
          </p>
        )}
        {pick && pick.cause && pick.refusal !== 'nothing' && (
          <Actions settlement={settlement} frame={frame} pick={pick} />
        )}
      </div>
      <Sources settlement={settlement} timeZone={timeZone} />
    </Card>
  )
}

type ActionsProps = Pick<SettlementDetailProps, 'settlement' | 'frame'> & { pick: DifferencePick }

function Actions({ settlement, frame, pick }: ActionsProps) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const cause = pick.cause!
  const { key, values } = explainCause({ cause, facts: pick.facts }, language)
  const { code, day, expectedCents, releasedCents, adjustedCents } = settlement
  const paidCents = releasedCents === null && adjustedCents === 0n ? null : (releasedCents ?? 0n) + adjustedCents
  const order = { code, day, expectedCents, paidCents, askedCents: pick.amountCents, facts: pick.facts }
  return (
    <DetailActions
      pick={pick}
      owners={frame.owners}
      suggestion={t(`why.${key}`, values)}
      claim={
        pick.refusal === 'unconfirmed' || pick.amountCents < 0n
          ? null
          : writeClaim({ cause, shopName: settlement.shopName }, [order])
      }
      today={frame.today}
      canDecide={frame.canDecide}
    />
  )
}

function Heading({
  settlement,
  timeZone,
  isBeside,
}: Pick<SettlementDetailProps, 'settlement' | 'timeZone' | 'isBeside'>) {
  const t = useTranslations('reconciliation.detail')
  const language = useLocale()
  const { id, code, orderId, shopName, day, deliveredOn, releasedAt, dueOn, expectedOn } = settlement
  const facts = [
    shopName,
    deliveredOn
      ? t('delivered', { day: formatDay(deliveredOn, language) })
      : t('placed', { day: formatDay(day, language) }),
    expectedOn && t(dueOn ? 'likely' : 'estimated', { day: formatDay(expectedOn, language) }),
    releasedAt
      ? t('released', { day: formatDay(localDay(releasedAt, timeZone), language) })
      : dueOn && t('due', { day: formatDay(dueOn, language) }),
  ]
  return (
    <header className="border-b border-line px-4 py-3">
      <h2 className="text-[15px] font-title wrap-anywhere">
        {isBeside ? (
          <Link href={`${reconciliationPath}/${id}`} className="text-ink no-underline hover:underline">
            {t('title', { code })}
          </Link>
        ) : (
          t('title', { code })
        )}
      </h2>
      <p className="text-[13px] text-ink-3 tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      {orderId && (
        <Link href={`/dashboard/orders/${orderId}`} className="text-[13px]">
          {t('openOrder')}
        </Link>
      )}
    </header>
  )
}

const feesPath = '/dashboard/shopee/taxas'

/** In a seller's words: by how much, and why. */
function Explanations({ settlement }: { settlement: SettlementView }) {
  const t = useTranslations('reconciliation')
  const language = useLocale()
  const { causes, unexplainedCents } = settlement
  return (
    <div className="grid gap-2">
      {causes.map(({ cause, amountCents, isUnconfirmed, facts }) => {
        const { key, values } = explainCause({ cause, facts }, language)
        const cents = formatMoney(absolute(amountCents), language)
        return (
          <div key={cause} className="rounded-control bg-accent-soft px-3 py-2.5 wrap-anywhere">
            <p>
              <strong className="font-semibold text-accent-text">
                {amountCents < 0n ? t('detail.less', { cents }) : t('detail.more', { cents })}
              </strong>{' '}
              {t(`why.${key}`, values)}
            </p>
            {isUnconfirmed && (
              <p className="mt-1 text-[13px] text-ink-2">
                {t('detail.unconfirmed')} <Link href={feesPath}>{t('detail.confirmLink')}</Link>
              </p>
            )}
          </div>
        )
      })}
      {unexplainedCents !== 0n && (
        <p className="rounded-control bg-warn-soft px-3 py-2.5">
          {t('detail.unexplained', { cents: formatMoney(absolute(unexplainedCents), language) })}
        </p>
      )}
      {causes.length === 0 && unexplainedCents === 0n && <Nothing settlement={settlement} />}
    </div>
  )
}

function Nothing({ settlement: { state, dueOn } }: { settlement: SettlementView }) {
  const t = useTranslations('reconciliation.detail')
  const language = useLocale()
  const isOpen = state === 'to_release' || state === 'partly_released'
  if (!isOpen) return <p className="text-ink-2">{t('agrees')}</p>
  return <p className="text-ink-2">{dueOn ? t('waiting', { day: formatDay(dueOn, language) }) : t('waitingOpen')}</p>
}
