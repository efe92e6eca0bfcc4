import { useLocale, useTranslations } from 'next-intl'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Card, CardHeader } from '@/components/ui/card'
import { casesPath } from '@/lib/money/cases/rooms'
import { hasClock } from '@/lib/money/cases/states'
import type { CaseView } from '@/lib/money/cases/views'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { CaseBadge } from './case-badge'
import { CaseFiles } from './case-files'
import { CaseOrders } from './case-orders'
import { CaseSteps } from './case-steps'
import { CaseTimeline } from './case-timeline'
import { DaysLeft } from './days-left'
import { EditCase } from './edit-case'

type CaseScreenProps = { found: CaseView; timeZone: string }

export function CaseScreen({ found, timeZone }: CaseScreenProps) {
  const t = useTranslations('cases')
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink href={casesPath} label={t('detail.back')} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Summary found={found} timeZone={timeZone} />
          {found.amountCents > 0n && <Claim text={found.claim} />}
          <CaseOrders found={found} />
        </div>
        <div className="grid min-w-0 gap-4">
          {found.canDecide && found.amountCents > 0n && <CaseSteps key={found.version} found={found} />}
          <CaseFiles found={found} />
          <CaseTimeline found={found} timeZone={timeZone} />
        </div>
      </div>
    </div>
  )
}

const size = (cents: bigint) => (cents < 0n ? -cents : cents)

function Summary({ found, timeZone }: CaseScreenProps) {
  const t = useTranslations('cases')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  const at = (moment: Date) => formatDateTime(moment, language, timeZone)
  const facts = [
    [t(found.amountCents < 0n ? 'detail.surplus' : 'detail.asked'), formatMoney(size(found.amountCents), language)],
    [t('detail.recovered'), found.recoveredCents > 0n ? formatMoney(found.recoveredCents, language) : '—'],
    [t('shop'), found.shopName],
    [t('fields.protocol'), found.protocol ?? t('detail.noProtocol')],
    [t('owner'), found.ownerName ?? t('nobody')],
    [
      t('deadline'),
      hasClock(found.state) ? (
        <DaysLeft key="days" until={found.deadline} today={found.today} />
      ) : (
        formatDay(found.deadline, language)
      ),
    ],
    [t('detail.openedOn'), [at(found.openedAt), found.openedBy].filter(Boolean).join(' · ')],
    ...(found.closedAt ? [[t('detail.closedOn'), at(found.closedAt)] as const] : []),
  ] as const
  return (
    <Card>
      <CardHeader
        level={2}
        title={`${t('detail.title', { number: found.number })} · ${causes(found.cause)}`}
        actions={
          <>
            <CaseBadge state={found.state} />
            {found.canDecide && <EditCase key={found.version} found={found} />}
          </>
        }
        className="mb-3"
      />
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 justify-between gap-3 border-b border-line pb-1.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 text-right font-medium wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 wrap-anywhere whitespace-pre-line text-ink-2">{found.reason}</p>
    </Card>
  )
}

function Claim({ text }: { text: string }) {
  const t = useTranslations('cases.claim')
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={t('hint')}
        actions={<CopyButton text={text} label={t('copy')} copied={t('copied')} />}
        className="mb-3"
      />
      <p
        lang="pt-BR"
        className="max-h-80 overflow-y-auto rounded-control bg-sunken px-3 py-2.5 wrap-anywhere whitespace-pre-line"
        // It scrolls where there are many orders, also by keyboard.
        tabIndex={0}
        role="region"
        aria-label={t('title')}
      >
        {text}
      </p>
    </Card>
  )
}
