'use client'

import {
  ArrowDownTrayIcon,
  ArrowUturnLeftIcon,
  BanknotesIcon,
  BuildingStorefrontIcon,
  ClockIcon,
  DevicePhoneMobileIcon,
  DocumentTextIcon,
  ExclamationTriangleIcon,
  InboxArrowDownIcon,
  LockClosedIcon,
  NoSymbolIcon,
  ScaleIcon,
  SunIcon,
  TruckIcon,
  UserPlusIcon,
  XCircleIcon,
} from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ComponentType, SVGProps } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { classNames } from '@/components/ui/class-names'
import { formatDateTime } from '@/lib/core/dates'
import { noticeHref, type NoticeKind } from '@/lib/identity/notices/kinds'
import type { Notice } from '@/lib/insight/notifications/queries'
import { noticeValues } from './notice-values'

const icons: Record<NoticeKind, ComponentType<SVGProps<SVGSVGElement>>> = {
  importFinished: ArrowDownTrayIcon,
  lowStock: InboxArrowDownIcon,
  expenseDue: BanknotesIcon,
  lateShipment: TruckIcon,
  returnToAnswer: ArrowUturnLeftIcon,
  cancellationAsked: XCircleIcon,
  invoiceRefused: DocumentTextIcon,
  pickupFailed: TruckIcon,
  pickupLate: TruckIcon,
  platformCancel: ExclamationTriangleIcon,
  listingBlocked: NoSymbolIcon,
  morning: SunIcon,
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
  const values = noticeValues(notice, language)
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
