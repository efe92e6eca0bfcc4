'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { createPicks } from '@/components/ui/picks'
import type { DifferencePick } from '@/lib/money/cases/picks'
import { maxPicked } from '@/lib/money/cases/schema'

const picks = createPicks<DifferencePick>({ idOf: ({ settlementId }) => settlementId, max: maxPicked })
export const useDifferencePicks = picks.usePicks

export function DifferencePicks({ rows, children }: { rows: DifferencePick[]; children: ReactNode }) {
  const t = useTranslations('reconciliation.list')
  return (
    <picks.PicksProvider rows={rows} full={t('full', { max: maxPicked })}>
      {children}
    </picks.PicksProvider>
  )
}

export const PickBox = ({ id, code }: { id: string; code: string }) => (
  <picks.PickBox id={id} label={useTranslations('reconciliation.list')('one', { code })} />
)

export const PickAll = ({ shown }: { shown: 'column' | 'cards' }) => (
  <picks.PickAll shown={shown} label={useTranslations('reconciliation.list')('all')} />
)
