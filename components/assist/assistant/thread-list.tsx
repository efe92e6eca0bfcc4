'use client'

import { PencilSquareIcon, TrashIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { olderHref, threadHref } from '@/lib/assist/assistant/addresses'
import type { AssistantView, ThreadRow } from '@/lib/assist/assistant/views'
import { formatDateTime } from '@/lib/core/dates'
import { DeleteThread, RenameThread } from './thread-dialogs'

type ThreadListProps = {
  page: AssistantView['threads']
  openId: string | null
  timeZone: string
  onPick: () => void
  /** The open conversation was deleted. */
  onGone: () => void
}

export function ThreadList({ page, openId, timeZone, onPick, onGone }: ThreadListProps) {
  const t = useTranslations('assistant.threads')
  const language = useLocale()
  const [changing, setChanging] = useState<{ thread: ThreadRow; what: 'rename' | 'delete' } | null>(null)
  const close = () => setChanging(null)
  const older = 'px-2 text-[13px] text-accent-text underline-offset-2 hover:underline'
  if (page.rows.length === 0) return <p className="px-2 text-[13px] text-ink-3">{t('none')}</p>
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {page.rows.map((thread) => (
          <li
            key={thread.id}
            className={classNames(
              'flex items-center rounded-control',
              thread.id === openId ? 'bg-sunken' : 'hover:bg-sunken',
            )}
          >
            <Link
              href={threadHref(thread.id)}
              onClick={onPick}
              aria-current={thread.id === openId ? 'page' : undefined}
              className="min-w-0 flex-1 px-2 py-1.5 text-ink no-underline"
            >
              <span className="line-clamp-2 wrap-anywhere">{thread.title}</span>
              <span className="block text-xs text-ink-3">{formatDateTime(thread.usedAt, language, timeZone)}</span>
            </Link>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('renameNamed', { name: thread.title })}
              onClick={() => setChanging({ thread, what: 'rename' })}
            >
              <PencilSquareIcon aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('deleteNamed', { name: thread.title })}
              onClick={() => setChanging({ thread, what: 'delete' })}
            >
              <TrashIcon aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex justify-between gap-2">
        {page.previous && (
          <Link href={olderHref(null, openId)} className={older}>
            {t('newest')}
          </Link>
        )}
        {page.next && (
          <Link href={olderHref(page.next, openId)} className={older}>
            {t('older')}
          </Link>
        )}
      </div>
      {changing?.what === 'rename' && <RenameThread thread={changing.thread} onClose={close} />}
      {changing?.what === 'delete' && (
        <DeleteThread
          thread={changing.thread}
          onClose={close}
          onDone={() => {
            close()
            if (changing.thread.id === openId) onGone()
          }}
        />
      )}
    </>
  )
}
