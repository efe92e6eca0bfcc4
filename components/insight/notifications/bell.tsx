'use client'

import { BellIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Popover } from '@/components/ui/popover'
import { buttonClass, Button, Spinner } from '@/components/ui/button'
import { notificationsPath } from '@/lib/identity/notices/schema'
import { useSharedNotices } from './notices-provider'
import { useEffect } from 'react'
import { NoticeItem } from './notice-item'
import type { Notices } from './use-notices'

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

type NoticePanelProps = Omit<Notices, 'unread'> & { onFollow: () => void }

function NoticePanel({ latest, failed, load, onFollow }: NoticePanelProps) {
  const t = useTranslations('notifications')
  useEffect(() => void load(), [load])
  return (
    <div className="flex max-h-[min(28rem,70dvh)] flex-col">
      <h2 className="border-b border-line px-4 py-3 text-[15px] font-title">{t('title')}</h2>
      {failed && (
        <div role="alert" className="flex items-center justify-between gap-3 px-4 py-4">
          <p className="text-ink-2">{t('failed')}</p>
          <RetryButton onRetry={load} />
        </div>
      )}
      {!failed && !latest && (
        <p role="status" className="flex items-center gap-2 px-4 py-6 text-ink-2">
          <Spinner />
          {t('loading')}
        </p>
      )}
      {latest?.length === 0 && (
        <div className="px-4 py-6">
          <p className="font-semibold">{t('empty.title')}</p>
          <p className="text-[13px] text-ink-2">{t('empty.text')}</p>
        </div>
      )}
      {latest && latest.length > 0 && (
        <ul aria-label={t('list')} className="overflow-y-auto">
          {latest.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} onFollow={onFollow} />
          ))}
        </ul>
      )}
    </div>
  )
}

function RetryButton({ onRetry }: { onRetry: () => Promise<void> }) {
  const t = useTranslations('common')
  return (
    <Button size="sm" onClick={() => void onRetry()}>
      {t('retry')}
    </Button>
  )
}
