'use client'

import { useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { Tabs } from '@/components/ui/tabs'
import { moneyRooms, type MoneyRoom } from '@/lib/money/payouts/rooms'

export function MoneyNav({ open }: { open: MoneyRoom[] }) {
  const t = useTranslations('shopeeMoney.rooms')
  const pathname = usePathname()
  const current = open.findLast(
    (room) => pathname === moneyRooms[room].path || pathname.startsWith(`${moneyRooms[room].path}/`),
  )
  const tabs = open.map((room) => ({ href: moneyRooms[room].path, label: t(room), active: room === current }))
  return <Tabs label={t('label')} tabs={tabs} />
}
