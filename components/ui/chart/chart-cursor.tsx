'use client'

import { useTranslations } from 'next-intl'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { LegendMark } from './legend-mark'

export type CursorPoint = {
  left: number
  top: number | null
  previousTop: number | null
  title: string
  lines: { name: string; text: string; dashed: boolean }[]
}

/** The only part of a chart that needs the browser: the point under the pointer or reached by arrow keys, and its tooltip. */
export function ChartCursor({ label, points }: { label: string; points: CursorPoint[] }) {
  const t = useTranslations('ui.chart')
  const [at, setAt] = useState<number | null>(null)
  const last = points.length - 1
  const index = at ?? last
  const point = points[index]

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const left = ((event.clientX - box.left) / box.width) * 100
    setAt(
      points.reduce(
        (best, { left: own }, i) => (Math.abs(own - left) < Math.abs((points[best]?.left ?? 0) - left) ? i : best),
        0,
      ),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepFor(event.key, index, last)
    if (event.key === 'Escape') setAt(null)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }

  if (!point) return null
  const spoken = [point.title, ...point.lines.map(({ name, text }) => `${name} ${text}`)].join(', ')
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}. ${t('explore')}`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={spoken}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setAt(index)
      }}
      onBlur={() => setAt(null)}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => setAt(null)}
      className="absolute -inset-x-1 -inset-y-1 cursor-crosshair touch-pan-y rounded-md px-1 py-1 print:hidden"
    >
      {at !== null && (
        <div aria-hidden className="pointer-events-none relative size-full">
          <div className="absolute inset-y-0 w-px bg-edge" style={{ left: `${point.left}%` }} />
          {point.previousTop !== null && <Dot left={point.left} top={point.previousTop} className="border-ink-3" />}
          {point.top !== null && <Dot left={point.left} top={point.top} className="border-accent-text" />}
          <div
            className="absolute -top-2 z-20 w-max max-w-72 rounded-control border border-line bg-raised px-3 py-2 text-xs text-ink shadow-floating"
            style={{ left: `${point.left}%`, transform: `translate(-${point.left}%, -100%)` }}
          >
            <p className="font-semibold">{point.title}</p>
            {point.lines.map(({ name, text, dashed }) => (
              <p key={name} className="mt-1 flex items-center gap-2">
                <LegendMark dashed={dashed} />
                <span className="whitespace-nowrap text-ink-2">{name}</span>
                <span className="money ml-auto pl-3 font-semibold">{text}</span>
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function Dot({ left, top, className }: { left: number; top: number; className: string }) {
  return (
    <span
      className={`absolute size-2.5 -translate-1/2 rounded-full border-2 bg-surface ${className}`}
      style={{ left: `${left}%`, top: `${top}%` }}
    />
  )
}

function stepFor(key: string, index: number, last: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1)
  if (key === 'PageUp') return Math.min(last, index + 7)
  if (key === 'PageDown') return Math.max(0, index - 7)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
