'use client'

import { PlusIcon } from '@heroicons/react/24/outline'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DraftFrame } from '@/components/ui/draft-frame'
import { SandboxBadge } from './sandbox-badge'
import { ShopForm, type EntityChoice } from './shop-form'

type ConnectShopProps = { entities: EntityChoice[]; isSandbox: boolean; openAtFirst: boolean }

export function ConnectShop({ entities, isSandbox, openAtFirst }: ConnectShopProps) {
  const t = useTranslations('shops')
  const [open, setOpen] = useState(openAtFirst)
  const close = () => {
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
      <DraftFrame
        as="drawer"
        open={open}
        onClose={close}
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('form.newTitle')}
            {isSandbox && <SandboxBadge />}
          </span>
        }
        description={t('form.newText')}
        saveLabel={t('form.save')}
      >
        {(form) => <ShopForm {...form} entities={entities} />}
      </DraftFrame>
    </>
  )
}
