import { ChevronLeftIcon, ChevronRightIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button'

type PaginationProps = { previousHref?: string | null; nextHref?: string | null; summary?: ReactNode }

/** Keyset pages: previous and next, no numbers. */
export function Pagination({ previousHref, nextHref, summary }: PaginationProps) {
  const t = useTranslations('common')
  const previous = (
    <>
      <ChevronLeftIcon aria-hidden />
      {t('previous')}
    </>
  )
  const next = (
    <>
      {t('next')}
      <ChevronRightIcon aria-hidden />
    </>
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
      <div className="flex flex-wrap gap-x-4 text-ink-2 tabular-nums">{summary}</div>
      {(previousHref || nextHref) && (
        <nav aria-label={t('pages')} className="ml-auto flex gap-2">
          {previousHref ? (
            <ButtonLink rel="prev" href={previousHref}>
              {previous}
            </ButtonLink>
          ) : (
            <Button disabled>{previous}</Button>
          )}
          {nextHref ? (
            <ButtonLink rel="next" href={nextHref}>
              {next}
            </ButtonLink>
          ) : (
            <Button disabled>{next}</Button>
          )}
        </nav>
      )}
    </div>
  )
}
