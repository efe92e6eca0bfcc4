'use client'

import { useTranslations } from 'next-intl'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { LegendMark } from './legend-mark'
import type { PointPlace, PointTexts } from './plot'

type ChartCursorProps = {
  label: string
  names: { current: string; previous?: string }
  /** The same list as the table's, so that it crosses to the browser once. */
  texts: PointTexts[]
  places: PointPlace[]
}

/** The only part of a chart that needs the browser: the point under the pointer or reached by arrow keys, and its tooltip. */
export function ChartCursor({ label, names, texts, places }: ChartCursorProps) {
  const t = useTranslations('ui.chart')
  const [at, setAt] = useState<number | null>(null)
  const last = places.length - 1
  const index = at ?? last
  const [place, text] = [places[index], texts[index]]

  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const left = ((event.clientX - box.left) / box.width) * 100
    setAt(
      places.reduce(
        (best, [own], i) => (Math.abs(own - left) < Math.abs((places[best]?.[0] ?? 0) - left) ? i : best),
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

  if (!place || !text) return null
  const [left, top, previousTop] = place
  const [title, value, previous] = text
  const lines = [{ name: names.current, text: value, dashed: false }]
  if (names.previous && previous) lines.push({ name: names.previous, text: previous, dashed: true })
  const spoken = [title, ...lines.map((line) => `${line.name} ${line.text}`)].join(', ')
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
          <div className="absolute inset-y-0 w-px bg-edge" style={{ left: `${left}%` }} />
          {typeof previousTop === 'number' && <Dot left={left} top={previousTop} className="border-ink-3" />}
          {top !== null && <Dot left={left} top={top} className="border-accent-text" />}
          <div
            className="absolute -top-2 z-20 w-max max-w-72 rounded-control border border-line bg-raised px-3 py-2 text-xs text-ink shadow-floating"
            style={{ left: `${left}%`, transform: `translate(-${left}%, -100%)` }}
          >
            <p className="font-semibold">{title}</p>
            {lines.map((line) => (
              <p key={line.name} className="mt-1 flex items-center gap-2">
                <LegendMark dashed={line.dashed} />
                <span className="whitespace-nowrap text-ink-2">{line.name}</span>
                <span className="money ml-auto pl-3 font-semibold">{line.text}</span>
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
