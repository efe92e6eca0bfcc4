'use client'

import {
  BanknotesIcon,
  BellIcon,
  ChartBarIcon,
  QrCodeIcon,
  ScaleIcon,
  ShoppingBagIcon,
  TruckIcon,
} from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useSharedNotices } from '@/components/insight/notifications/notices-provider'
import { classNames } from '@/components/ui/class-names'
import { findDestination, getDestination } from './navigation'
import type { PhonePlace } from './phone-places'

const icons: Record<PhonePlace, typeof TruckIcon> = {
  dashboard: ChartBarIcon,
  shopeeCentral: TruckIcon,
  centralBench: QrCodeIcon,
  companyOrders: ShoppingBagIcon,
  companyExpenses: BanknotesIcon,
  shopeeReconciliation: ScaleIcon,
  notifications: BellIcon,
}
const most = 99

/** On a phone what a person opens all day is under the thumb; the rest stays in the drawer. */
export function PhoneBar({ places }: { places: readonly PhonePlace[] }) {
  const t = useTranslations('shell.phoneBar')
  const { unread } = useSharedNotices()
  const here = findDestination(usePathname())?.key
  return (
    <nav
      aria-label={t('label')}
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="flex">
        {places.map((place) => {
          const Icon = icons[place]
          const isHere = here === place
          const isNew = place === 'notifications' && unread > 0
          return (
            <li key={place} className="flex-1">
              <Link
                href={getDestination(place).href}
                aria-current={isHere ? 'page' : undefined}
                className={classNames(
                  'flex h-14 flex-col items-center justify-center gap-0.5 text-xs font-medium no-underline focus-visible:-outline-offset-2',
                  isHere ? 'font-semibold text-accent-text' : 'text-ink-2',
                )}
              >
                <span className={classNames('relative rounded-full px-4 py-0.5', isHere && 'bg-accent-soft')}>
                  <Icon aria-hidden className="size-5" />
                  {isNew && (
                    <span
                      aria-hidden
                      className="absolute -top-1 left-1/2 ml-1 min-w-4.5 rounded-full bg-accent px-1 text-center text-[11px] leading-4.5 font-semibold text-on-accent tabular-nums"
                    >
                      {unread > most ? t('many', { count: most }) : unread}
                    </span>
                  )}
                </span>
                {t(`places.${place}`)}
                {isNew && <span className="sr-only">{t('unread', { count: unread })}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
