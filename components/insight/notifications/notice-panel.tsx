'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { Button, Spinner } from '@/components/ui/button'
import { NoticeItem } from './notice-item'
import type { Notices } from './use-notices'

type NoticePanelProps = Omit<Notices, 'unread'> & { onFollow: () => void }

export function NoticePanel({ latest, failed, load, onFollow }: NoticePanelProps) {
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
