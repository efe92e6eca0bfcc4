'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { rooms, type WarehouseRoom } from '@/lib/catalog/warehouse/rooms'

/** Pages of one record belong to the room whose path they begin with. */
export function WarehouseNav({ open }: { open: WarehouseRoom[] }) {
  const t = useTranslations('warehouse.rooms')
  const pathname = usePathname()
  const current = open.findLast((room) => pathname.startsWith(rooms[room].path))
  const tabs = open.map((room) => ({ href: rooms[room].path, label: t(room), active: room === current }))
  return <Tabs label={t('label')} tabs={tabs} />
}
