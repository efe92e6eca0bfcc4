'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { useOrganization } from '@/components/shell/organization-context'
import { readsHistoryOf } from '@/lib/insight/audit-log/areas'
import { formatDateTime } from '@/lib/core/dates'
import { fetchHistory } from './record-history'

/** Within the error of a form whose record somebody else changed meanwhile: what they did last, for who may read that part of the trail. */
export function WhatChanged({ kind, id }: { kind: string; id: string }) {
  const t = useTranslations('audit.history')
  const actors = useTranslations('audit.actors')
  const language = useLocale()
  const { role, timeZone } = useOrganization()
  const mayRead = readsHistoryOf(role, kind)
  const { data } = useQuery({
    queryKey: ['audit-history', kind, id, 'conflict'],
    queryFn: () => fetchHistory(kind, id),
    enabled: mayRead,
    staleTime: 0,
    gcTime: 0,
  })
  const line = data?.[0]
  if (!line) return null
  const about = [formatDateTime(new Date(line.at), language, timeZone), actors(line.actorKind), line.fields.join(', ')]
  return (
    <p className="mt-1 text-[13px] wrap-anywhere text-ink-2">
      {t('changed', { what: line.text })} <span className="tabular-nums">{about.filter(Boolean).join(' · ')}</span>
    </p>
  )
}
