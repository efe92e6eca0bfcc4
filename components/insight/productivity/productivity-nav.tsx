import { useTranslations } from 'next-intl'
import { Tabs } from '@/components/ui/tabs'
import { agendaPath, boardPath, productivityPath } from '@/lib/insight/productivity/schema'

const tabs = { hub: productivityPath, board: boardPath, agenda: agendaPath } as const
export type ProductivityTab = keyof typeof tabs

export function ProductivityNav({ active }: { active: ProductivityTab }) {
  const t = useTranslations('productivity.rooms')
  return (
    <Tabs
      label={t('label')}
      tabs={(Object.keys(tabs) as ProductivityTab[]).map((tab) => ({
        label: t(tab),
        href: tabs[tab],
        active: tab === active,
      }))}
    />
  )
}
