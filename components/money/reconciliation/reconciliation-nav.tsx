'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { reconciliationRooms, type ReconciliationRoom } from '@/lib/money/cases/rooms'

const rooms = Object.keys(reconciliationRooms) as ReconciliationRoom[]

/** Pages of one record belong to the room whose path they begin with. */
export function ReconciliationNav() {
  const t = useTranslations('reconciliation.rooms')
  const pathname = usePathname()
  const current = rooms.findLast((room) => `${pathname}/`.startsWith(`${reconciliationRooms[room]}/`))
  const tabs = rooms.map((room) => ({ href: reconciliationRooms[room], label: t(room), active: room === current }))
  return <Tabs label={t('label')} tabs={tabs} />
}
