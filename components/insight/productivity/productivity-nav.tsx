import { useTranslations } from 'next-intl'
import { Tabs } from '@/components/ui/tabs'
import { agendaPath, boardPath, productivityPath } from '@/lib/insight/productivity/schema'

const rooms = { hub: productivityPath, board: boardPath, agenda: agendaPath } as const
export type Room = keyof typeof rooms

export function ProductivityNav({ active }: { active: Room }) {
  const t = useTranslations('productivity.rooms')
  return (
    <Tabs
      label={t('label')}
      tabs={(Object.keys(rooms) as Room[]).map((room) => ({
        label: t(room),
        href: rooms[room],
        active: room === active,
      }))}
    />
  )
}
