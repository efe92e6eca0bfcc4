import { ArrowDownTrayIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { ExportButton } from '@/components/insight/exports/export-button'
import { buttonClass } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DownloadLink } from '@/components/ui/download-link'
import { NoData } from '@/components/ui/no-data'
import { analyticsQuery, exportKindOf, type AnalyticsFilters } from '@/lib/sales/sales-figures/analysis-filters'
import { formatPercent } from '@/lib/core/money'

type Choice = { href: string; label: ReactNode; active: boolean }

/** A few views side by side, each with an address. */
export function ChoiceLinks({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav aria-label={label} className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-control bg-sunken p-0.5">
      {choices.map(({ href, label: text, active }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-current={active ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-7 items-center rounded-md px-2.5 text-[13px] no-underline pointer-coarse:min-h-9',
            active ? 'bg-surface font-semibold text-ink shadow-card' : 'text-ink-2 hover:text-ink',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

/** The whole section, not the page, as a file with numbers as numbers. */
export function SectionFiles({ filters }: { filters: AnalyticsFilters }) {
  const t = useTranslations('analytics.files')
  const language = useLocale()
  const kind = exportKindOf(filters)
  if (kind) return <ExportButton kind={kind} query={analyticsQuery(filters).toString()} />
  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => {
        const query = analyticsQuery(filters)
        query.set('format', format)
        query.set('language', language)
        return (
          <DownloadLink
            key={format}
            href={`/api/analytics?${query.toString()}`}
            className={buttonClass({ size: 'sm' })}
          >
            <ArrowDownTrayIcon aria-hidden />
            {t(format)}
          </DownloadLink>
        )
      })}
    </>
  )
}

/** Beside its figure, how it stands against the largest; the figure says it in numbers. */
export function Bar({ share, isBad }: { share: number; isBad?: boolean }) {
  return (
    <span aria-hidden className="mt-1 ml-auto block h-1.5 w-full max-w-28 min-w-12 rounded-full bg-sunken">
      <span
        className={classNames('block h-full rounded-full', isBad ? 'bg-bad' : 'bg-accent-text')}
        style={{ width: `${Math.min(100, Math.max(share > 0 ? 1 : 0, share * 100))}%` }}
      />
    </span>
  )
}

export const shareOf = (part: bigint, whole: bigint): number =>
  whole > 0n ? Number((part * 100_000n) / whole) / 100_000 : 0

export function Share({ of }: { of: number | null }) {
  const language = useLocale()
  return of === null ? <NoData /> : formatPercent(of, language)
}

export function Note({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-3 text-xs text-ink-3 max-xl:border-t">{children}</p>
}
