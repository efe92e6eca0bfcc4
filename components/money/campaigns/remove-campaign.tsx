'use client'

import { useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { WhatChanged } from '@/components/insight/audit-log/what-changed'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/form-dialog'
import { useAction } from '@/components/ui/use-action'
import { removeCampaignAction } from '@/lib/money/campaigns/actions'
import { campaignsPath } from '@/lib/money/campaigns/schema'

export function RemoveCampaign({ id, version, name }: { id: string; version: number; name: string }) {
  const t = useTranslations('campaigns.remove')
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const removing = useAction(removeCampaignAction, {
    successMessage: t('done'),
    onSuccess: () => router.push(campaignsPath),
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('button')}</Button>
      {open && (
        <FormDialog
          danger
          role="alertdialog"
          onClose={() => setOpen(false)}
          title={t('title', { name })}
          description={t('text')}
          action={removing}
          submitLabel={t('confirm')}
          onSubmit={() => void removing.run({ campaignId: id, version })}
          changed={<WhatChanged kind="campaign" id={id} />}
        >
          {null}
        </FormDialog>
      )}
    </>
  )
}
