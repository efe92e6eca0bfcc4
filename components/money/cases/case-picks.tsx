'use client'

import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { createPicks } from '@/components/ui/picks'
import type { CaseRow } from '@/lib/money/cases/queries'
import { maxFiled } from '@/lib/money/cases/schema'

const FileCasesDialog = dynamic(() => import('./file-cases-dialog').then((module) => module.FileCasesDialog), {
  ssr: false,
})
const picks = createPicks<CaseRow>({ idOf: ({ id }) => id, max: maxFiled })

/** Cases that wait to be filed; a selection stays while the pages of the queue change. */
export function CasePicks({ rows, children }: { rows: CaseRow[]; children: ReactNode }) {
  const t = useTranslations('cases.file')
  return (
    <picks.PicksProvider rows={rows} full={t('full', { max: maxFiled })}>
      <PickBar />
      {children}
    </picks.PicksProvider>
  )
}

function PickBar() {
  const t = useTranslations('cases')
  const { picked, clear } = picks.usePicks()
  const [isOpen, setOpen] = useState(false)
  if (picked.length === 0) return null
  return (
    <div
      role="group"
      aria-label={t('file.bar')}
      data-print="hide"
      className="sticky top-(--table-top,0px) z-20 flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2"
    >
      <span role="status" className="mr-auto font-semibold">
        {t('totals.cases', { count: picked.length })}
      </span>
      <Button size="sm" variant="ghost" onClick={clear}>
        {t('file.clear')}
      </Button>
      <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
        {t('file.action')}
      </Button>
      {isOpen && <FileCasesDialog rows={picked} onClose={() => setOpen(false)} onDone={clear} />}
    </div>
  )
}

export const PickCase = ({ id, number }: { id: string; number: number }) => (
  <picks.PickBox id={id} label={useTranslations('cases.file')('one', { number })} />
)

export const PickAllCases = ({ shown }: { shown: 'column' | 'cards' }) => (
  <picks.PickAll shown={shown} label={useTranslations('cases.file')('all')} />
)
