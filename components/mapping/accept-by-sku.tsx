'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { useAction } from '@/components/ui/use-action'
import { mapBySkuAction } from '@/lib/mapping/actions'

export function AcceptBySku({ count, shopId }: { count: number; shopId: string | null }) {
  const t = useTranslations('mapping.bySku')
  const [asking, setAsking] = useState(false)
  const [open, setOpen] = useState(true)
  const accepting = useAction(mapBySkuAction, {
    refresh: true,
    onSuccess: () => setAsking(false),
    successMessage: ({ total }) => t('started', { count: total }),
  })
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-accent-soft px-4 py-3">
      <p className="text-ink">{t('text', { count })}</p>
      <Button variant="primary" onClick={() => setAsking(true)}>
        {t('action', { count })}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void accepting.run({ shopId, scope: open ? 'open' : 'future' })}
        pending={accepting.pending}
        title={t('ask', { count })}
        text={t('askText')}
        confirmLabel={t('confirm')}
      >
        <Checkbox
          label={t('open')}
          hint={t('openHint')}
          checked={open}
          onChange={({ target }) => setOpen(target.checked)}
        />
      </ConfirmDialog>
    </div>
  )
}
