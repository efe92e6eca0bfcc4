import { absolute } from '@/lib/core/big-int'
import { useLocale, useTranslations } from 'next-intl'
import { CopyButton } from '@/components/identity/settings/security/copy-button'
import { BackLink } from '@/components/sales/dispatch/back-link'
import { Card, CardHeader } from '@/components/ui/card'
import { casesPath, reconciliationPath } from '@/lib/money/cases/tabs'
import { hasClock } from '@/lib/money/cases/states'
import type { CaseView } from '@/lib/money/cases/views'
import { formatDateTime, formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'
import { CaseBadge } from './case-badge'
import { CaseFiles } from './case-files'
import { CaseSteps } from './case-steps'
import { DaysLeft } from './days-left'
import { EditCase } from './edit-case'
import { NoteForm } from './note-form'
import { RowLink, Table, Tbody, Td, Th, Thead, Tr } from '@/components/ui/table'

type CaseScreenProps = { caseView: CaseView; timeZone: string }

export function CaseScreen({ caseView, timeZone }: CaseScreenProps) {
  const t = useTranslations('cases')
  return (
    <div className="grid min-w-0 gap-4">
      <BackLink href={casesPath} label={t('detail.back')} />
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Summary caseView={caseView} timeZone={timeZone} />
          {caseView.amountCents > 0n && <Claim text={caseView.claim} />}
          <CaseOrders caseView={caseView} />
        </div>
        <div className="grid min-w-0 gap-4">
          {caseView.canDecide && caseView.amountCents > 0n && <CaseSteps key={caseView.version} caseView={caseView} />}
          <CaseFiles caseView={caseView} />
          <CaseTimeline caseView={caseView} timeZone={timeZone} />
        </div>
      </div>
    </div>
  )
}

function Summary({ caseView, timeZone }: CaseScreenProps) {
  const t = useTranslations('cases')
  const causes = useTranslations('reconciliation.causes')
  const language = useLocale()
  const at = (moment: Date) => formatDateTime(moment, language, timeZone)
  const facts = [
    [
      t(caseView.amountCents < 0n ? 'detail.surplus' : 'detail.asked'),
      formatMoney(absolute(caseView.amountCents), language),
    ],
    [t('detail.recovered'), caseView.recoveredCents > 0n ? formatMoney(caseView.recoveredCents, language) : '—'],
    [t('shop'), caseView.shopName],
    [t('fields.protocol'), caseView.protocol ?? t('detail.noProtocol')],
    [t('owner'), caseView.ownerName ?? t('unassigned')],
    [
      t('deadline'),
      hasClock(caseView.state) ? (
        <DaysLeft key="days" until={caseView.deadline} today={caseView.today} />
      ) : (
        formatDay(caseView.deadline, language)
      ),
    ],
    [t('detail.openedOn'), [at(caseView.openedAt), caseView.openedBy].filter(Boolean).join(' · ')],
    ...(caseView.closedAt ? [[t('detail.closedOn'), at(caseView.closedAt)] as const] : []),
  ] as const
  return (
    <Card>
      <CardHeader
        level={2}
        title={`${t('detail.title', { number: caseView.number })} · ${causes(caseView.cause)}`}
        actions={
          <>
            <CaseBadge state={caseView.state} />
            {caseView.canDecide && <EditCase key={caseView.version} caseView={caseView} />}
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
      <p className="mt-3 wrap-anywhere whitespace-pre-line text-ink-2">{caseView.reason}</p>
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

type CaseTimelineProps = { caseView: CaseView; timeZone: string }

/** The events, newest first. */
function CaseTimeline({ caseView, timeZone }: CaseTimelineProps) {
  const t = useTranslations('cases')
  const language = useLocale()
  return (
    <Card>
      <CardHeader title={t('timeline.title')} className="mb-3" />
      {caseView.canDecide && <NoteForm key={caseView.events.length} id={caseView.id} />}
      <ol className="grid gap-3">
        {caseView.events.map(({ id, at, by, state, text }) => (
          <li key={id}>
            <p className="font-medium">{state ? t(`states.${state}`) : t('timeline.note')}</p>
            {text && <p className="wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>}
            <p className="text-[13px] text-ink-3 tabular-nums">
              {`${formatDateTime(at, language, timeZone)} · ${by ?? t('timeline.system')}`}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function CaseOrders({ caseView: { orders, amountCents } }: { caseView: CaseView }) {
  const t = useTranslations('cases.detail')
  const language = useLocale()
  const isSurplus = amountCents < 0n
  const money = (cents: bigint | null) => (cents === null ? '—' : formatMoney(cents, language))
  return (
    <Card flush>
      <CardHeader title={t('ordersTitle')} className="p-4" />
      <Table label={t('ordersTitle')} className="border-t border-line">
        <Thead>
          <Th>{t('order')}</Th>
          <Th numeric>{t('expected')}</Th>
          <Th numeric>{t('paid')}</Th>
          <Th numeric>{t(isSurplus ? 'surplus' : 'asks')}</Th>
          <Th numeric>{t('cameBack')}</Th>
        </Thead>
        <Tbody>
          {orders.map((order) => (
            <Tr key={order.settlementId}>
              <Td primary className="max-md:col-start-1!">
                <RowLink href={`${reconciliationPath}/${order.settlementId}`} className="tabular-nums">
                  {order.code}
                </RowLink>
                <span className="block text-[13px] font-normal text-ink-3 tabular-nums">
                  {formatDay(order.day, language)}
                </span>
              </Td>
              <Td numeric label={t('expected')}>
                {money(order.expectedCents)}
              </Td>
              <Td numeric label={t('paid')}>
                {money(order.paidCents)}
              </Td>
              <Td numeric label={t(isSurplus ? 'surplus' : 'asks')} className="font-medium">
                {money(isSurplus ? -order.askedCents : order.askedCents)}
              </Td>
              <Td numeric label={t('cameBack')} className={order.returnedCents > 0n ? 'text-good' : 'text-ink-3'}>
                {order.returnedCents > 0n ? money(order.returnedCents) : '—'}
              </Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Card>
  )
}
