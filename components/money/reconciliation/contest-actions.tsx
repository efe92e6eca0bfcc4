'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { OpenCaseDialog } from '@/components/money/cases/open-case-dialog'
import { isAcceptable } from '@/components/money/cases/pick'
import { WriteOffDialog } from '@/components/money/cases/write-off-dialog'
import { Button } from '@/components/ui/button'
import type { CaseOwner } from '@/lib/money/cases/views'
import type { Day } from '@/lib/core/dates'
import { useDifferencePicks } from './difference-picks'

type ContestActionsProps = { owners: CaseOwner[]; today: Day }

/** The actions for the selected differences; stays in sight below the top bar. */
export function ContestActions({ owners, today }: ContestActionsProps) {
  const t = useTranslations('reconciliation.actions')
  const causes = useTranslations('reconciliation.causes')
  const { picked, clear } = useDifferencePicks()
  const [open, setOpen] = useState<'contest' | 'accept' | null>(null)
  if (picked.length === 0 && open === null) return null
  const names = [...new Set(picked.flatMap(({ cause, refusal }) => (cause && !refusal ? causes(cause) : [])))]
  const close = () => setOpen(null)
  return (
    <div
      role="group"
      aria-label={t('bar')}
      data-print="hide"
      className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-accent-soft px-4 py-2 max-sm:[&>button]:grow"
    >
      <Button size="sm" variant="ghost" className="sm:mr-auto" onClick={clear}>
        {t('clear')}
      </Button>
      <Button size="sm" disabled={!picked.some(isAcceptable)} onClick={() => setOpen('accept')}>
        {t('accept')}
      </Button>
      <Button size="sm" variant="primary" onClick={() => setOpen('contest')}>
        <span aria-live="polite">{t('contest', { count: picked.length })}</span>
      </Button>
      {open === 'contest' && (
        <OpenCaseDialog
          picks={picked}
          owners={owners}
          suggestion={names.join(', ')}
          today={today}
          onClose={close}
          onDone={clear}
        />
      )}
      {open === 'accept' && <WriteOffDialog picks={picked} onClose={close} onDone={clear} />}
    </div>
  )
}
