'use client'

import { ChevronDownIcon } from '@heroicons/react/24/outline'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useState } from 'react'
import { useOrganization } from '@/components/shell/organization-context'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { readsHistoryOf } from '@/lib/insight/audit-log/areas'
import { historyHref } from '@/lib/insight/audit-log/tabs'
import type { HistoryLine } from '@/lib/insight/audit-log/views'
import { formatDateTime } from '@/lib/core/dates'

type Plain = Omit<HistoryLine, 'at'> & { at: string }

const fieldsOf = ({ changes }: Plain) => changes.map(({ field }) => field).join(', ')

/** The latest about one record. */
const fetchHistory = (kind: string, id: string) => fetchLines<Plain>('history', kind, id)

/** The latest of what the member's own forms of the record show. */
export const fetchChanges = (kind: string, id: string) => fetchLines<Plain & { isLast: boolean }>('changes', kind, id)

async function fetchLines<Line>(path: 'history' | 'changes', kind: string, id: string): Promise<Line[]> {
  const answer = await fetch(`/api/audit/${path}?${new URLSearchParams({ kind, id }).toString()}`)
  const { ok, data } = (await answer.json()) as { ok: boolean; data: Line[] }
  if (!ok) throw new Error(String(answer.status))
  return data
}

/** For who may read that part of the trail; asked for when it is opened. */
export function RecordHistory({ kind, id }: { kind: string; id: string }) {
  const t = useTranslations('audit.history')
  const common = useTranslations('common')
  const { role, timeZone } = useOrganization()
  const [open, setOpen] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: ['audit-history', kind, id],
    queryFn: () => fetchHistory(kind, id),
    enabled: open,
    staleTime: 0,
  })
  if (!readsHistoryOf(role, kind)) return null
  return (
    <Card className="mt-4" flush>
      <details
        data-print="hide"
        className="group"
        // Opened before the page was ready to hear of it.
        suppressHydrationWarning
        ref={(element) => {
          if (element?.open) setOpen(true)
        }}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-3 px-4 py-2.5 focus-visible:-outline-offset-2">
          <h2 className="text-[15px] font-title">{t('title')}</h2>
          <ChevronDownIcon aria-hidden className="size-4 stroke-2 transition-transform group-open:rotate-180" />
        </summary>
        <div role="status" className="border-t border-line px-4 py-3">
          {isError && (
            <p className="flex flex-wrap items-center gap-3 text-bad">
              {t('failed')}
              <Button size="sm" onClick={() => void refetch()}>
                {common('retry')}
              </Button>
            </p>
          )}
          {!data && !isError && <Skeleton className="h-5 w-64" />}
          {data?.length === 0 && <p className="text-ink-2">{t('empty')}</p>}
          {data && data.length > 0 && <Lines lines={data} timeZone={timeZone} />}
          {data?.length !== 0 && (
            <Link
              href={historyHref(kind, id)}
              className="mt-2 inline-flex min-h-8 items-center text-[13px] text-accent-text underline underline-offset-2"
            >
              {t('all')}
            </Link>
          )}
        </div>
      </details>
    </Card>
  )
}

function Lines({ lines, timeZone }: { lines: Plain[]; timeZone: string }) {
  const t = useTranslations('audit.actors')
  const language = useLocale()
  return (
    <ol className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="py-2 first:pt-0">
          <p className="wrap-anywhere">{line.text}</p>
          <p className="text-[13px] text-ink-3 tabular-nums">
            {[formatDateTime(new Date(line.at), language, timeZone), t(line.actorKind), fieldsOf(line)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  )
}
