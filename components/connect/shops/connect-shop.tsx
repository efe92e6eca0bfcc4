'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/dialog'
import { useUnsavedGuard } from '@/components/ui/use-unsaved-guard'
import { SandboxBadge } from './sandbox-badge'
import { ShopForm, type EntityChoice } from './shop-form'

type ConnectShopProps = { entities: EntityChoice[]; isSandbox: boolean; openAtFirst: boolean }

export function ConnectShop({ entities, isSandbox, openAtFirst }: ConnectShopProps) {
  const t = useTranslations('shops')
  const common = useTranslations('common')
  const id = useId()
  const [open, setOpen] = useState(openAtFirst)
  const [dirty, setDirty] = useState(false)
  const [pending, setPending] = useState(false)
  const mayLeave = useUnsavedGuard(open && dirty)
  const close = () => {
    setDirty(false)
    setOpen(false)
    const url = new URL(window.location.href)
    url.searchParams.delete('new')
    window.history.replaceState(null, '', url)
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <PlusIcon aria-hidden />
        {t('actions.connect')}
      </Button>
      <Drawer
        open={open}
        onClose={() => mayLeave() && close()}
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('form.newTitle')}
            {isSandbox && <SandboxBadge />}
          </span>
        }
        description={t('form.newText')}
        footer={
          <>
            <Button onClick={() => mayLeave() && close()}>{common('cancel')}</Button>
            <Button variant="primary" type="submit" form={id} pending={pending}>
              {t('form.save')}
            </Button>
          </>
        }
      >
        <ShopForm id={id} entities={entities} onDirty={setDirty} onPending={setPending} onDone={close} />
      </Drawer>
    </>
  )
}
