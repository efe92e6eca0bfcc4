'use client'

import { ExclamationTriangleIcon } from '@heroicons/react/24/outline'
import { useLocale, useTranslations } from 'next-intl'
import { useOrganization } from '@/components/shell/organization-context'
import { formatDay, localDay } from '@/lib/core/dates'
import { CancelDeletion } from './cancel-deletion'

/** On every page while the days of grace run, for everybody; an owner can still call it off. */
export function DeletionBanner({ name, deletionAt }: { name: string; deletionAt: Date }) {
  const t = useTranslations('company.banner')
  const language = useLocale()
  const { role, timeZone } = useOrganization()
  return (
    <aside
      aria-label={t('label')}
      data-print="hide"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-bad-soft px-4 py-2.5 text-ink md:px-6"
    >
      <p className="flex min-w-0 flex-1 basis-64 gap-2">
        <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        <span className="min-w-0 wrap-anywhere">
          <strong>{t('text', { name, day: formatDay(localDay(deletionAt, timeZone), language) })}</strong>{' '}
          {role !== 'owner' && t('who')}
        </span>
      </p>
      {role === 'owner' && <CancelDeletion />}
    </aside>
  )
}
