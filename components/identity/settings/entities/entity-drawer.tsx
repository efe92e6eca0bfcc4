'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { Day } from '@/lib/core/dates'
import type { EntityView } from '@/lib/identity/settings/views'
import { EntityForm } from './entity-form'

type EntityDrawerProps = { entity: EntityView | null; open: boolean; onClose: () => void; today: Day }

export function EntityDrawer({ entity, open, onClose, today }: EntityDrawerProps) {
  const t = useTranslations('companyData.entities')
  const common = useTranslations('common')
  const id = useId()
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const mayLeave = useUnsavedGuard(open && dirty)
  const close = () => {
    setDirty(false)
    onClose()
  }
  return (
    <Drawer
      open={open}
      onClose={() => mayLeave() && close()}
      title={entity ? t('edit') : t('new')}
      footer={
        <>
          <Button onClick={() => mayLeave() && close()}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={id} pending={pending}>
            {common('save')}
          </Button>
        </>
      }
    >
      <EntityForm id={id} entity={entity} today={today} onDirty={setDirty} onPending={setPending} onDone={close} />
    </Drawer>
  )
}
