import {
  ArchiveBoxXMarkIcon,
  ArrowPathIcon,
  ArrowUturnLeftIcon,
  BanknotesIcon,
  BuildingStorefrontIcon,
  CalendarDaysIcon,
  CheckCircleIcon,
  ClockIcon,
  DocumentTextIcon,
  ExclamationTriangleIcon,
  InboxArrowDownIcon,
  LinkIcon,
  ReceiptPercentIcon,
  ScaleIcon,
  TruckIcon,
  XCircleIcon,
} from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ComponentType, SVGProps } from 'react'
import { Card, CardHeader } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { can, type Role } from '@/lib/auth/permissions'
import { waitingHref } from '@/lib/dashboard/filters'
import type { AttentionView } from '@/lib/dashboard/views'
import { centralPath, roomPaths } from '@/lib/dispatch/schema'
import { formatDay, type Day } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { moneyRooms } from '@/lib/payouts/rooms'
import { unclaimedHref } from '@/lib/payouts/rows-href'
import { shopsPath } from '@/lib/shops/schema'

type Item = {
  key:
    | 'late'
    | 'today'
    | 'invoice'
    | 'refused'
    | 'pickup'
    | 'cancellation'
    | 'return'
    | 'oversold'
    | 'lowStock'
    | 'unmapped'
    | 'shortage'
    | 'latePayouts'
    | 'overduePayouts'
    | 'unclaimed'
    | 'expenses'
    | 'shops'
    | 'ending'
    | 'unauthorized'
    | 'history'
  count: bigint
  tone: 'bad' | 'warn' | 'accent'
  icon: ComponentType<SVGProps<SVGSVGElement>>
  href: string
  /** What it is about, in money and on which day. */
  cents?: bigint
  day?: Day | null
  /** Part of it that is due on a day that is only estimated. */
  estimatedCents?: bigint
}

/** In the order of the day's work: first what is late, then stock, then money; what only others can settle is left out. */
function listItems(role: Role, attention: AttentionView): Item[] {
  const items: Item[] = [
    { key: 'late', count: attention.lateOrders, tone: 'bad', icon: ExclamationTriangleIcon, href: waitingHref('late') },
    { key: 'today', count: attention.ordersToPostToday, tone: 'warn', icon: ClockIcon, href: waitingHref('today') },
    {
      key: 'invoice',
      count: can(role, 'order.create') ? attention.invoicesPending : 0n,
      tone: 'warn',
      icon: DocumentTextIcon,
      href: `${centralPath}?stage=invoice`,
    },
    {
      key: 'refused',
      count: can(role, 'order.create') ? attention.invoicesRefused : 0n,
      tone: 'bad',
      icon: DocumentTextIcon,
      href: `${centralPath}?stage=refused`,
    },
    {
      key: 'pickup',
      count: can(role, 'order.create') ? attention.pickupsFailed : 0n,
      tone: 'bad',
      icon: TruckIcon,
      href: `${centralPath}?stage=arrange`,
    },
    {
      key: 'cancellation',
      count: attention.cancellationsAsked,
      tone: 'warn',
      icon: XCircleIcon,
      href: waitingHref('cancellation'),
    },
    {
      key: 'return',
      count: can(role, 'order.cancelPaid') ? attention.returnsToAnswer : 0n,
      tone: 'warn',
      icon: ArrowUturnLeftIcon,
      href: `${roomPaths.returns}?tab=answer`,
    },
    {
      key: 'oversold',
      count: attention.oversoldProducts,
      tone: 'bad',
      icon: ArchiveBoxXMarkIcon,
      href: '/dashboard/minha-empresa/produtos?stock=oversold',
    },
    {
      key: 'lowStock',
      count: attention.lowStockProducts,
      tone: 'warn',
      icon: InboxArrowDownIcon,
      href: '/dashboard/minha-empresa/produtos?stock=low&sort=stock',
    },
    {
      key: 'unmapped',
      count: can(role, 'listing.map') ? attention.unmappedListings : 0n,
      tone: 'warn',
      icon: LinkIcon,
      href: '/dashboard/minha-empresa/mapeamento-produtos',
    },
    ...listMoney(role, attention),
    {
      key: 'expenses',
      count: attention.overdueExpenses ?? 0n,
      cents: attention.overdueExpensesCents,
      tone: 'warn',
      icon: BanknotesIcon,
      href: '/dashboard/expenses?status=overdue',
    },
    {
      key: 'shops',
      count: can(role, 'shop.connect') ? attention.expiredShops : 0n,
      tone: 'accent',
      icon: ArrowPathIcon,
      href: shopsPath,
    },
    {
      key: 'ending',
      count: can(role, 'shop.connect') ? attention.endingShops : 0n,
      tone: 'accent',
      icon: ArrowPathIcon,
      href: shopsPath,
    },
    {
      key: 'unauthorized',
      count: can(role, 'shop.connect') ? attention.unauthorizedShops : 0n,
      tone: 'accent',
      icon: BuildingStorefrontIcon,
      href: shopsPath,
    },
    {
      key: 'history',
      count: attention.historyOrders,
      tone: 'accent',
      icon: ClockIcon,
      href: waitingHref('history'),
    },
  ]
  return items.filter(({ count }) => count > 0n)
}

function listMoney(role: Role, { money }: AttentionView): Item[] {
  if (!money) return []
  return [
    {
      key: 'shortage',
      count: money.shortDay ? 1n : 0n,
      cents: money.shortCents,
      day: money.shortDay,
      estimatedCents: money.shortEstimatedCents,
      tone: 'bad',
      icon: ScaleIcon,
      href: `${moneyRooms.payouts.path}?days=14`,
    },
    {
      key: 'latePayouts',
      count: money.latePayouts,
      cents: money.latePayoutsCents,
      tone: 'bad',
      icon: CalendarDaysIcon,
      href: `${moneyRooms.payouts.path}?due=late#orders`,
    },
    {
      key: 'overduePayouts',
      count: money.overduePayouts,
      cents: money.overduePayoutsCents,
      tone: 'warn',
      icon: CalendarDaysIcon,
      href: `${moneyRooms.payouts.path}?due=overdue#orders`,
    },
    {
      key: 'unclaimed',
      count: can(role, 'reconciliation.read') ? money.unclaimed : 0n,
      cents: money.unclaimedCents,
      tone: 'warn',
      icon: ReceiptPercentIcon,
      href: unclaimedHref,
    },
  ]
}

const tones = { bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn', accent: 'bg-accent-soft text-accent-text' }

type AttentionCardProps = { role: Role; attention: AttentionView; className?: string }

export function AttentionCard({ role, attention, className }: AttentionCardProps) {
  const t = useTranslations('dashboard.attention')
  const items = listItems(role, attention)
  return (
    <Card className={classNames('min-w-0', className)}>
      <CardHeader title={t('title')} description={t('scope')} className="mb-1" />
      {items.length === 0 ? (
        <AllClear />
      ) : (
        <ul>
          {items.map((item) => (
            <AttentionRow key={item.key} item={item} attention={attention} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function AttentionRow({ item, attention }: { item: Item; attention: AttentionView }) {
  const t = useTranslations('dashboard.attention')
  const language = useLocale()
  const value = formatMoney(item.cents ?? 0n, language)
  const day = item.day ? formatDay(item.day, language) : ''
  const estimated = item.estimatedCents ? formatMoney(item.estimatedCents, language) : 'none'
  const Icon = item.icon
  return (
    <li className="relative flex items-center gap-3 border-b border-line py-3 last:border-0 last:pb-0">
      <span
        aria-hidden
        className={classNames('grid size-8 shrink-0 place-items-center rounded-control', tones[item.tone])}
      >
        <Icon className="size-[18px]" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(`${item.key}.title`, { count: Number(item.count), value, day })}</span>
        <span className="block text-[13px] text-ink-3">
          {t(`${item.key}.text`, { units: Number(attention.oversoldUnits), value, day, estimated })}
        </span>
      </span>
      <Link
        href={item.href}
        aria-label={`${t(`${item.key}.link`)}: ${t(`${item.key}.title`, { count: Number(item.count), value, day })}`}
        className="shrink-0 font-semibold text-accent-text no-underline after:absolute after:inset-0 hover:underline"
      >
        {t(`${item.key}.link`)}
      </Link>
    </li>
  )
}

function AllClear() {
  const t = useTranslations('dashboard.attention')
  return (
    <div className="flex items-start gap-3 py-3">
      <CheckCircleIcon aria-hidden className="size-6 shrink-0 text-good" />
      <div>
        <p className="font-semibold">{t('clear')}</p>
        <p className="text-[13px] text-ink-3">{t('clearText')}</p>
      </div>
    </div>
  )
}
