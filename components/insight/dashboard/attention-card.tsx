import {
  ArchiveBoxXMarkIcon,
  ArrowPathIcon,
  ArrowUturnLeftIcon,
  BanknotesIcon,
  BoltIcon,
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
import type { Role } from '@/lib/core/permissions'
import { listAttention, type AttentionItem } from '@/lib/insight/dashboard/attention-items'
import type { AttentionView } from '@/lib/insight/dashboard/views'
import { formatDay } from '@/lib/core/dates'
import { formatMoney } from '@/lib/core/money'

const icons: Record<AttentionItem['key'], ComponentType<SVGProps<SVGSVGElement>>> = {
  cancels: BoltIcon,
  late: ExclamationTriangleIcon,
  today: ClockIcon,
  invoice: DocumentTextIcon,
  refused: DocumentTextIcon,
  pickup: TruckIcon,
  cancellation: XCircleIcon,
  return: ArrowUturnLeftIcon,
  oversold: ArchiveBoxXMarkIcon,
  lowStock: InboxArrowDownIcon,
  unmapped: LinkIcon,
  expenses: BanknotesIcon,
  shops: ArrowPathIcon,
  ending: ArrowPathIcon,
  unauthorized: BuildingStorefrontIcon,
  shortage: ScaleIcon,
  latePayouts: CalendarDaysIcon,
  overduePayouts: CalendarDaysIcon,
  unclaimed: ReceiptPercentIcon,
  history: ClockIcon,
}
const tones = { bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn', accent: 'bg-accent-soft text-accent-text' }

type AttentionCardProps = { role: Role; attention: AttentionView; className?: string }

export function AttentionCard({ role, attention, className }: AttentionCardProps) {
  const t = useTranslations('dashboard.attention')
  const items = listAttention(role, attention)
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

function AttentionRow({ item, attention }: { item: AttentionItem; attention: AttentionView }) {
  const t = useTranslations('dashboard.attention')
  const language = useLocale()
  const value = formatMoney(item.cents ?? 0n, language)
  const day = item.day ? formatDay(item.day, language) : ''
  const estimated = item.estimatedCents ? formatMoney(item.estimatedCents, language) : 'none'
  const Icon = icons[item.key]
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
