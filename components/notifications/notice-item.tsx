'use client'

import {
  ArrowDownTrayIcon,
  BanknotesIcon,
  BuildingStorefrontIcon,
  ClockIcon,
  DevicePhoneMobileIcon,
  ExclamationTriangleIcon,
  InboxArrowDownIcon,
  LockClosedIcon,
  ScaleIcon,
  TruckIcon,
  UserPlusIcon,
} from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ComponentType, SVGProps } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { classNames } from '@/components/ui/class-names'
import { formatDateTime, formatDay } from '@/lib/dates'
import { formatMoney } from '@/lib/money'
import { nameDevice, noticeHref, type NoticeContent, type NoticeKind } from '@/lib/notifications/kinds'
import type { Notice } from '@/lib/notifications/queries'

const icons: Record<NoticeKind, ComponentType<SVGProps<SVGSVGElement>>> = {
  importFinished: ArrowDownTrayIcon,
  lowStock: InboxArrowDownIcon,
  expenseDue: BanknotesIcon,
  lateShipment: TruckIcon,
  payoutLate: ClockIcon,
  caseDeadline: ScaleIcon,
  memberJoined: UserPlusIcon,
  newDevice: DevicePhoneMobileIcon,
  signInsBlocked: LockClosedIcon,
  rightsRefused: LockClosedIcon,
  shopGrant: BuildingStorefrontIcon,
  oversold: ExclamationTriangleIcon,
  healthCritical: ExclamationTriangleIcon,
  webhookDisabled: ExclamationTriangleIcon,
  deletionPlanned: ExclamationTriangleIcon,
}

/** One notice; all of it leads to the rows that it speaks of. */
export function NoticeItem({ notice, onFollow }: { notice: Notice; onFollow?: () => void }) {
  const t = useTranslations('notifications')
  const language = useLocale()
  const { timeZone } = useOrganization()
  const values = useNoticeValues(notice)
  const Icon = icons[notice.kind]
  return (
    <li className="relative flex gap-3 border-b border-line px-4 py-3 last:border-b-0 has-[a:hover]:bg-sunken/60">
      <span
        aria-hidden
        className={classNames(
          'grid size-8 shrink-0 place-items-center rounded-control [&_svg]:size-[18px]',
          notice.read ? 'bg-sunken text-ink-2' : 'bg-accent-soft text-accent-text',
        )}
      >
        <Icon />
      </span>
      <span className="min-w-0 flex-1">
        <Link
          href={noticeHref(notice)}
          onClick={onFollow}
          className="block font-semibold text-ink no-underline after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
        >
          {t(`kinds.${notice.kind}.title`, values)}
        </Link>
        <span className="block text-[13px] break-words text-ink-2">{t(`kinds.${notice.kind}.text`, values)}</span>
        <time dateTime={notice.at} className="block text-xs text-ink-3">
          {formatDateTime(new Date(notice.at), language, timeZone)}
        </time>
      </span>
      {!notice.read && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t('unread')}</span>
        </span>
      )}
    </li>
  )
}

type Values = Record<
  'outcome' | 'fileName' | 'amount' | 'until' | 'name' | 'role' | 'device' | 'known' | 'on',
  string
> & {
  count: number
  late: number
  today: number
}

function useNoticeValues(notice: NoticeContent): Values {
  const language = useLocale()
  const words = { outcome: '', fileName: '', amount: '', until: '', name: '', role: '', device: '', known: '', on: '' }
  const none = { ...words, count: 0, late: 0, today: 0 }
  switch (notice.kind) {
    case 'caseDeadline':
    case 'expenseDue': {
      const { count, cents, until } = notice.data
      return { ...none, count, amount: formatMoney(BigInt(cents), language), until: formatDay(until, language) }
    }
    case 'lateShipment': {
      const { late, today } = notice.data
      return { ...none, late, today, count: late + today }
    }
    case 'payoutLate':
      return { ...none, count: notice.data.count, amount: formatMoney(BigInt(notice.data.cents), language) }
    case 'newDevice':
      return { ...none, ...nameDevice(notice.data) }
    case 'shopGrant':
      return { ...none, name: notice.data.name, count: notice.data.days }
    case 'oversold':
      return { ...none, name: notice.data.sku, count: notice.data.units }
    case 'deletionPlanned':
      return { ...none, on: formatDay(notice.data.on, language) }
    case 'rightsRefused':
    case 'webhookDisabled':
      return { ...none, name: notice.data.name }
    case 'healthCritical':
    case 'importFinished':
    case 'lowStock':
    case 'memberJoined':
    case 'signInsBlocked':
      return { ...none, ...notice.data }
  }
}
