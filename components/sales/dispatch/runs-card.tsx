'use client'

import { useTranslations } from 'next-intl'
import { useState, useId, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import type { RunView } from '@/lib/sales/dispatch/schema'
import { RunItem } from './run-item'
import { isUnderWay } from './use-run'
import { ChevronDownIcon } from '@heroicons/react/24/outline'

/** Running work and its outcome, the last one first. A finished run can be put away until more is started. */
export function RunsCard({ runs, canRetry }: { runs: RunView[]; canRetry: boolean }) {
  const t = useTranslations('dispatch.runs')
  const [away, setAway] = useState<string[]>([])
  const shown = runs.filter(({ id }) => !away.includes(id))
  const ended = shown.filter((run) => !isUnderWay(run))
  if (shown.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('title')}
        actions={
          ended.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setAway([...away, ...ended.map(({ id }) => id)])}>
              {t('putAway')}
            </Button>
          )
        }
        className="mb-2"
      />
      <PhoneFold
        label={t('shown', { count: shown.length })}
        startsOpen={runs.some(isUnderWay) || runs[0]?.kind === 'prepare'}
      >
        <ul className="grid divide-y divide-line">
          {shown.map((run) => (
            <RunItem key={run.id} first={run} canRetry={canRetry} />
          ))}
        </ul>
      </PhoneFold>
    </Card>
  )
}

type PhoneFoldProps = { label: string; startsOpen?: boolean; children: ReactNode }

/** On a phone what stands above the list is folded to one line; elsewhere it is simply there. */
function PhoneFold({ label, startsOpen = false, children }: PhoneFoldProps) {
  const id = useId()
  const [open, setOpen] = useState(startsOpen)
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="w-full justify-between md:hidden!"
      >
        {label}
        <ChevronDownIcon aria-hidden className={open ? 'rotate-180' : undefined} />
      </Button>
      <div id={id} className={open ? 'max-md:mt-2' : 'max-md:hidden'}>
        {children}
      </div>
    </>
  )
}
