'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { usePageKeys } from '@/components/shell/page-keys'
import { ButtonLink } from '@/components/ui/button'
import { useAction } from '@/components/ui/use-action'
import { moveTaskAction } from '@/lib/insight/productivity/actions'
import type { Task } from '@/lib/insight/productivity/queries'
import { boardColumns, boardPath } from '@/lib/insight/productivity/schema'
import type { BoardView } from '@/lib/insight/productivity/views'
import { BoardCard } from './board-card'
import { placeUnder } from './place-under'
import { cardBefore, step, useBoardOrder, type Placed } from './use-board-order'

const dragFromPx = 6
type Drag = { task: Task; x: number; y: number; started: boolean }

/** Cards are dragged, or lifted by Space and moved by arrows; what somebody else changed meanwhile is fetched again. */
export function Board({ view }: { view: BoardView }) {
  const t = useTranslations('productivity.board')
  const router = useRouter()
  const { tasks, people, today } = view
  const { lifted, setLifted, waiting, setSaving, columns } = useBoardOrder(tasks)
  const [said, setSaid] = useState('')
  const [byKeys, setByKeys] = useState(false)
  usePageKeys([
    { pressed: [t('sheet.space')], text: t('sheet.lift') },
    { pressed: ['←', '→', '↑', '↓'], text: t('sheet.move') },
    { pressed: ['Esc'], text: t('sheet.put') },
  ])
  const drag = useRef<Drag | null>(null)
  const board = useRef<HTMLDivElement>(null)
  const moving = useAction(moveTaskAction, { refresh: true })

  useEffect(() => {
    const seen = () => document.visibilityState === 'visible' && router.refresh()
    document.addEventListener('visibilitychange', seen)
    return () => document.removeEventListener('visibilitychange', seen)
  }, [router])
  useLayoutEffect(() => {
    if (lifted && byKeys) board.current?.querySelector<HTMLElement>(`[data-grip="${lifted.id}"]`)?.focus()
  }, [lifted, byKeys])

  const place = ({ id, column, index }: Placed) => ({
    column: t(`columns.${column}`),
    place: index + 1,
    of: columns[column].filter((card) => card.id !== id).length + 1,
  })
  const placedOf = (task: Task): Placed => ({
    id: task.id,
    version: task.version,
    column: task.column,
    index: columns[task.column].indexOf(task),
  })
  const drop = async (at: Placed) => {
    setLifted(null)
    const task = tasks.find(({ id }) => id === at.id)
    if (!task) return
    const home = tasks.filter(({ column }) => column === task.column).indexOf(task)
    if (at.column === task.column && at.index === home)
      return setSaid(t('dropped', { title: task.title, ...place(at) }))
    setSaving(at)
    const { id, version, column } = at
    const result = await moving.run({ id, version, column, afterId: cardBefore(columns, at) })
    if (result?.ok) return setSaid(t('dropped', { title: task.title, ...place(at) }))
    setSaving(null)
    setSaid(t('notMoved', { title: task.title }))
    router.refresh()
  }

  const press = (event: KeyboardEvent, task: Task) => {
    const isLifted = lifted?.id === task.id
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (isLifted) return void drop(lifted)
      if (moving.pending) return
      setByKeys(true)
      setLifted(placedOf(task))
      return setSaid(t('lifted', { title: task.title, ...place(placedOf(task)) }))
    }
    if (!isLifted) return
    if (event.key === 'Escape' || event.key === 'Tab') {
      setLifted(null)
      return setSaid(t('put', { title: task.title }))
    }
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    const next = step(columns, lifted, event.key)
    if (!next) return
    setLifted(next)
    setSaid(t('over', { title: task.title, ...place(next) }))
  }

  const point = {
    onPointerDown: (event: PointerEvent, task: Task) => {
      const onGrip = (event.target as Element).closest('[data-grip]')
      if (event.button !== 0 || moving.pending || (event.pointerType !== 'mouse' && !onGrip)) return
      drag.current = { task, x: event.clientX, y: event.clientY, started: false }
    },
    onPointerMove: (event: PointerEvent) => {
      const from = drag.current
      if (!from) return
      if (!from.started && Math.hypot(event.clientX - from.x, event.clientY - from.y) < dragFromPx) return
      if (!from.started) board.current?.setPointerCapture(event.pointerId)
      from.started = true
      setByKeys(false)
      const under = placeUnder(board.current!, event.clientX, event.clientY, from.task.id)
      setLifted((now) => ({ ...(now ?? placedOf(from.task)), ...under }))
    },
    onPointerUp: () => {
      const { started } = drag.current ?? {}
      drag.current = null
      if (started && lifted) void drop(lifted)
    },
    onPointerCancel: () => {
      drag.current = null
      setLifted(null)
    },
  }

  return (
    <div
      ref={board}
      onPointerMove={point.onPointerMove}
      onPointerUp={point.onPointerUp}
      onPointerCancel={point.onPointerCancel}
      className="grid items-start gap-4 md:grid-cols-3"
    >
      <p id="board-keys" className="sr-only">
        {t('keys')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {boardColumns.map((column) => (
        <section
          key={column}
          data-column={column}
          aria-labelledby={`column-${column}`}
          className="rounded-card border border-line bg-sunken/60 p-3"
        >
          <div className="mb-2 flex items-center gap-2 pl-1 text-[13px]">
            <h2 id={`column-${column}`} className="font-semibold">
              {t(`columns.${column}`)}
            </h2>
            <span className="text-ink-3 tabular-nums">{columns[column].length}</span>
            <ButtonLink
              size="icon"
              variant="ghost"
              href={`${boardPath}?new=1&column=${column}`}
              scroll={false}
              prefetch={false}
              aria-label={t('newIn', { column: t(`columns.${column}`) })}
              className="ml-auto"
            >
              <PlusIcon aria-hidden />
            </ButtonLink>
          </div>
          {columns[column].length === 0 && <p className="px-1 py-4 text-center text-[13px] text-ink-2">{t('empty')}</p>}
          <ul className="flex min-h-8 flex-col gap-2">
            {columns[column].map((task) => (
              <BoardCard
                key={task.id}
                task={task}
                person={people.find(({ userId }) => userId === task.assigneeId)?.displayName ?? null}
                today={today}
                isLifted={lifted?.id === task.id}
                isSaving={waiting?.id === task.id}
                onKeyDown={(event) => press(event, task)}
                onPointerDown={(event) => point.onPointerDown(event, task)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
