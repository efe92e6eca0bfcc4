import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { centralPath } from '@/lib/sales/dispatch/schema'
import { countdownTo } from '@/lib/sales/orders/platform-cancel'
import type { UrgentOrder } from '@/lib/sales/dispatch/urgent'
import type { DispatchList } from '@/lib/sales/dispatch/views'
import { shortTime } from './short-time'
import { UrgentFold } from './urgent-fold'
import { usePlatformWord } from './use-platform-word'
import { AnswerCancellation, ArrangeUrgent, NoteInvoiceCancelled } from './urgent-actions'

type Group = { kind: UrgentOrder['kind']; orders: UrgentOrder[] }
type UrgentCardProps = { list: DispatchList; timeZone: string }

/**
 * Urgent orders on one line: how many of each kind, what happens first and the one action for it. The orders, and the
 * decisions that some of them need, are behind it, so that the list of all orders begins near the top.
 */
export function UrgentCard({ list, timeZone }: UrgentCardProps) {
  const t = useTranslations('dispatch.urgent')
  const groups = list.urgent.reduce<Group[]>((all, order) => {
    const group = all.find(({ kind }) => kind === order.kind)
    if (group) group.orders.push(order)
    else all.push({ kind: order.kind, orders: [order] })
    return all
  }, [])
  const toArrange = list.canShip
    ? list.urgent.filter(({ kind, toArrange: isOpen }) => kind === 'platformCancels' && isOpen)
    : []
  return (
    <Card className="border-bad! px-4! py-2!">
      <h2 className="sr-only">{t('title')}</h2>
      <UrgentFold
        label={t('show', { count: list.urgent.length })}
        action={toArrange.length > 0 && <ArrangeUrgent orderIds={toArrange.map(({ id }) => id)} />}
        line={
          <>
            <ExclamationTriangleIcon aria-hidden className="size-5 shrink-0 text-bad" />
            <ul className="flex min-w-0 flex-wrap gap-x-2 [&>li+li]:before:mr-2 [&>li+li]:before:content-['·']">
              {groups.map((group) => (
                <GroupLine key={group.kind} group={group} list={list} />
              ))}
            </ul>
          </>
        }
      >
        <ul className="mt-2 grid divide-y divide-line border-t border-line">
          {groups.map((group) => (
            <li key={group.kind} className="py-2">
              <UrgentGroup group={group} list={list} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      </UrgentFold>
    </Card>
  )
}

function GroupLine({ group: { kind, orders }, list }: { group: Group; list: DispatchList }) {
  const t = useTranslations('dispatch.urgent')
  const first = orders[0]?.at
  const soonest = kind === 'platformCancels' && first ? countdownTo(first, list.now) : null
  return (
    <li>
      <span className="font-semibold">{t(`groups.${kind}`, { count: orders.length })}</span>
      {soonest && (
        <span className="text-ink-2">
          {': '}
          {t('groupCancels', { when: t(`cancelsIn.${soonest.unit}`, { count: soonest.count }) })}
        </span>
      )}
    </li>
  )
}

function UrgentGroup({ group: { kind, orders }, list, timeZone }: UrgentCardProps & { group: Group }) {
  const t = useTranslations('dispatch.urgent')
  const { canDecide, canShip } = list
  const decides = (kind === 'cancellationAsked' && canDecide) || (kind === 'invoiceToCancel' && canShip)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold">{t(`groups.${kind}`, { count: orders.length })}</h3>
        {kind === 'platformCancels' && (
          <ButtonLink size="sm" href={`${centralPath}?due=late`}>
            {t('showLate')}
          </ButtonLink>
        )}
      </div>
      {decides ? (
        <DecisionRows orders={orders} list={list} timeZone={timeZone} />
      ) : (
        <CodeLine orders={orders} list={list} timeZone={timeZone} />
      )}
      {kind === 'platformCancels' && <p className="mt-1 text-xs text-ink-3">{t('cancelsText')}</p>}
    </>
  )
}

type Orders = UrgentCardProps & { orders: UrgentOrder[] }

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
