'use client'

import { useLocale, useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { roomPaths, rooms, type Room } from '@/lib/sales/dispatch/schema'
import { formatNumber } from '@/lib/core/money'

/** The rooms with what waits in each. Pages beside the list belong to the first room. */
export function CentralNav({ counts }: { counts: Record<Room, number> }) {
  const t = useTranslations('dispatch.rooms')
  const language = useLocale()
  const pathname = usePathname()
  const current = rooms.find((room) => room !== 'dispatch' && pathname.startsWith(roomPaths[room])) ?? 'dispatch'
  const tabs = rooms.map((room) => ({
    href: roomPaths[room],
    label: t(room),
    count: counts[room] > 0 ? formatNumber(counts[room], language) : undefined,
    active: room === current,
  }))
  return <Tabs label={t('label')} tabs={tabs} />
}
