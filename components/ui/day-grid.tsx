'use client'

import { useFormatter } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { addDays, listWeeks, startOfWeek, type Day, type DayRange } from '@/lib/core/dates'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

type DayGridProps = {
  label: string
  /** How the keys work, for screen readers. */
  keys: string
  /** The days that can be stepped on; those beyond are on another page. */
  range: DayRange
  start: Day
  /** The day shown after a turn to the month before or after. */
  turned: (current: Day, by: 1 | -1) => Day
  hrefOf: (day: Day) => string
  children: (day: Day, stop: { isCurrent: boolean; onFocus: () => void }) => ReactNode
}

/** A month in weeks. Days are one stop in the tab order; arrows go from day to day, Page Up and Page Down from month to month. */
export function DayGrid({ label, keys, range, start, turned, hrefOf, children }: DayGridProps) {
  const format = useFormatter()
  const weeks = listWeeks(range)
  const router = useRouter()
  const keysId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<Day>(start)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const turn = ({ PageUp: -1, PageDown: 1 } as const)[event.key]
    const edge = { Home: startOfWeek(current), End: addDays(startOfWeek(current), 6) }[event.key]
    if (!step && !turn && !edge) return
    event.preventDefault()
    const next = turn ? turned(current, turn) : (edge ?? addDays(current, step!))
    if (turn || next < range.from || next > range.to) return edge ? undefined : router.push(hrefOf(next))
    setCurrent(next)
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-describedby={keysId}
      onKeyDown={move}
      className="hidden border-t border-line md:block"
    >
      <p id={keysId} className="sr-only">
        {keys}
      </p>
      <div role="row" className="grid grid-cols-7">
        {weeks[0]!.map((day) => (
          <span key={day} role="columnheader" className="px-2 py-1.5 text-xs font-medium text-ink-2">
            {format.dateTime(new Date(`${day}T12:00:00Z`), { weekday: 'short', timeZone: 'UTC' })}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className="grid grid-cols-7">
          {week.map((day) => children(day, { isCurrent: day === current, onFocus: () => setCurrent(day) }))}
        </div>
      ))}
    </div>
  )
}
