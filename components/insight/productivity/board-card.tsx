'use client'

import { Bars2Icon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { KeyboardEvent, PointerEvent } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Day } from '@/lib/core/dates'
import type { Task } from '@/lib/insight/productivity/queries'
import { boardPath } from '@/lib/insight/productivity/schema'
import { DueBadge } from './due-badge'

type BoardCardProps = {
  task: Task
  person: string | null
  today: Day
  isLifted: boolean
  isSaving: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent) => void
}

export function BoardCard({ task, person, today, isLifted, isSaving, onKeyDown, onPointerDown }: BoardCardProps) {
  const t = useTranslations('productivity.board')
  const named = person ?? (task.assigneeId ? t('formerMember') : null)
  return (
    <li
      data-card-id={task.id}
      aria-busy={isSaving || undefined}
      onPointerDown={onPointerDown}
      className={classNames(
        'flex items-start gap-1 rounded-control border bg-surface p-2 shadow-card select-none md:cursor-grab',
        isLifted ? 'border-accent-text opacity-80 shadow-floating' : 'border-line',
        isSaving && 'opacity-60',
      )}
    >
      <button
        type="button"
        data-grip={task.id}
        aria-label={t('moveOf', { title: task.title })}
        aria-pressed={isLifted}
        aria-describedby="board-keys"
        onKeyDown={onKeyDown}
        className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
      >
        <Bars2Icon aria-hidden className="size-4" />
      </button>
      <div className="min-w-0 flex-1 py-0.5">
        <Link
          href={`${boardPath}?edit=${task.id}`}
          scroll={false}
          draggable={false}
          className="inline-block min-h-6 font-medium wrap-anywhere text-ink no-underline hover:underline"
        >
          {task.title}
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3 empty:hidden">
          {task.column !== 'done' && <DueBadge dueOn={task.dueOn} today={today} />}
          {named && <span>{named}</span>}
        </div>
      </div>
    </li>
  )
}
