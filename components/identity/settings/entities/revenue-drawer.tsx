'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import type { EntityView } from '@/lib/identity/settings/views'
import { RevenueForm } from './revenue-form'

export function RevenueDrawer({ entity, open, onClose }: { entity: EntityView; open: boolean; onClose: () => void }) {
  const t = useTranslations('companyData.revenue')
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
      title={t('title', { name: entity.name })}
      description={t('text')}
      footer={
        <>
          <Button onClick={() => mayLeave() && close()}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={id} pending={pending}>
            {common('save')}
          </Button>
        </>
      }
    >
      <RevenueForm id={id} entity={entity} onDirty={setDirty} onPending={setPending} onDone={close} />
    </Drawer>
  )
}
