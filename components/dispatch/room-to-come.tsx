import { getTranslations } from 'next-intl/server'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'

export async function RoomToCome() {
  const t = await getTranslations('dispatch')
  return (
    <Card>
      <EmptyState kind="first" title={t('soonTitle')} text={t('soonText')} />
    </Card>
  )
}
