'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { useAction } from '@/components/ui/use-action'
import { mapBySkuAction } from '@/lib/catalog/mapping/actions'
import type { RemapScope } from '@/lib/catalog/mapping/schema'
import { RemapChoice } from './remap-choice'

type Props = { count: number; shopId: string | null; today: string }

export function AcceptBySku({ count, shopId, today }: Props) {
  const t = useTranslations('mapping.bySku')
  const [confirming, setConfirming] = useState(false)
  const [scope, setScope] = useState<RemapScope>('open')
  const [sinceDay, setSinceDay] = useState<string | null>(null)
  const accepting = useAction(mapBySkuAction, {
    refresh: true,
    onSuccess: () => setConfirming(false),
    successMessage: ({ total }) => t('started', { count: total }),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="text-[13px]">{t('text', { count })}</p>
      <Button size="sm" variant="primary" onClick={() => setConfirming(true)}>
        {t('action', { count })}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void accepting.run({ shopId, scope, sinceDay: scope === 'since' ? sinceDay : null })}
        pending={accepting.pending}
        title={t('ask', { count })}
        text={t('askText')}
        confirmLabel={t('confirm')}
      >
        <RemapChoice
          preview={confirming ? `/api/mapping/preview/bulk${shopId ? `?shop=${shopId}` : ''}` : null}
          scope={scope}
          sinceDay={sinceDay}
          today={today}
          dayError={accepting.fields.sinceDay}
          onScope={setScope}
          onDay={setSinceDay}
        />
      </ConfirmDialog>
    </div>
  )
}
