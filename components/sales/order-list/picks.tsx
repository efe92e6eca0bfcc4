'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { createPicks } from '@/components/ui/picks'
import { maxPicked } from '@/lib/sales/orders/filters'

export type PickedOrder = { id: string; code: string; version: number }

const picks = createPicks<PickedOrder>({ idOf: ({ id }) => id, max: maxPicked })
export const { usePicks, PickBox } = picks

export function Picks({ rows, children }: { rows: PickedOrder[]; children: ReactNode }) {
  const t = useTranslations('orders.desk.pick')
  return (
    <picks.PicksProvider rows={rows} full={t('full', { max: maxPicked })}>
      {children}
    </picks.PicksProvider>
  )
}

export const PickAll = ({ shown }: { shown: 'column' | 'cards' }) => (
  <picks.PickAll shown={shown} label={useTranslations('orders.desk.pick')('all')} />
)
