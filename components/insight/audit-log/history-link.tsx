'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { useOrganization } from '@/components/shell/organization-context'
import { readsHistoryOf } from '@/lib/insight/audit-log/areas'
import { historyHref } from '@/lib/insight/audit-log/tabs'

/** For a record without a page of its own. */
export function HistoryLink({ kind, id }: { kind: string; id: string }) {
  const t = useTranslations('common')
  const { role } = useOrganization()
  if (!readsHistoryOf(role, kind)) return null
  return (
    <Link
      href={historyHref(kind, id)}
      className="inline-flex min-h-8 w-fit items-center text-[13px] text-accent-text underline underline-offset-2"
    >
      {t('history')}
    </Link>
  )
}
