'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { RunView } from '@/lib/sales/dispatch/schema'
import { RunItem } from './run-item'
import { isUnderWay } from './use-run'
import { ChevronDownIcon } from '@heroicons/react/20/solid'

const FRESH_MS = 10 * 60_000

const isFresh = (run: RunView, now: Date) =>
  isUnderWay(run) || (run.finishedAt !== null && now.getTime() - Date.parse(run.finishedAt) < FRESH_MS)
const failedIn = ({ problems, refused }: RunView) => new Set(problems.map(({ subject }) => subject)).size + refused

type RunsCardProps = { runs: RunView[]; canRetry: boolean; now: Date }

/**
 * Running work and its outcome, the last one first. Work that ended a while ago is one line until it is asked
 * for, and a finished run can be put away until more is started.
 */
export function RunsCard({ runs, canRetry, now }: RunsCardProps) {
  const t = useTranslations('dispatch.runs')
  const id = useId()
  const [open, setOpen] = useState(() => runs.some((run) => isFresh(run, now)))
  const [away, setAway] = useState<string[]>([])
  const shown = runs.filter((run) => !away.includes(run.id))
  const ended = shown.filter((run) => !isUnderWay(run))
  const failed = shown.reduce((sum, run) => sum + failedIn(run), 0)
  if (shown.length === 0) return null
  return (
    <Card className={open ? undefined : 'py-1.5!'}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="mr-auto text-[15px] font-title">{t('title')}</h2>
        {!open && failed > 0 && <Badge tone="warn">{t('problems', { count: failed })}</Badge>}
        <Button size="sm" variant="ghost" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {t('shown', { count: shown.length })}
          <ChevronDownIcon aria-hidden className={open ? 'rotate-180' : undefined} />
        </Button>
        {ended.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setAway([...away, ...ended.map((run) => run.id)])}>
            {t('putAway')}
          </Button>
        )}
      </div>
      <ul id={id} hidden={!open} className={open ? 'mt-2 grid divide-y divide-line' : undefined}>
        {shown.map((run) => (
          <RunItem key={run.id} first={run} canRetry={canRetry} />
        ))}
      </ul>
    </Card>
  )
}
