import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Sparkline } from './chart/sparkline'
import { classNames } from './class-names'
import { Definition } from './definition'
import { NoData } from './no-data'

export type MetricDelta = {
  /** Formatted: '12,4%', '0,6 p.p.'. */
  text: string
  direction: 'up' | 'down' | 'flat'
  /** Whether that is good news: a cost that rose is 'bad'. */
  tone: 'good' | 'bad' | 'neutral'
}

type MetricCardProps = {
  label: string
  /** Formatted; null shows a dash. */
  value: string | null
  /** The value is on its way; all else stands where it will. */
  pending?: boolean
  delta?: MetricDelta | null
  /** The previous period's value, formatted. */
  previous?: string | null
  series?: (number | null)[]
  /** The formula in words, shown on demand. */
  definition?: ReactNode
  /** The rows that add up to the value. */
  href?: string
  note?: ReactNode
  className?: string
}

const tones = { good: 'bg-good-soft text-good', bad: 'bg-bad-soft text-bad', neutral: 'bg-sunken text-ink-2' }

export function MetricCard(props: MetricCardProps) {
  const { label, value, pending, delta, previous, series, definition, href, note, className } = props
  const t = useTranslations('ui.metric')
  const name = href ? (
    <Link
      href={href}
      className="text-inherit no-underline after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
    >
      {label}
    </Link>
  ) : (
    label
  )
  return (
    <article
      data-card
      className={classNames(
        'relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 shadow-card max-sm:p-3.5',
        href && 'transition-colors hover:border-edge',
        className,
      )}
    >
      <div className="flex items-center gap-1 sm:gap-1.5">
        <h2 className="min-w-0 text-sm font-normal text-ink-2">{name}</h2>
        {definition && <Definition label={t('how', { label })}>{definition}</Definition>}
      </div>
      <p className="mt-1 money text-[22px] leading-7 font-title tracking-[-0.01em]">
        {pending ? <span aria-hidden className="skeleton inline-block h-5 w-24 max-w-full" /> : (value ?? <NoData />)}
      </p>
      {value !== null && (delta || previous) && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          {delta && <Delta {...delta} />}
          {previous && <span className="money text-[13px] text-ink-3">{t('before', { value: previous })}</span>}
        </p>
      )}
      {value !== null && series && <Sparkline values={series} className="mt-2" />}
      {note && <p className="mt-3 border-t border-line pt-2 text-xs text-ink-3">{note}</p>}
    </article>
  )
}

/** Arrow for the direction, colour for good or bad, and the words for who sees neither. */
export function Delta({ text, direction, tone }: MetricDelta) {
  const t = useTranslations('ui.metric')
  return (
    <span
      className={classNames(
        'money inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 text-xs font-title',
        tones[tone],
      )}
    >
      <svg aria-hidden viewBox="0 0 10 10" className="size-2.5" fill="currentColor">
        {direction === 'up' && <path d="M5 .8 9.6 9H.4z" />}
        {direction === 'down' && <path d="M5 9.2.4 1h9.2z" />}
        {direction === 'flat' && <path d="M.5 3.6h9v2.8h-9z" />}
      </svg>
      <span className="sr-only">{t(direction)} </span>
      {text}
    </span>
  )
}
