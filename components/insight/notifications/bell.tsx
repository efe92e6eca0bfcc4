'use client'

import { BellIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Popover } from '@/components/ui/popover'
import { buttonClass } from '@/components/ui/button'
import { notificationsPath } from '@/lib/identity/notices/schema'
import { NoticePanel } from './notice-panel'
import { useSharedNotices } from './notices-provider'

const most = 99

/** How many are unread came with the page; the latest are asked for when it is opened, and are read then. */
export function Bell() {
  const t = useTranslations('notifications')
  const { unread, ...notices } = useSharedNotices()
  return (
    <Popover
      align="end"
      label={unread > most ? t('bellMany') : t('bell', { count: unread })}
      buttonClassName={buttonClass({ variant: 'ghost', size: 'icon' })}
      panelClassName="w-96 p-0!"
      button={
        <>
          <BellIcon aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute -top-0.5 -right-1 min-w-4.5 rounded-full bg-accent px-1 text-center text-[11px] leading-4.5 font-semibold text-on-accent tabular-nums"
            >
              {unread > most ? t('many') : unread}
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <>
          <NoticePanel {...notices} onFollow={close} />
          <div className="flex justify-between gap-3 border-t border-line px-4 py-2.5 text-[13px] font-semibold">
            <Link href={notificationsPath} onClick={close} className="text-accent-text no-underline hover:underline">
              {t('seeAll')}
            </Link>
            <Link
              href="/dashboard/settings/notifications"
              onClick={close}
              className="text-ink-2 no-underline hover:text-ink hover:underline"
            >
              {t('settings')}
            </Link>
          </div>
        </>
      )}
    </Popover>
  )
}
