import Link from 'next/link'
import type { CSSProperties } from 'react'
import { classNames } from '../class-names'

export type StackTone = 'neutral' | 'accent' | 'accent-medium' | 'accent-light' | 'good' | 'bad' | 'warn'

export type StackSegment = {
  key: string
  label: string
  value: number
  /** Both formatted. */
  valueText: string
  shareText: string
  tone: StackTone
  href?: string
}

type StackedBarProps = {
  label: string
  names: { name: string; value: string; share: string }
  segments: StackSegment[]
  className?: string
}

const colours: Record<StackTone, string> = {
  neutral: 'var(--ink-3)',
  accent: 'var(--accent-text)',
  'accent-medium': 'color-mix(in oklab, var(--accent-text) 70%, var(--surface))',
  'accent-light': 'color-mix(in oklab, var(--accent-text) 45%, var(--surface))',
  good: 'var(--good)',
  bad: 'var(--bad)',
  warn: 'var(--warn)',
}

const ink = 'color-mix(in oklab, var(--surface) 55%, transparent)'

/** One of its own for each tone, so that the bar is read without colour, in print too. */
const textures: Record<StackTone, string> = {
  neutral: `radial-gradient(circle at 2px 2px, ${ink} 1px, transparent 1.2px) 0 0 / 5px 5px`,
  accent: 'none',
  'accent-medium': `repeating-linear-gradient(45deg, ${ink} 0 1.5px, transparent 1.5px 5px)`,
  'accent-light': `repeating-linear-gradient(90deg, ${ink} 0 1.5px, transparent 1.5px 4px)`,
  good: `repeating-linear-gradient(0deg, ${ink} 0 1.5px, transparent 1.5px 4px)`,
  bad: `repeating-linear-gradient(-45deg, ${ink} 0 2px, transparent 2px 4px)`,
  warn: `repeating-linear-gradient(-45deg, ${ink} 0 1px, transparent 1px 7px)`,
}

const paint = (tone: StackTone): CSSProperties => ({
  background: `${textures[tone]}, ${colours[tone]}`,
  printColorAdjust: 'exact',
})

/** Parts of a whole: the bar is the picture, the table under it says everything the bar does. */
export function StackedBar({ label, names, segments, className }: StackedBarProps) {
  const total = segments.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={className}>
      <div aria-hidden className="mb-3 flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {total > 0 &&
          segments
            .filter(({ value }) => value > 0)
            .map(({ key, value, tone }) => (
              <span
                key={key}
                data-texture={textures[tone]}
                className="min-w-1"
                style={{ ...paint(tone), flex: `${value} 1 0` }}
              />
            ))}
      </div>
      <table className="w-full">
        <caption className="sr-only">{label}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{names.name}</th>
            <th scope="col">{names.value}</th>
            <th scope="col">{names.share}</th>
          </tr>
        </thead>
        <tbody>
          {segments.map(({ key, label: name, valueText, shareText, tone, href }) => (
            <tr key={key} className={classNames('relative', href && 'hover:bg-sunken/60')}>
              <th scope="row" className="py-1 text-left font-normal">
                <span className="flex items-center gap-2.5">
                  <span aria-hidden className="size-3 shrink-0 rounded-[3px]" style={paint(tone)} />
                  {href ? (
                    <Link
                      href={href}
                      className="text-inherit no-underline after:absolute after:inset-0 hover:underline pointer-coarse:py-1.5"
                    >
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </span>
              </th>
              <td className="money py-1 pl-3 text-right font-title">{valueText}</td>
              <td className="money w-16 py-1 text-right text-ink-3">{shareText}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
