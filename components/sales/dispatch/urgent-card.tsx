import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { centralPath } from '@/lib/sales/dispatch/schema'
import { countdownTo } from '@/lib/sales/orders/platform-cancel'
import type { UrgentOrder } from '@/lib/sales/dispatch/urgent'
import type { DispatchList } from '@/lib/sales/dispatch/views'
import { shortTime } from './short-time'
import { usePlatformWord } from './use-platform-word'
import { AnswerCancellation, ArrangeUrgent, NoteInvoiceCancelled } from './urgent-actions'

type Group = { kind: UrgentOrder['kind']; orders: UrgentOrder[] }
type UrgentCardProps = { list: DispatchList; timeZone: string }

const CODES_SHOWN = 6
const ROWS_SHOWN = 3

/**
 * Urgent orders, by kind: each kind is one line with its one action; an order that needs a decision of its own is a
 * row.
 */
export function UrgentCard({ list, timeZone }: UrgentCardProps) {
  const t = useTranslations('dispatch.urgent')
  const groups = list.urgent.reduce<Group[]>((all, order) => {
    const group = all.find(({ kind }) => kind === order.kind)
    if (group) group.orders.push(order)
    else all.push({ kind: order.kind, orders: [order] })
    return all
  }, [])
  return (
    <Card className="border-bad! py-3!">
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            <ExclamationTriangleIcon aria-hidden className="size-5 text-bad" />
            {t('title')}
          </span>
        }
        className="mb-1"
      />
      <ul className="grid divide-y divide-line">
        {groups.map((group) => (
          <li key={group.kind} className="py-2">
            <UrgentGroup group={group} list={list} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UrgentGroup({ group: { kind, orders }, list, timeZone }: UrgentCardProps & { group: Group }) {
  const t = useTranslations('dispatch.urgent')
  const { canDecide, canShip, now } = list
  const [first] = orders
  const decides = (kind === 'cancellationAsked' && canDecide) || (kind === 'invoiceToCancel' && canShip)
  const soonest = kind === 'platformCancels' && first?.at ? countdownTo(first.at, now) : null
  const toArrange = canShip && kind === 'platformCancels' ? orders.filter((order) => order.toArrange) : []
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 font-semibold">
          {t(`groups.${kind}`, { count: orders.length })}
          {soonest && (
            <span className="font-normal text-ink-2">
              {' '}
              {t('groupCancels', { when: t(`cancelsIn.${soonest.unit}`, { count: soonest.count }) })}
            </span>
          )}
        </p>
        {toArrange.length > 0 && <ArrangeUrgent orderIds={toArrange.map(({ id }) => id)} />}
        {kind === 'platformCancels' && (
          <ButtonLink size="sm" href={`${centralPath}?due=late`}>
            {t('showLate')}
          </ButtonLink>
        )}
      </div>
      {decides ? (
        <Decisions orders={orders} list={list} timeZone={timeZone} />
      ) : (
        <Codes orders={orders} list={list} timeZone={timeZone} />
      )}
      {kind === 'platformCancels' && <p className="mt-1 text-xs text-ink-3">{t('cancelsText')}</p>}
    </>
  )
}

type Orders = UrgentCardProps & { orders: UrgentOrder[] }

/** The codes on one line, the others behind a fold. */
function Codes({ orders, ...shown }: Orders) {
  const t = useTranslations('dispatch.urgent')
  const rest = orders.slice(CODES_SHOWN)
  return (
    <>
      <CodeLine orders={orders.slice(0, CODES_SHOWN)} {...shown} />
      {rest.length > 0 && (
        <details className="text-[13px]">
          <summary className="w-fit cursor-pointer py-0.5 text-accent-text">
            {t('more', { count: rest.length })}
          </summary>
          <CodeLine orders={rest} {...shown} />
        </details>
      )}
    </>
  )
}

function CodeLine({ orders, list: { today }, timeZone }: Orders) {
  const language = useLocale()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-[13px] text-ink-2 max-sm:mt-2">
      {orders.map(({ id, code, at }) => (
        <li key={id} className="whitespace-nowrap tabular-nums">
          <Link href={`/dashboard/orders/${id}`}>{code}</Link>
          {at && ` · ${shortTime(at, language, { today, timeZone })}`}
        </li>
      ))}
    </ul>
  )
}

function Decisions({ orders, ...shown }: Orders) {
  const t = useTranslations('dispatch.urgent')
  const rest = orders.slice(ROWS_SHOWN)
  return (
    <>
      <DecisionRows orders={orders.slice(0, ROWS_SHOWN)} {...shown} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-0.5 text-[13px] text-accent-text">
            {t('more', { count: rest.length })}
          </summary>
          <DecisionRows orders={rest} {...shown} />
        </details>
      )}
    </>
  )
}

function DecisionRows({ orders, list: { today }, timeZone }: Orders) {
  const language = useLocale()
  const word = usePlatformWord()
  return (
    <ul className="grid">
      {orders.map(({ id, code, kind, shopName, at, text }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-[13px] text-ink-2">
          <span className="min-w-0 flex-1 basis-60">
            <Link href={`/dashboard/orders/${id}`} className="tabular-nums">
              {code}
            </Link>
            {['', shopName, at && shortTime(at, language, { today, timeZone }), text && word(text)]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
          {kind === 'cancellationAsked' ? (
            <AnswerCancellation orderId={id} code={code} />
          ) : (
            <NoteInvoiceCancelled orderId={id} code={code} />
          )}
        </li>
      ))}
    </ul>
  )
}
