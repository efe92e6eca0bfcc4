'use client'

import { useTranslations } from 'next-intl'
import { DraftFrame } from '@/components/ui/draft-frame'
import type { Day } from '@/lib/core/dates'
import type { EntityView } from '@/lib/identity/settings/views'
import { EntityForm } from './entity-form'

type EntityDrawerProps = { entity: EntityView | null; open: boolean; onClose: () => void; today: Day }

export function EntityDrawer({ entity, open, onClose, today }: EntityDrawerProps) {
  const t = useTranslations('companyData.entities')
  return (
    <DraftFrame as="drawer" open={open} onClose={onClose} title={entity ? t('edit') : t('new')}>
      {(form) => <EntityForm {...form} entity={entity} today={today} />}
    </DraftFrame>
  )
}
