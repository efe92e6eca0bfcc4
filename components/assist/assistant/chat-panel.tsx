'use client'

import { ChatBubbleLeftRightIcon, PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { newIdempotencyKey } from '@/components/ui/use-action'
import { threadHref } from '@/lib/assist/assistant/addresses'
import type { AssistantView } from '@/lib/assist/assistant/views'
import { ThreadList } from './thread-list'

// The page comes with the chat in it; what makes it work follows in a part of its own.
const Chat = dynamic(() => import('./chat').then((result) => result.Chat), {
  loading: () => <Skeleton className="min-h-[70dvh] min-w-0 flex-1" />,
})

type ChatPanelProps = { view: AssistantView; timeZone: string }

/** Which conversation is open. A new one gets its id with its first answer, and stays the one that is open. */
export function ChatPanel({ view, timeZone }: ChatPanelProps) {
  const t = useTranslations('assistant.threads')
  const router = useRouter()
  const shown = view.thread?.id ?? null
  const [open, setOpen] = useState({ key: shown ?? 'new', threadId: shown, seen: shown })
  const [listed, setListed] = useState(false)
  if (shown !== open.seen)
    setOpen(shown === open.threadId ? { ...open, seen: shown } : { key: shown ?? 'new', threadId: shown, seen: shown })
  const begin = () => {
    setListed(false)
    setOpen({ key: newIdempotencyKey(), threadId: null, seen: shown })
    router.push(threadHref(null))
  }
  const know = (threadId: string) => {
    setOpen((now) => ({ ...now, threadId }))
    window.history.replaceState(null, '', threadHref(threadId))
  }
  const list = (
    <ThreadList
      page={view.threads}
      openId={open.threadId}
      timeZone={timeZone}
      onPick={() => setListed(false)}
      onGone={begin}
    />
  )
  return (
    <div className="flex min-w-0 gap-6 max-lg:flex-col max-lg:gap-3">
      <div className="flex gap-2 lg:hidden">
        <Button onClick={() => setListed(true)} aria-haspopup="dialog">
          <ChatBubbleLeftRightIcon aria-hidden />
          {t('title')}
        </Button>
        <Button onClick={begin}>
          <PlusIcon aria-hidden />
          {t('new')}
        </Button>
      </div>
      <nav aria-label={t('title')} className="flex w-64 shrink-0 flex-col gap-3 max-lg:hidden">
        <Button onClick={begin}>
          <PlusIcon aria-hidden />
          {t('new')}
        </Button>
        {list}
      </nav>
      <Drawer open={listed} onClose={() => setListed(false)} side="left" title={t('title')}>
        {list}
      </Drawer>
      <Chat key={open.key} chatKey={open.key} threadId={open.threadId} view={view} onThread={know} />
    </div>
  )
}
