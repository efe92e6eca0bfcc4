'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { use } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { OpenedAt } from '@/components/ui/opened-at'
import { readsChangesOf } from '@/lib/insight/audit-log/form-fields'
import { formatDateTime } from '@/lib/core/dates'
import { fetchChanges } from './record-history'

type Changed = Awaited<ReturnType<typeof fetchChanges>>[number]['changes'][number]

const wordsOf = ({ field, before, after }: Changed) => `${field}: ${before === null ? after : `${before} → ${after}`}`

/**
 * Within the error of a form whose record was changed elsewhere meanwhile: what was, and what is, since the form was opened. A role
 * without that part of the trail reads the fields that its forms show.
 */
export function WhatChanged({ kind, id }: { kind: string; id: string }) {
  const t = useTranslations('audit.history')
  const actors = useTranslations('audit.actors')
  const language = useLocale()
  const openedAt = use(OpenedAt)
  const { role, timeZone } = useOrganization()
  const { data = [] } = useQuery({
    queryKey: ['audit-history', kind, id, 'conflict', openedAt],
    queryFn: async () => {
      const lines = await fetchChanges(kind, id)
      const openMs = performance.now() - openedAt
      // The last one is what stood in the way, however long it took to be shown.
      return lines.filter(({ agoMs, isLast }) => isLast || agoMs <= openMs)
    },
    enabled: readsChangesOf(role, kind),
    staleTime: 0,
    gcTime: 0,
  })
  return data.map((line, nth) => (
    <div key={line.id} className="mt-1 text-[13px] wrap-anywhere text-ink-2">
      <p>
        {nth === 0 ? t('changed', { what: line.text }) : line.text}{' '}
        <span className="tabular-nums">
          {[formatDateTime(new Date(line.at), language, timeZone), actors(line.actorKind)].join(' · ')}
        </span>
      </p>
      <ul className="list-disc pl-4">
        {line.changes.map((change) => (
          <li key={change.field} className="line-clamp-3 tabular-nums">
            {wordsOf(change)}
          </li>
        ))}
      </ul>
    </div>
  ))
}
