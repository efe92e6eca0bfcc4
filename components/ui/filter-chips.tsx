import { XMarkIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'

type FilterChipsProps = {
  /** One for each filter that is on; `href` is the same page without it. */
  chips: { label: string; href: string }[]
  clearHref: string
  /** The number of rows that the filters leave, and their sum: a reader who followed a figure looks for it above the rows. */
  summary?: ReactNode
}

export function FilterChips({ chips, clearHref, summary }: FilterChipsProps) {
  const t = useTranslations('ui.filter')
  const common = useTranslations('common')
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('active')} className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <Link
            href={href}
            scroll={false}
            className="inline-flex min-h-7 items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-2 pl-3 text-[13px] font-medium text-accent-text no-underline hover:brightness-95 pointer-coarse:min-h-control"
          >
            <span className="sr-only">{t('remove')} </span>
            {label}
            <XMarkIcon aria-hidden className="size-3.5 stroke-2" />
          </Link>
        </li>
      ))}
      <li>
        <Link href={clearHref} scroll={false} className="px-1 text-[13px] text-ink-2 underline underline-offset-2">
          {common('clearAll')}
        </Link>
      </li>
      {summary && <li className="ml-auto flex flex-wrap gap-x-3 text-[13px] text-ink-2 tabular-nums">{summary}</li>}
    </ul>
  )
}
